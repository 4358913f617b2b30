import type { Signal } from '@preact/signals';
import { createUndoStack } from '#components/panel/app/undo-stack.ts';
import type { HiddenEvents } from '#core/query/hidden-events';
import { defineListSection } from './list-section';
import type { Records } from './record-store';

/** Steps that Ctrl+Z takes back for as long as the list lives: hiding events, and clearing the list. */
export interface ListUndo {
  hide(events: HiddenEvents): void;
  clear(): void;
  /** Takes the last step back. Returns whether there was one. */
  undo(): boolean;
}

interface ListUndoDeps {
  readonly records: Pick<Records, 'clear' | 'restore'>;
  readonly hidden: Signal<HiddenEvents>;
}

interface ListState {
  readonly hidden: HiddenEvents;
  /** How often the list was cleared. The records themselves hold what the last clearing took. */
  readonly clearings: number;
}

/** Each step holds a few sets at most; a cleared list is held by the records themselves, one at a time. */
const MAX_STEPS = 100;

export const listUndo = defineListSection(({ records, filter }) => createListUndo({ records, hidden: filter.hidden }));

export function createListUndo({ records, hidden }: ListUndoDeps): ListUndo {
  const stack = createUndoStack<ListState>({ hidden: hidden.peek(), clearings: 0 }, { maxSteps: MAX_STEPS });
  return {
    hide(events) {
      hidden.value = events;
      stack.put({ ...stack.now.peek(), hidden: events });
    },
    clear() {
      records.clear();
      const { clearings, ...now } = stack.now.peek();
      stack.put({ ...now, clearings: clearings + 1 });
    },
    undo() {
      while (stack.canUndo.peek()) {
        const { clearings } = stack.now.peek();
        stack.undo();
        const now = stack.now.peek();
        if (now.clearings === clearings) {
          hidden.value = now.hidden;
          return true;
        }
        // What was cleared is freed by the next clearing and by a page load that begins a new list.
        if (records.restore()) return true;
      }
      return false;
    },
  };
}
