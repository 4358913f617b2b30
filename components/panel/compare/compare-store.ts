import { batch, type Signal, signal } from '@preact/signals';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import type { EventList } from '#components/panel/event-list/event-list.ts';
import type { TelemetryRecord } from '#core/journey/record';

type Pair<Value> = readonly [Value, Value];

/** Two rows of one list. */
interface Comparison {
  readonly list: EventList;
  readonly rows: Pair<number>;
  /** The selection that was compared: with any other the comparison is over. */
  readonly selected: ReadonlySet<number>;
}

/** The two events that are compared. */
export interface CompareStore {
  /** The compared events as they are now; `null` where none are, or one of them was cleared. */
  recordsIn(list: EventList): Pair<TelemetryRecord> | null;
  open(list: EventList, rows: Pair<number>): void;
  swap(): void;
  close(): void;
}

function createCompareStore(): CompareStore {
  const comparison: Signal<Comparison | null> = signal(null);
  return {
    recordsIn(list) {
      const current = comparison.value;
      if (current?.list !== list || list.selection.rows.value !== current.selected) return null;
      const { byRow } = list.records.current.value;
      const [one, other] = [byRow(current.rows[0]), byRow(current.rows[1])];
      return one && other && [one, other];
    },
    open: (list, rows) =>
      batch(() => {
        list.selection.choose(rows, rows[1]);
        comparison.value = { list, rows, selected: list.selection.rows.peek() };
      }),
    swap() {
      const current = comparison.peek();
      if (current) comparison.value = { ...current, rows: [current.rows[1], current.rows[0]] };
    },
    close() {
      comparison.value = null;
    },
  };
}

export const compareStore = defineStore(createCompareStore);

/** Compares the two selected events; returns `false` where not exactly two are selected. */
export function compareSelected(stores: Stores): boolean {
  const list = listInView(stores);
  const [one, other, ...more] = list.selection.selected.peek();
  if (!one || !other || more.length > 0) return false;
  stores.get(compareStore).open(list, [one.row, other.row]);
  return true;
}
