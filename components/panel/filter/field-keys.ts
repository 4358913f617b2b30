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
  readonly active: Signal<number>;
  /** Whether the previous key was Ctrl+A. */
  readonly isAllSelected: boolean;
  readonly show: (isOpen: boolean) => void;
  readonly accept: (suggestion: Completion) => void;
  readonly onInput: (text: string) => void;
}

/** The keys of the filter's field. */
export const fieldKeys: readonly ViewKey<FieldKeyTarget>[] = [
  {
    keys: '↑ ↓',
    label: () => i18n.t('keys.suggestions'),
    actionFor({ key }, { isOpen, suggestions, active, show }) {
      if (key === 'ArrowDown') return () => (isOpen ? move(active, 1, suggestions.length) : show(true));
      return key === 'ArrowUp' && suggestions.length > 0 ? () => move(active, -1, suggestions.length) : null;
    },
  },
  {
    keys: 'Enter, Tab',
    label: () => i18n.t('keys.take'),
    actionFor({ key }, { filter, suggestions, active, show, accept }) {
      const selected = suggestions[active.peek()];
      if (key === 'Enter' && !selected) return () => finish(filter, show);
      return selected && (key === 'Enter' || key === 'Tab') ? () => accept(selected) : null;
    },
  },
  {
    keys: 'Backspace',
    label: () => i18n.t('keys.lastTerm'),
    actionFor({ key }, { filter, field, isAllSelected }) {
      if (isAllSelected && (key === 'Backspace' || key === 'Delete')) return filter.clear;
      return key === 'Backspace' && isAtStart(field) ? lastToken(filter) : null;
    },
  },
  {
    keys: 'Esc',
    label: () => i18n.t('keys.emptyFilter'),
    /**
     * Closes the suggestions, then empties the typed text, then the whole filter.
     * After that the panel handles Escape.
     */
    actionFor({ key }, { filter, suggestions, show, onInput }) {
      if (key !== 'Escape') return null;
      if (suggestions.length > 0) return () => show(false);
      if (filter.value.value.text !== '') return () => onInput('');
      return filter.isEmpty.value ? null : filter.clear;
    },
  },
];

function finish(filter: FilterModel, show: (open: boolean) => void) {
  filter.finish();
  show(false);
}

/** Moves the active suggestion, with wraparound over a position at which none is active. */
function move(active: Signal<number>, by: 1 | -1, count: number) {
  active.value = ((active.value + 1 + by + count + 1) % (count + 1)) - 1;
}

function isAtStart({ selectionStart, selectionEnd }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === 0;
}

function lastToken(filter: FilterModel): (() => void) | null {
  const { tokens } = filter.value.value;
  return tokens.length === 0 ? null : () => filter.reopenToken(tokens.length - 1);
}
