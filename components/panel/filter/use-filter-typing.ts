import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { createLazyPart, useLazyPart } from '#components/kit/lazy.tsx';
import { findKeyAction, isCtrlLetter } from '#components/panel/app/view-keys.ts';
import type { Completion, SuggestedSession } from '#components/panel/filter/completions.ts';
import type { Counts } from '#core/stream/counts';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { RuleSetId } from '#core/telemetry/findings';
import { fieldKeys } from './field-keys';
import type { FilterModel } from './filter';

export interface FilterTyping {
  /** Suggestions; empty while the list is closed. */
  readonly suggestions: readonly Completion[];
  /** Index of the suggestion that Enter accepts; -1 for none. */
  readonly activeIndex: number;
  readonly onInput: (text: string) => void;
  readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLInputElement>) => void;
  readonly onPointerDown: () => void;
  readonly accept: (suggestion: Completion) => void;
  /** Preloads the code of the suggestions. Call when the field receives the focus. */
  readonly prepare: () => void;
  /** Closes the suggestions. Call when the field loses the focus. */
  readonly close: () => void;
}

interface FilterTypingOptions {
  readonly filter: FilterModel;
  readonly records: () => readonly JudgedRecord[];
  readonly counts: Counts;
  readonly ruleSets: readonly RuleSetId[];
  readonly sessions: readonly SuggestedSession[];
}

/** Loaded when the field is focused, so that it is ready for the first key. */
const completionCode = createLazyPart(async () => {
  const [code] = await Promise.all([import('#components/panel/filter/completions.ts'), import('./CompletionList')]);
  return code;
});

/**
 * The filter's field as a combo box (WAI-ARIA): arrows select, Enter accepts.
 * Escape closes the list, then empties the text, then the filter. Backspace or Delete after Ctrl+A empties everything,
 * including the terms.
 */
export function useFilterTyping({ filter, records, counts, ruleSets, sessions }: FilterTypingOptions): FilterTyping {
  const isOpen = useSignal(false);
  const activeIndex = useSignal(-1);
  const isAfterSelectAll = useRef(false);
  const { text } = filter.value.value;
  const code = useLazyPart(completionCode, isOpen.value);
  // Suggestions would cover the note about the error.
  const hasProblem = filter.problem.value !== null;
  const suggestions =
    isOpen.value && code && !hasProblem ? code.findCompletionsInRecords(text, records, counts, ruleSets, sessions) : [];
  const setOpen = (shouldOpen: boolean) => {
    isOpen.value = shouldOpen;
    activeIndex.value = -1;
  };
  const forgetSelectAll = () => {
    isAfterSelectAll.current = false;
  };
  const onInput = (next: string) => {
    forgetSelectAll();
    filter.setText(next);
    setOpen(/\S$/.test(next));
  };
  const accept = (suggestion: Completion) => {
    forgetSelectAll();
    filter.setText(suggestion.text);
    setOpen(!suggestion.completesTerm);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLInputElement>) => {
    const wasAfterSelectAll = isAfterSelectAll.current;
    if (event.key !== 'Control' && event.key !== 'Meta') isAfterSelectAll.current = isCtrlLetter(event, 'a');
    const target = {
      filter,
      suggestions,
      activeIndex,
      setOpen,
      accept,
      onInput,
      field: event.currentTarget,
      isOpen: isOpen.value,
      isAfterSelectAll: wasAfterSelectAll,
    };
    const action = findKeyAction(fieldKeys, event, target);
    if (!action || event.isComposing) return;
    event.preventDefault();
    action();
  };
  return {
    suggestions,
    activeIndex: activeIndex.value,
    onInput,
    onKeyDown,
    // A click moves the caret, which ends the selection.
    onPointerDown: forgetSelectAll,
    accept,
    prepare: completionCode.preload,
    close() {
      forgetSelectAll();
      setOpen(false);
    },
  };
}
