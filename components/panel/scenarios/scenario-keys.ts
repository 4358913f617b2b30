import { isTyping } from '#components/panel/app/registries.ts';
import { hasCtrl, type ViewKey } from '#components/panel/app/view-keys.ts';
import { i18n } from '#i18n';

/** A list of steps or recorded calls, and its focused line. */
interface StepKeyTarget {
  readonly index: number;
  readonly count: number;
  readonly focus: (index: number) => void;
  /** Unset if the user cannot change the order. */
  readonly move?: (index: number, by: number) => void;
  readonly remove: (index: number) => void;
}

const arrows: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** The keys of a scenario's steps, and of its recorded calls. */
export const stepKeys: readonly ViewKey<StepKeyTarget>[] = [
  // The browser handles Enter, because the step is a button.
  { keys: 'Enter', label: () => i18n.t('keys.editStep') },
  {
    keys: 'Alt ↑ ↓',
    label: () => i18n.t('keys.moveStep'),
    actionFor({ key, altKey }, { index, move }) {
      const by = arrows[key];
      return altKey && by !== undefined && move ? () => move(index, by) : null;
    },
  },
  {
    keys: '↑ ↓, Home, End',
    actionFor({ key, altKey }, { index, count, focus }) {
      const by = arrows[key];
      if (by !== undefined && !altKey) return () => focus(index + by);
      if (key === 'Home') return () => focus(0);
      return key === 'End' ? () => focus(count - 1) : null;
    },
  },
  {
    keys: 'Delete',
    label: () => i18n.t('keys.removeStep'),
    actionFor: ({ key }, { index, remove }) => (key === 'Delete' ? () => remove(index) : null),
  },
];

/** The keys of the whole view. */
export const scenarioKeys: readonly ViewKey<{ readonly undo: () => void }>[] = [
  {
    keys: 'Ctrl Z',
    label: () => i18n.t('keys.undo'),
    actionFor(event, { undo }) {
      const isUndo = hasCtrl(event) && !event.shiftKey && event.key.toLowerCase() === 'z';
      return isUndo && !isTyping(event.target) ? undo : null;
    },
  },
];
