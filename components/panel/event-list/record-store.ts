import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Counter, type Counts, createCounter } from '#core/journey/counts';
import type { NavigationMark, TelemetryRecord } from '#core/journey/record';
import type { ListChange, RecordChange, RecordList, RecordLookup } from '#core/journey/record-list';
import { findLastIndexAtMost } from '#core/util/binary-search';
import { createUnloadLosses, type UnloadLosses } from './unload-losses';

/**
 * Numbers of rows as the list shows them, from 1 in the order of arrival.
 * Clearing the list, and undoing that, renumbers; so stores and links hold `record.row`, never a number.
 */
export interface RowNumbers {
  /** The number of an event, or `null` if the list does not have it. */
  numberOf(row: number): number | null;
}

/**
 * The recorded events, in the order of their rows.
 * Cheap to append to: nothing is copied, however many there are.
 */
export interface Records extends RecordList, RowNumbers {
  /** Goes up with every change. */
  readonly version: ReadonlySignal<number>;
  /**
   * A new object with every change, so that its readers are notified.
   * The methods of the list create no subscription.
   */
  readonly current: ReadonlySignal<RecordLookup & RowNumbers & { readonly version: number }>;
  readonly counts: ReadonlySignal<Counts>;
  /** Whether long values of any row are in the capture store. */
  hasStoredValues(): boolean;
  /** Adds new records, and puts changed ones in the place of the older record with the same `row`. */
  apply(changes: readonly TelemetryRecord[]): void;
  /** Does so without the version going up: a flood is taken in some at a time, and rendered once. */
  take(changes: readonly TelemetryRecord[]): void;
  /** Makes the version go up for what was taken in since it last did. */
  show(): void;
  /** Sets what sets the muted findings of a record apart, for those that are here and those that come. */
  setMuting(mute: (record: TelemetryRecord) => TelemetryRecord): void;
  /** Adds page loads, in the order of their rows. All that are known at one time are added together. */
  addMarks(marks: readonly NavigationMark[]): void;
  /**
   * Empties the list, up to a row or wholly.
   * Until `forget`, or the next clearing, `restore` brings everything back, with what happened to it meanwhile.
   */
  clear(throughRow?: number): void;
  /** Returns whether there was anything to bring back. */
  restore(): boolean;
  forget(): void;
}

interface Store {
  readonly records: TelemetryRecord[];
  readonly losses: UnloadLosses;
  readonly counter: Counter;
}

const rowOf = (record: TelemetryRecord) => record.row;
const emptyStore = (): Store => ({ records: [], losses: createUnloadLosses(), counter: createCounter() });

export function createRecords(): Records {
  let mute: (record: TelemetryRecord) => TelemetryRecord = (record) => record;
  let store = emptyStore();
  let cleared: Store | null = null;
  /** Rows up to here were cleared: a late change of one of them must not bring it back. */
  let clearedThrough = 0;
  let clearedThroughBefore = 0;
  const rowsOfRequests = new Map<string, number>();
  const listeners = new Set<(change: ListChange) => void>();
  const version = signal(0);
  const shown = computed(() => ({ version: version.value, store }));
  let isShown = true;
  const notify = (change: ListChange) => {
    isShown = false;
    for (const listener of listeners) listener(change);
  };
  const show = () => {
    if (isShown) return;
    if (store.losses.update()) notify({ type: 'marks' });
    isShown = true;
    version.value = version.peek() + 1;
  };
  const change = (what: ListChange) => {
    notify(what);
    show();
  };

  const put = (found: TelemetryRecord): RecordChange | null => {
    const record = mute(found);
    if (record.firedBy.from === 'panel') rowsOfRequests.set(record.firedBy.requestId, record.row);
    if (record.row > clearedThrough) return putInto(store, record);
    if (cleared) putInto(cleared, record);
    return null;
  };

  const take = (incoming: readonly TelemetryRecord[]) => {
    const changes = incoming.map(put).filter((each) => each !== null);
    if (changes.length > 0) notify({ type: 'records', changes });
  };

  const indexOf = (row: number): number => {
    const index = findLastIndexAtMost(store.records, row, rowOf);
    return store.records[index]?.row === row ? index : -1;
  };
  const byRow = (row: number): TelemetryRecord | null => store.records[indexOf(row)] ?? null;
  const numberOf = (row: number): number | null => indexOf(row) + 1 || null;
  const rowOfRequest = (requestId: string): number | null => rowsOfRequests.get(requestId) ?? null;

  /** Returns whether any record is another one now. */
  const muteAgain = (): boolean => {
    const changed = store.records.filter((record) => mute(record) !== record);
    take(changed);
    return changed.length > 0;
  };

  const forget = (): void => {
    if (!cleared) return;
    cleared = null;
    change({ type: 'forgotten', throughRow: clearedThrough });
  };

  return {
    version,
    current: computed(() => ({ version: version.value, byRow, numberOf, rowOfRequest })),
    counts: computed(() => shown.value.store.counter.snapshot()),
    hasStoredValues: () => store.counter.hasStoredValues(),
    take,
    show,
    apply(incoming) {
      take(incoming);
      show();
    },
    addMarks(marks) {
      store.losses.add(marks);
      store.losses.update();
      change({ type: 'marks' });
    },
    clear(throughRow = Number.POSITIVE_INFINITY) {
      show();
      forget();
      const newer = store.records.slice(findLastIndexAtMost(store.records, throughRow, rowOf) + 1);
      const last = store.records.at(-newer.length - 1);
      cleared = store;
      clearedThroughBefore = clearedThrough;
      clearedThrough = last ? last.row : clearedThrough;
      store = emptyStore();
      for (const record of newer) putInto(store, record);
      change({ type: 'all' });
      change({ type: 'cleared', throughRow: clearedThrough });
    },
    restore() {
      if (!cleared) return false;
      const newer = store;
      store = cleared;
      cleared = null;
      clearedThrough = clearedThroughBefore;
      for (const record of newer.records) putInto(store, record);
      muteAgain();
      store.losses.add(newer.losses.marks);
      store.losses.update();
      change({ type: 'all' });
      change({ type: 'restored' });
      return true;
    },
    setMuting(next) {
      mute = next;
      if (muteAgain()) show();
    },
    forget,
    byRow,
    numberOf,
    all: () => store.records,
    marks: () => store.losses.marks,
    rowOfRequest,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function putInto(store: Store, record: TelemetryRecord): RecordChange {
  const index = findLastIndexAtMost(store.records, record.row, rowOf);
  const before = store.records[index];
  store.counter.add(record);
  if (before?.row !== record.row) {
    store.losses.count(record, null);
    store.records.splice(index + 1, 0, record);
    return { record, before: null };
  }
  store.losses.count(record, before);
  store.counter.remove(before);
  store.records[index] = record;
  return { record, before };
}
