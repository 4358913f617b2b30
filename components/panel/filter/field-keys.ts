import type { Signal } from '@preact/signals';
import type { ViewKey } from '#components/panel/app/view-keys.ts';
import type { Completion } from '#components/panel/filter/completions.ts';
import { i18n } from '#i18n';
import type { FilterModel } from './filter';

/** The state of the filter's field when a key is pressed. */
interface FieldKeyTarget {
  readonly filter: FilterModel;
  readonly field: HTMLInputElement;
  /** Whether the list of suggestions is open. */
  readonly isOpen: boolean;
  readonly suggestions: readonly Completion[];
  /** Index of the suggestion that Enter accepts; -1 for none. */
  readonly activeIndex: Signal<number>;
  /** Whether Ctrl+A was the last input: no other key, no click and no change came after it. */
  readonly isAfterSelectAll: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly accept: (suggestion: Completion) => void;
  readonly onInput: (text: string) => void;
}

/** The keys of the filter's field. */
export const fieldKeys: readonly ViewKey<FieldKeyTarget>[] = [
  {
    keys: '↑ ↓',
    label: () => i18n.t('keys.suggestions'),
    actionFor({ key }, { isOpen, suggestions, activeIndex, setOpen }) {
      const { length } = suggestions;
      if (key === 'ArrowDown') return () => (isOpen ? moveActive(activeIndex, 1, length) : setOpen(true));
      return key === 'ArrowUp' && length > 0 ? () => moveActive(activeIndex, -1, length) : null;
    },
  },
  {
    keys: 'Enter, Tab',
    label: () => i18n.t('keys.take'),
    actionFor({ key }, { filter, suggestions, activeIndex, setOpen, accept }) {
      const selected = suggestions[activeIndex.peek()];
      if (key === 'Enter' && !selected) return () => finish(filter, setOpen);
      return selected && (key === 'Enter' || key === 'Tab') ? () => accept(selected) : null;
    },
  },
  {
    keys: 'Backspace',
    label: () => i18n.t('keys.lastTerm'),
    actionFor({ key }, { filter, field, isAfterSelectAll }) {
      if (isAfterSelectAll && (key === 'Backspace' || key === 'Delete')) return filter.clear;
      return key === 'Backspace' && isAtStart(field) ? reopenLastTokenAction(filter) : null;
    },
  },
  {
    keys: 'Esc',
    label: () => i18n.t('keys.emptyFilter'),
    /**
     * Closes the suggestions, then empties the input, then the whole filter.
     * With an empty filter the panel handles Escape.
     */
    actionFor({ key }, { filter, suggestions, setOpen, onInput }) {
      if (key !== 'Escape') return null;
      if (suggestions.length > 0) return () => setOpen(false);
      if (filter.value.value.text !== '') return () => onInput('');
      return filter.isEmpty.value ? null : filter.clear;
    },
  },
];

function finish(filter: FilterModel, setOpen: (isOpen: boolean) => void) {
  filter.finish();
  setOpen(false);
}

/** Moves the active index by one, with wraparound. After the last suggestion, no suggestion is active (-1). */
function moveActive(activeIndex: Signal<number>, by: 1 | -1, count: number) {
  activeIndex.value = ((activeIndex.value + 1 + by + count + 1) % (count + 1)) - 1;
}

function isAtStart({ selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === 0;
}

/** Returns the action that reopens the last token, or `null` without tokens. */
function reopenLastTokenAction(filter: FilterModel): (() => void) | null {
  const { tokens } = filter.value.value;
  return tokens.length === 0 ? null : () => filter.reopenToken(tokens.length - 1);
}
