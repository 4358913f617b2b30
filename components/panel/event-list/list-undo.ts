import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createUndoStack } from '#components/panel/app/undo-stack.ts';
import type { ListChange } from '#core/journey/record-list';
import { type HiddenEvents, hidesAny, isHidden, noHiddenEvents, similarityKeyOf } from '#core/query/hidden-events';
import type { JudgedRecord } from '#core/stream/judged-record';
import { defineListSection } from './list-section';
import type { Records } from './record-store';

/** Undo steps of a list: hiding events, and clearing the list. */
export interface ListUndo {
  hide(events: HiddenEvents): void;
  /** Clears the list. Returns a function that undoes only this clearing, and no later step. */
  clear(): () => void;
  /** Undoes the last step. Returns whether there was one. */
  undo(): boolean;
}

interface ListUndoDeps {
  readonly records: Pick<Records, 'clear' | 'restore'>;
  readonly hidden: Signal<HiddenEvents>;
}

interface ListState {
  readonly hidden: HiddenEvents;
  /** How many times the list was cleared. The records that the last clearing removed are in `Records`. */
  readonly clearings: number;
}

/** Each step contains a few sets at most. `Records` itself stores the last cleared list. */
const MAX_STEPS = 100;

export const listUndo = defineListSection(({ records, filter }) => createListUndo({ records, hidden: filter.hidden }));

export function createListUndo({ records, hidden }: ListUndoDeps): ListUndo {
  const stack = createUndoStack<ListState>({ hidden: hidden.peek(), clearings: 0 }, { maxSteps: MAX_STEPS });
  return {
    hide(events) {
      hidden.value = events;
      stack.push({ ...stack.current.peek(), hidden: events });
    },
    clear() {
      records.clear();
      const state = stack.current.peek();
      const { clearings } = state;
      stack.push({ ...state, clearings: clearings + 1 });
      return () => {
        const current = stack.current.peek();
        if (current.clearings === clearings + 1 && records.restore()) stack.push({ ...current, clearings });
      };
    },
    undo() {
      while (stack.canUndo.peek()) {
        const { clearings } = stack.current.peek();
        stack.undo();
        const state = stack.current.peek();
        if (state.clearings === clearings) {
          hidden.value = state.hidden;
          return true;
        }
        // The next clearing, or a page load that starts a new list, frees the cleared records.
        if (records.restore()) return true;
      }
      return false;
    },
  };
}

/** Hides events at the user's request. Each step can be undone. */
export interface Hiding {
  /** Number of recorded events that are hidden. */
  readonly count: ReadonlySignal<number>;
  hideRows(rows: Iterable<number>): void;
  /** Hides all events with this kind, `edata.type` and `edata.id`, also future ones. */
  hideSimilar(record: JudgedRecord): void;
  showAll(): void;
  stop(): void;
}

interface HidingDeps {
  readonly records: Records;
  readonly hidden: ReadonlySignal<HiddenEvents>;
  readonly undo: Pick<ListUndo, 'hide'>;
}

export const listHiding = defineListSection(({ records, filter, get, onStop }) => {
  const hiding = createHiding({ records, hidden: filter.hidden, undo: get(listUndo) });
  onStop(hiding.stop);
  return hiding;
});

function createHiding({ records, hidden, undo }: HidingDeps): Hiding {
  const count = signal(0);
  const countAll = (): void => {
    const hiddenEvents = hidden.peek();
    const isRecordHidden = (record: JudgedRecord) => isHidden(hiddenEvents, record);
    count.value = hidesAny(hiddenEvents) ? records.all().filter(isRecordHidden).length : 0;
  };
  const handleChange = (change: ListChange<JudgedRecord>): void => {
    const hiddenEvents = hidden.peek();
    if (change.type === 'all') countAll();
    if (change.type !== 'records' || !hidesAny(hiddenEvents)) return;
    for (const { record, before } of change.changes) {
      const wasHidden = before !== null && isHidden(hiddenEvents, before);
      count.value += Number(isHidden(hiddenEvents, record)) - Number(wasHidden);
    }
  };
  const stopRecords = records.subscribe(handleChange);
  const stopHidden = hidden.subscribe(countAll);
  return {
    count,
    hideRows: (rows) => undo.hide({ ...hidden.peek(), rows: new Set([...hidden.peek().rows, ...rows]) }),
    hideSimilar: (record) =>
      undo.hide({ ...hidden.peek(), similarTo: [...hidden.peek().similarTo, similarityKeyOf(record)] }),
    showAll() {
      if (hidesAny(hidden.peek())) undo.hide(noHiddenEvents);
    },
    stop() {
      stopRecords();
      stopHidden();
    },
  };
}
