import { batch, type Signal, signal } from '@preact/signals';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import { createFullRecordCache, type FullRecordCache } from '#components/panel/event-list/full-records.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { findPreviousOfKind } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';

type Pair<Value> = readonly [Value, Value];

/** One of two compared events: a row of a list, or an event outside of all lists. */
export interface ComparedSide {
  readonly record: JudgedRecord;
  /** The list that has the event as a row, or `null` for a sample or an example. */
  readonly list: EventList | null;
  /** Label beside the row number; empty for a row of the shown list. */
  readonly label: string;
}

interface Comparison {
  readonly list: EventList;
  readonly row: number;
  readonly other: Pick<ComparedSide, 'list' | 'label' | 'record'>;
  readonly isSwapped: boolean;
  /** Caches of the two events with their long values. */
  readonly fullRecordCaches: Pair<FullRecordCache>;
  /** The selected rows. Another selection ends the comparison. */
  readonly selected: ReadonlySet<number>;
}

/** The two events that are compared. */
export interface CompareStore {
  /** Returns both sides with their current records, or `null` if the list shows no comparison. */
  recordsIn(list: EventList): Pair<ComparedSide> | null;
  /** Compares two rows of a list. */
  open(list: EventList, rows: Pair<number>): void;
  /** Compares a row with an event of another list. */
  openWith(list: EventList, row: number, other: ComparedSide): void;
  swap(): void;
  close(): void;
}

function createCompareStore(): CompareStore {
  const comparison: Signal<Comparison | null> = signal(null);
  const readCurrent = (side: ComparedSide, fullRecordCache: FullRecordCache): ComparedSide | null => {
    const record = side.list ? side.list.records.current.value.byRow(side.record.row) : side.record;
    return record && { ...side, record: fullRecordCache.get(record) };
  };
  const start = (list: EventList, row: number, other: ComparedSide, rows: readonly number[]) =>
    batch(() => {
      list.selection.select(rows, rows.at(-1) ?? row);
      const fullRecordCaches: Pair<FullRecordCache> = [
        createFullRecordCache(list.fullRecords),
        createFullRecordCache((other.list ?? list).fullRecords),
      ];
      comparison.value = { list, row, other, isSwapped: false, fullRecordCaches, selected: list.selection.rows.peek() };
    });
  return {
    recordsIn(list) {
      const current = comparison.value;
      if (current?.list !== list || list.selection.rows.value !== current.selected) return null;
      const record = list.records.current.value.byRow(current.row);
      const other = readCurrent(current.other, current.fullRecordCaches[1]);
      if (!record || !other) return null;
      const shownSide = { record: current.fullRecordCaches[0].get(record), list, label: '' };
      return current.isSwapped ? [other, shownSide] : [shownSide, other];
    },
    open(list, rows) {
      const record = list.records.byRow(rows[1]);
      if (record) start(list, rows[0], { record, list, label: '' }, rows);
    },
    openWith: (list, row, other) => start(list, row, other, [row]),
    swap() {
      const current = comparison.peek();
      if (current) comparison.value = { ...current, isSwapped: !current.isSwapped };
    },
    close() {
      comparison.value = null;
    },
  };
}

export const compareStore = defineStore(createCompareStore);

/** Compares the two selected events. Returns `false` unless exactly two are selected. */
export function compareSelected(stores: Stores): boolean {
  const list = listInView(stores);
  const [one, other, ...more] = list.selection.selected.peek();
  if (!one || !other || more.length > 0) return false;
  stores.get(compareStore).open(list, [one.row, other.row]);
  return true;
}

/** Compares an event with the previous one of its kind. Returns `false` if it is the first. */
export function compareWithPrevious(stores: Stores, record: JudgedRecord): boolean {
  const list = listInView(stores);
  const previous = findPreviousOfKind(record, list.records.all());
  if (previous) stores.get(compareStore).open(list, [previous.row, record.row]);
  return previous !== null;
}
