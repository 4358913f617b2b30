import { createJob, type Scheduler } from '#core/util/scheduler';
import type { LongValueLocation, TelemetryRecord } from '../record';
import type { ListChange, RecordChange, RecordList } from '../record-list';
import { estimateRecordBytes, hasLongValues, type LongValues } from './long-values';
import type { truncateRecord } from './truncate-record';

/** Share of the budget that is used after a release, so that not every event causes another release. */
const RETAINED_SHARE = 0.8;

/** Number of the newest rows of a list that keep their long values. Users inspect these rows, and they still change. */
const MIN_UNTRUNCATED_ROWS = 20;

/** The store of a list's long values. */
export interface ValueStore {
  /** Whether the store is open. */
  isOpen(): boolean;
  /** Whether the long values of this state of the record are stored. */
  hasStored(record: TelemetryRecord): boolean;
  /** Returns the long values of a row, or `null` if there are none. */
  read(row: number): Promise<LongValues | null>;
}

/** A list whose long values count towards the budget. */
interface BudgetedList {
  readonly records: Pick<RecordList, 'all' | 'subscribe'>;
  /** Returns the store of the list, or `null` if it has none, as for a file. */
  readonly store: () => ValueStore | null;
  /** Replaces these records by truncated ones in all indexes and lists. */
  release(records: readonly TelemetryRecord[], location: LongValueLocation, truncateRecord: TruncateRecord): void;
}

/** The type of {@link truncateRecord}, whose code a host may load later. */
export type TruncateRecord = typeof truncateRecord;

interface BudgetDeps extends Pick<Scheduler, 'nextTask'> {
  /**
   * Loads the code when the budget is first exceeded, because most panels never need it.
   * If it rejects, a later release calls it again.
   */
  readonly loadTruncateRecord: () => TruncateRecord | Promise<TruncateRecord>;
}

/**
 * Limits the memory of long values.
 * Beyond the budget, it releases the largest values first, and the oldest of about the same size.
 * They remain in the capture store, or are lost if none is open. Rows, verdicts and findings remain.
 */
export interface MemoryBudget {
  /** Adds a list. Returns a function that removes it. */
  add(list: BudgetedList): () => void;
  /** Call when values were stored, or when a store was opened or closed. */
  releaseIfExceeded(): void;
  /** Returns the current memory of long values, in bytes. */
  bytes(): number;
}

/** Limits of long values for one host. */
export interface BudgetLimits {
  /** Limit for all lists together. */
  readonly maxBytes: number;
  /** Number of copies of each value in the host. */
  readonly copies: number;
}

interface SizedRecord {
  readonly record: TelemetryRecord;
  readonly bytes: number;
}

interface CountedList extends BudgetedList {
  /** By row. Includes records of a cleared list while Undo can restore them. */
  readonly sizedRecords: Map<number, SizedRecord>;
  /** Rows that were released. A row whose record changed before the release keeps its values. */
  readonly releasedRows: Set<number>;
}

/** Creates a budget without lists. It releases values in a separate task, never during a change. */
export function createMemoryBudget(
  { nextTask, loadTruncateRecord }: BudgetDeps,
  { maxBytes, copies }: BudgetLimits,
): MemoryBudget {
  const lists = new Set<CountedList>();
  let bytes = 0;

  const removeRecord = ({ sizedRecords }: CountedList, row: number): void => {
    bytes -= sizedRecords.get(row)?.bytes ?? 0;
    sizedRecords.delete(row);
  };
  const addRecord = (list: CountedList, record: TelemetryRecord): void => {
    if (list.sizedRecords.get(record.row)?.record === record) return;
    removeRecord(list, record.row);
    if (!hasLongValues(record)) return;
    const item = { record, bytes: copies * estimateRecordBytes(record) };
    list.sizedRecords.set(record.row, item);
    bytes += item.bytes;
    releaseIfExceeded();
  };
  const applyRecordChanges = (list: CountedList, changes: readonly RecordChange[]): void => {
    for (const { record, before } of changes) {
      const item = list.sizedRecords.get(record.row);
      const wasReleased = list.releasedRows.delete(record.row);
      if (wasReleased || !hasSameValues(record, before)) addRecord(list, record);
      // The record has changed, but not its values. Later, its new state is truncated.
      else if (item && item.record !== record) list.sizedRecords.set(record.row, { ...item, record });
    }
  };
  const applyChange = (list: CountedList, change: ListChange): void => {
    switch (change.type) {
      case 'records':
        applyRecordChanges(list, change.changes);
        return;
      case 'all':
        for (const record of list.records.all()) addRecord(list, record);
        return;
      case 'forgotten':
        for (const row of [...list.sizedRecords.keys()]) {
          if (row <= change.throughRow) removeRecord(list, row);
        }
        return;
      case 'navigations':
      case 'cleared':
      case 'restored':
    }
  };

  const releaseRows = (list: CountedList, rows: readonly SizedRecord[], truncateRecord: TruncateRecord): void => {
    const store = list.store();
    const isStoring = store?.isOpen() ?? false;
    const records = rows.map(({ record }) => record).filter((record) => !isStoring || store?.hasStored(record));
    if (records.length === 0) return;
    for (const { row } of records) {
      removeRecord(list, row);
      list.releasedRows.add(row);
    }
    list.release(records, isStoring ? 'stored' : 'truncated', truncateRecord);
  };
  /** `null` until the code is loaded. */
  let loadedCode: TruncateRecord | null = null;
  const releaseJob = createJob(nextTask, () => {
    if (bytes <= maxBytes) return;
    const code = loadedCode ?? loadTruncateRecord();
    if (!(code instanceof Promise)) return releaseLargest(code);
    code.then(
      (loaded) => {
        loadedCode = loaded;
        releaseJob.schedule();
      },
      () => {},
    );
  });
  const releaseIfExceeded = (): void => {
    if (bytes > maxBytes) releaseJob.schedule();
  };
  const releaseLargest = (truncateRecord: TruncateRecord): void => {
    const rowsByList = new Map<CountedList, SizedRecord[]>();
    let remainingBytes = bytes;
    for (const { list, item } of sortLargestFirst(lists)) {
      if (remainingBytes <= RETAINED_SHARE * maxBytes) break;
      remainingBytes -= item.bytes;
      rowsByList.set(list, [...(rowsByList.get(list) ?? []), item]);
    }
    for (const [list, rows] of rowsByList) releaseRows(list, rows, truncateRecord);
  };

  return {
    add(list) {
      const counted: CountedList = { ...list, sizedRecords: new Map(), releasedRows: new Set() };
      lists.add(counted);
      for (const record of list.records.all()) addRecord(counted, record);
      const unsubscribe = list.records.subscribe((change) => applyChange(counted, change));
      return () => {
        unsubscribe();
        for (const row of [...counted.sizedRecords.keys()]) removeRecord(counted, row);
        lists.delete(counted);
      };
    },
    releaseIfExceeded,
    bytes: () => bytes,
  };
}

/** Sorts records by size, the largest first, and by age within about the same size. The newest rows come last. */
function sortLargestFirst(
  lists: Iterable<CountedList>,
): readonly { readonly list: CountedList; readonly item: SizedRecord }[] {
  const all = [...lists].flatMap((list) => {
    const rows = [...list.sizedRecords.values()].sort((one, other) => one.record.row - other.record.row);
    const firstNew = rows.length - MIN_UNTRUNCATED_ROWS;
    return rows.map((item, index) => ({
      list,
      item,
      isNew: index >= firstNew,
      weight: Math.floor(Math.log2(item.bytes)),
    }));
  });
  return all.sort(
    (one, other) =>
      Number(one.isNew) - Number(other.isNew) ||
      other.weight - one.weight ||
      one.item.record.row - other.item.record.row,
  );
}

/** Whether a change did not affect long values, as most changes of a row. */
function hasSameValues(record: TelemetryRecord, before: TelemetryRecord | null): boolean {
  return (
    before !== null &&
    record.longValues === before.longValues &&
    record.call?.args === before.call?.args &&
    record.event?.json === before.event?.json &&
    record.requests.length === before.requests.length &&
    record.requests.every(({ responseText }, index) => responseText === before.requests[index]?.responseText)
  );
}
