import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { createLazyPart, useLazyPart } from '#components/kit/lazy.tsx';
import { findKeyAction, isCtrlLetter } from '#components/panel/app/view-keys.ts';
import type { Completion } from '#components/panel/filter/completions.ts';
import type { Json } from '#core/json/json';
import type { Counts } from '#core/stream/counts';
import { fieldKeys } from './field-keys';
import type { FilterModel } from './filter';

export interface FilterTyping {
  /** What may follow; empty while the list is closed. */
  readonly choices: readonly Completion[];
  /** The choice that Enter takes; -1 for none. */
  readonly active: number;
  readonly onInput: (text: string) => void;
  readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLInputElement>) => void;
  readonly take: (choice: Completion) => void;
  /** One is about to type. */
  readonly prepare: () => void;
  readonly close: () => void;
}

interface CompletionOptions {
  readonly filter: FilterModel;
  /** Events that show which paths and values there are. */
  readonly events: () => readonly Json[];
  readonly counts: Counts;
}

/** Fetched when one is about to type, so that it is there with the first key. */
const completionCode = createLazyPart(async () => {
  const [code] = await Promise.all([import('#components/panel/filter/completions.ts'), import('./CompletionList')]);
  return code;
});

/**
 * The filter's field as a combo box (WAI-ARIA): arrows choose, Enter takes, Escape closes the list, then empties the
 * text, then the filter. Delete after Ctrl+A empties all, the terms too.
 */
export function useCompletion({ filter, events, counts }: CompletionOptions): FilterTyping {
  const open = useSignal(false);
  const active = useSignal(-1);
  const isAllSelected = useRef(false);
  const { text } = filter.value.value;
  const code = useLazyPart(completionCode, open.value);
  // The suggestions would cover what is said to be wrong.
  const isWrong = filter.problem.value !== null;
  const choices = open.value && code && !isWrong ? code.completionsOf(text, events, counts) : [];
  const show = (isOpen: boolean) => {
    open.value = isOpen;
    active.value = -1;
  };
  const onInput = (next: string) => {
    filter.setText(next);
    show(/\S$/.test(next));
  };
  const take = (choice: Completion) => {
    filter.setText(choice.text);
    show(!choice.finishes);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    const wasAllSelected = isAllSelected.current;
    if (event.key !== 'Control' && event.key !== 'Meta') isAllSelected.current = isCtrlLetter(event, 'a');
    const target = {
      ...{ filter, choices, active, show, take, onInput },
      field: event.currentTarget,
      isOpen: open.value,
      isAllSelected: wasAllSelected,
    };
    const action = findKeyAction(fieldKeys, event, target);
    if (!action || event.isComposing) return;
    event.preventDefault();
    action();
  };
  return {
    choices,
    active: active.value,
    onInput,
    onKeyDown,
    take,
    prepare: completionCode.preload,
    close: () => show(false),
  };
}
