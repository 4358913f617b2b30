import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Navigation, TelemetryRecord } from '#core/journey/record';
import type { ListChange, RecordChange, RecordList, RecordLookup } from '#core/journey/record-list';
import { type LongValues, restoreLongValues } from '#core/journey/values/long-values';
import { type Counter, type Counts, createCounter } from '#core/stream/counts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createSharedMids, type JudgedStore, putJudged, rejudge, type SharedMids } from '#core/stream/judged-rows';
import { type Judge, noJudge, withValues } from '#core/stream/no-judge';
import type { Finding } from '#core/telemetry/findings';
import { findLastRowAtMost } from './row-lookup';
import { createUnloadLosses, type UnloadLosses } from './unload-losses';

/**
 * Displayed numbers of rows, from 1 in the order of arrival.
 * They change when the list is cleared and when the clearing is undone, so stores and links use `record.row` instead.
 */
export interface RowNumbers {
  /** The number of an event, or `null` if the list does not have it. */
  numberOf(row: number): number | null;
}

/**
 * The recorded events, in the order of their rows.
 * Appending copies nothing, whatever the number of events.
 */
export interface Records extends RecordList<JudgedRecord>, RowNumbers {
  /** Incremented with every change. */
  readonly version: ReadonlySignal<number>;
  /**
   * A new object with every change, so that subscribers are notified.
   * The methods of the list create no subscription.
   */
  readonly current: ReadonlySignal<RecordLookup<JudgedRecord> & RowNumbers & { readonly version: number }>;
  readonly counts: ReadonlySignal<Counts>;
  /** Whether long values of any row are in the capture store. */
  hasStoredValues(): boolean;
  /** Adds new records. A changed record replaces the older one with the same `row`. */
  apply(changes: readonly TelemetryRecord[]): void;
  /** Like `apply`, without incrementing the version, so that a burst is added in slices and rendered once. */
  take(changes: readonly TelemetryRecord[]): void;
  /** Increments the version if records were added or judged since the last increment. */
  show(): void;
  /** Sets the judge of new records. Existing records keep their verdicts until `rejudge`. */
  setJudge(judge: Judge): void;
  /** Judges these rows again, without incrementing the version. */
  rejudge(rows: readonly number[]): void;
  /**
   * Sets the findings of rules that compare several events, and judges the rows again.
   * The version is not incremented.
   */
  setStreamFindings(rows: Iterable<number>, findingsOf: (row: number) => readonly Finding[]): void;
  /** Judges a row by its long values. The row itself stays truncated. */
  judgeByValues(row: number, values: LongValues): void;
  /** Adds page loads, in the order of their rows. Call it once for several page loads. */
  addNavigations(navigations: readonly Navigation[]): void;
  /**
   * Clears the list, up to a row or entirely.
   * Until `forget`, or the next clearing, `restore` restores all cleared records, with later changes.
   */
  clear(throughRow?: number): void;
  /** Restores the cleared records. Returns whether there were any. */
  restore(): boolean;
  /** Deletes the cleared records, which can then no longer be restored. */
  forget(): void;
}

/** The records of a list, in the order of their rows, with their counts. */
interface Store extends JudgedStore {
  readonly records: JudgedRecord[];
  readonly losses: UnloadLosses;
  readonly counter: Counter;
  mids: SharedMids;
  /** Time window in which equal `mid`s are duplicates, in milliseconds; unset for the default. */
  windowMs: number | undefined;
  /** The index of a row; -1 if there is none. */
  indexOf(row: number): number;
}

/** Sets the window of duplicates. Rows that share a `mid` in another window are judged again with the next judge. */
function setDuplicateWindow(store: Store, { duplicateWindowMs }: Judge): void {
  if (duplicateWindowMs === undefined || duplicateWindowMs === store.windowMs) return;
  store.windowMs = duplicateWindowMs;
  store.mids = createSharedMids(duplicateWindowMs, store.records);
}

function createStore(windowMs?: number): Store {
  const records: JudgedRecord[] = [];
  const losses = createUnloadLosses();
  const counter = createCounter();
  const indexOf = (row: number): number => {
    const index = findLastRowAtMost(records, row);
    return records[index]?.row === row ? index : -1;
  };
  return {
    records,
    losses,
    counter,
    mids: createSharedMids(windowMs),
    windowMs,
    indexOf,
    get: (row) => records[indexOf(row)] ?? null,
    put(record, before) {
      const index = findLastRowAtMost(records, record.row);
      if (before === null) records.splice(index + 1, 0, record);
      else records[index] = record;
      losses.count(record, before);
      counter.add(record);
      if (before) counter.remove(before);
    },
  };
}

/** Creates an empty list. Without a judge, records stay unjudged or keep their earlier verdict. */
export function createRecords(judge: Judge = noJudge): Records {
  let currentJudge = judge;
  let store = createStore(judge.duplicateWindowMs);
  let cleared: Store | null = null;
  /** The last judge of the cleared records. If it differs, they are judged again when they are restored. */
  let clearedJudge = judge;
  /** The last cleared row. A late change of a cleared record must not restore the record. */
  let clearedThrough = 0;
  let clearedThroughBefore = 0;
  const rowsOfRequests = new Map<string, number>();
  const listeners = new Set<(change: ListChange<JudgedRecord>) => void>();
  const version = signal(0);
  const versionedStore = computed(() => ({ version: version.value, store }));
  let isVersionCurrent = true;
  const notify = (change: ListChange<JudgedRecord>) => {
    isVersionCurrent = false;
    for (const listener of listeners) listener(change);
  };
  const show = () => {
    if (isVersionCurrent) return;
    if (store.losses.update()) notify({ type: 'navigations' });
    isVersionCurrent = true;
    version.value = version.peek() + 1;
  };
  const notifyAndShow = (change: ListChange<JudgedRecord>) => {
    notify(change);
    show();
  };

  const notifyChanged = (changes: readonly RecordChange<JudgedRecord>[]): void => {
    if (changes.length > 0) notify({ type: 'records', changes });
  };

  const put = (record: TelemetryRecord): readonly RecordChange<JudgedRecord>[] => {
    if (record.firedBy.type === 'panel') rowsOfRequests.set(record.firedBy.requestId, record.row);
    if (record.row > clearedThrough) return putJudged(store, record, currentJudge);
    // A row of an earlier clearing can no longer be restored.
    if (cleared && record.row > clearedThroughBefore) putJudged(cleared, record, currentJudge);
    return [];
  };

  const take = (incoming: readonly TelemetryRecord[]) => {
    notifyChanged(incoming.flatMap(put));
  };

  const byRow = (row: number): JudgedRecord | null => store.get(row);
  const numberOf = (row: number): number | null => store.indexOf(row) + 1 || null;
  const rowOfRequest = (requestId: string): number | null => rowsOfRequests.get(requestId) ?? null;

  const forget = (): void => {
    if (!cleared) return;
    cleared = null;
    notifyAndShow({ type: 'forgotten', throughRow: clearedThrough });
  };

  return {
    version,
    current: computed(() => ({ version: version.value, byRow, numberOf, rowOfRequest })),
    counts: computed(() => versionedStore.value.store.counter.snapshot()),
    hasStoredValues: () => store.counter.hasStoredValues(),
    take,
    show,
    apply(incoming) {
      take(incoming);
      show();
    },
    addNavigations(navigations) {
      store.losses.add(navigations);
      store.losses.update();
      notifyAndShow({ type: 'navigations' });
    },
    clear(throughRow = Number.POSITIVE_INFINITY) {
      show();
      forget();
      const newer = store.records.slice(findLastRowAtMost(store.records, throughRow) + 1);
      const last = store.records.at(-newer.length - 1);
      cleared = store;
      clearedJudge = currentJudge;
      clearedThroughBefore = clearedThrough;
      clearedThrough = last ? last.row : clearedThrough;
      store = createStore(store.windowMs);
      store.mids = createSharedMids(store.windowMs, newer);
      // A verdict stays unless it was about a `mid` that only a cleared record shared.
      for (const record of newer) store.put(currentJudge.judge(record, store.mids.isShared(record.row), record), null);
      notifyAndShow({ type: 'all' });
      notifyAndShow({ type: 'cleared', throughRow: clearedThrough });
    },
    restore() {
      if (!cleared) return false;
      const newer = store;
      store = cleared;
      cleared = null;
      clearedThrough = clearedThroughBefore;
      setDuplicateWindow(store, currentJudge);
      if (clearedJudge !== currentJudge) for (const { row } of store.records) rejudge(store, row, currentJudge);
      // A row keeps its verdict, which may be about long values that are not in memory.
      for (const record of newer.records) putJudged(store, record, currentJudge, record);
      store.losses.add(newer.losses.navigations);
      store.losses.update();
      notifyAndShow({ type: 'all' });
      notifyAndShow({ type: 'restored' });
      return true;
    },
    setJudge(next) {
      currentJudge = next;
      setDuplicateWindow(store, next);
    },
    rejudge: (rows) => notifyChanged(rows.flatMap((row) => rejudge(store, row, currentJudge))),
    setStreamFindings: (rows, findingsOf) =>
      notifyChanged([...rows].flatMap((row) => rejudge(store, row, currentJudge, findingsOf(row)))),
    judgeByValues(row, values) {
      const before = store.get(row);
      if (before?.longValues !== 'stored') return;
      const full = restoreLongValues(before.observed, values);
      const judged = currentJudge.judge(full, before.sharesMid, null, before.streamFindings);
      const record = withValues(judged, before.observed);
      store.put(record, before);
      notifyAndShow({ type: 'records', changes: [{ record, before }] });
    },
    forget,
    byRow,
    numberOf,
    all: () => store.records,
    navigations: () => store.losses.navigations,
    rowOfRequest,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
