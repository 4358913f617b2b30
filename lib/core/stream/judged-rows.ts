import type { TelemetryRecord } from '#core/journey/record';
import type { RecordChange } from '#core/journey/record-list';
import { stringAt } from '#core/json/json';
import { DEFAULT_PIPELINE, duplicateWindowsMs } from '#core/rules/ingestion/ingestion-profiles';
import { receiptTimeOf } from '#core/rules/receipt-time';
import type { Finding } from '#core/telemetry/findings';
import { createDuplicateEventRule, type DeduplicatedEvent } from './duplicate-event-rule';
import type { JudgedRecord } from './judged-record';
import type { Judge } from './no-judge';
import type { StreamChange } from './stream-rule';

/** Judged records by their rows. */
export interface JudgedStore {
  readonly mids: SharedMids;
  get(row: number): JudgedRecord | null;
  /** Puts a record in the place of `before`, which has its row, or adds it. */
  put(record: JudgedRecord, before: JudgedRecord | null): void;
}

/**
 * Judges a record and puts it into a store.
 * Returns its change, and those of other rows that share its `mid` now or no longer do.
 */
export function putJudged(
  store: JudgedStore,
  record: TelemetryRecord,
  judge: Judge,
): readonly RecordChange<JudgedRecord>[] {
  const before = store.get(record.row);
  const others = store.mids.add(record).filter((row) => row !== record.row);
  const judged = judge.judge(record, store.mids.isShared(record.row), before);
  store.put(judged, before);
  const change = { record: judged, before };
  return others.length === 0 ? [change] : [change, ...others.flatMap((row) => judgeAgain(store, row, judge))];
}

/**
 * Judges a row of a store again. Returns its change, or an empty list.
 *
 * @param streamFindings what rules over many events find in it: the same as before by default.
 */
export function judgeAgain(
  store: JudgedStore,
  row: number,
  judge: Judge,
  streamFindings?: readonly Finding[],
): readonly RecordChange<JudgedRecord>[] {
  const before = store.get(row);
  if (before === null) return [];
  const record = judge.judge(before, store.mids.isShared(row), before, streamFindings);
  if (record === before) return [];
  store.put(record, before);
  return [{ record, before }];
}

/** Records by their rows, judged as they come. */
export interface JudgedRows {
  /** Adds new records, and puts changed ones in the place of the older record with the same `row`. */
  put(changed: readonly TelemetryRecord[]): void;
  get(row: number): JudgedRecord | null;
  /** In the order of their rows. */
  all(): readonly JudgedRecord[];
}

/** Creates rows that one judge judges. */
export function createJudgedRows(judge: Judge): JudgedRows {
  const rows = new Map<number, JudgedRecord>();
  const get = (row: number): JudgedRecord | null => rows.get(row) ?? null;
  const store: JudgedStore = {
    mids: createSharedMids(),
    get,
    put: (record) => void rows.set(record.row, record),
  };
  return {
    put(changed) {
      for (const record of changed) putJudged(store, record, judge);
    },
    get,
    all: () => [...rows.values()].sort((one, other) => one.row - other.row),
  };
}

const MID = ['mid'];

/** Finds the rows whose `mid` is also that of another row, as a pipeline looks for duplicates. */
export interface SharedMids {
  /**
   * Adds a record, or puts it in the place of the one with its row.
   * Returns the rows for which {@link SharedMids.isShared} has changed; the record's own may be one of them.
   */
  add(record: TelemetryRecord): readonly number[];
  /** Removes records by their rows. Returns the other rows for which {@link SharedMids.isShared} has changed. */
  remove(rows: readonly number[]): readonly number[];
  isShared(row: number): boolean;
}

/**
 * Creates a finder of shared `mid`s for one list.
 *
 * @param windowMs for how long a `mid` is remembered.
 * @param records those that the list has.
 */
export function createSharedMids(
  windowMs: number = duplicateWindowsMs[DEFAULT_PIPELINE],
  records: readonly TelemetryRecord[] = [],
): SharedMids {
  const rule = createDuplicateEventRule(deduplicated, { windowMs });
  const rows = createRowsWithFindings();
  rows.apply(rule.add(records));
  return {
    add: (record) => rows.apply(rule.add([record])),
    remove(removed) {
      const gone = new Set(removed);
      return rows.apply(rule.remove(removed)).filter((row) => !gone.has(row));
    },
    isShared: rows.has,
  };
}

const STEPS: DeduplicatedEvent['steps'] = ['druid-validator'];

/** Its `mid` is empty if the event has none, or there is no event. A file may be of any time: then only the event says when it was received. */
function deduplicated({ row, event }: TelemetryRecord): DeduplicatedEvent {
  if (event === null) return { row, mid: '', receivedAt: null, steps: STEPS };
  const receivedAt = event.observedIn === 'file' ? receiptTimeOf(event.json) : event.at;
  return { row, mid: stringAt(event.json, MID) ?? '', receivedAt, steps: STEPS };
}

/** Knows which rows the findings of a stream are about or refer to. */
interface RowsWithFindings {
  /** Takes a change of the findings. Returns the rows that have findings now and had none before, or the other way round. */
  apply(change: StreamChange): readonly number[];
  has(row: number): boolean;
}

/** Creates an index of findings by row: two numbers per row with findings, and the rows of each finding. */
export function createRowsWithFindings(): RowsWithFindings {
  const rowsOfKey = new Map<string, readonly number[]>();
  const counts = new Map<number, number>();
  const count = (row: number, by: 1 | -1): void => {
    const next = (counts.get(row) ?? 0) + by;
    if (next === 0) counts.delete(row);
    else counts.set(row, next);
  };
  return {
    apply({ found, withdrawn }) {
      if (found.length + withdrawn.length === 0) return NO_ROWS;
      const had = new Map<number, boolean>();
      const change = (rows: readonly number[], by: 1 | -1) => {
        for (const row of rows) {
          if (!had.has(row)) had.set(row, counts.has(row));
          count(row, by);
        }
      };
      for (const key of withdrawn) {
        change(rowsOfKey.get(key) ?? NO_ROWS, -1);
        rowsOfKey.delete(key);
      }
      for (const { key, rows } of found) {
        change(rowsOfKey.get(key) ?? NO_ROWS, -1);
        rowsOfKey.set(key, rows);
        change(rows, 1);
      }
      return [...had].filter(([row, before]) => counts.has(row) !== before).map(([row]) => row);
    },
    has: (row) => counts.has(row),
  };
}

const NO_ROWS: readonly number[] = [];
