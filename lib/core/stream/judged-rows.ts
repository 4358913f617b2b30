import type { TelemetryRecord } from '#core/journey/record';
import type { RecordChange } from '#core/journey/record-list';
import { stringAt } from '#core/json/json';
import { DEFAULT_PIPELINE, duplicateWindowsMs } from '#core/rules/ingestion/ingestion-profiles';
import { receiptTimeInFile } from '#core/rules/receipt-time';
import type { Finding } from '#core/telemetry/findings';
import { createDuplicateEventRule, type DeduplicatedEvent } from './duplicate-event-rule';
import type { JudgedRecord } from './judged-record';
import type { Judge } from './no-judge';
import type { StreamChange } from './stream-rule';

/** Judged records by their rows. */
export interface JudgedStore {
  readonly mids: SharedMids;
  get(row: number): JudgedRecord | null;
  /** Adds a record, or replaces `before`, the earlier record of the same row. */
  put(record: JudgedRecord, before: JudgedRecord | null): void;
}

/**
 * Judges a record and adds it to a store.
 * Returns the change of its row, and of the rows that now share its `mid` or no longer share it.
 *
 * @param judgedBefore the earlier verdict on the row, by default that of the store.
 */
export function putJudged(
  store: JudgedStore,
  record: TelemetryRecord,
  judge: Judge,
  judgedBefore: JudgedRecord | null = store.get(record.row),
): readonly RecordChange<JudgedRecord>[] {
  const before = store.get(record.row);
  const others = store.mids.add(record).filter((row) => row !== record.row);
  const judged = judge.judge(record, store.mids.isShared(record.row), judgedBefore);
  store.put(judged, before);
  const change = { record: judged, before };
  return others.length === 0 ? [change] : [change, ...others.flatMap((row) => rejudge(store, row, judge))];
}

/**
 * Judges a row of a store again. Returns its change, or an empty list.
 *
 * @param streamFindings findings of rules over many events. By default, the stream findings of the row are unchanged.
 */
export function rejudge(
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

/** Records by row, judged as soon as they are added. */
export interface JudgedRows {
  /** Adds new records. A changed record replaces the older one with the same `row`. */
  put(changed: readonly TelemetryRecord[]): void;
  get(row: number): JudgedRecord | null;
  /** Returns all records in the order of their rows. */
  all(): readonly JudgedRecord[];
}

/** Creates an empty list of rows that are judged by `judge`. */
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

/** Finds the rows that share their `mid` with another row, by the pipeline's rules for duplicates. */
export interface SharedMids {
  /**
   * Adds a record, or replaces the record with the same row.
   * Returns the rows for which {@link SharedMids.isShared} has changed. The record's row may be one of them.
   */
  add(record: TelemetryRecord): readonly number[];
  /** Removes records by their rows. Returns the other rows for which {@link SharedMids.isShared} has changed. */
  remove(rows: readonly number[]): readonly number[];
  isShared(row: number): boolean;
}

/**
 * Creates a finder of shared `mid`s for one list.
 *
 * @param windowMs how long the pipeline remembers a `mid`.
 * @param records the initial records of the list.
 */
export function createSharedMids(
  windowMs: number = duplicateWindowsMs[DEFAULT_PIPELINE],
  records: readonly TelemetryRecord[] = [],
): SharedMids {
  const rule = createDuplicateEventRule(toDeduplicatedEvent, { windowMs });
  const rows = createRowsWithFindings();
  rows.apply(rule.add(records));
  return {
    add: (record) => rows.apply(rule.add([record])),
    remove(removed) {
      const removedRows = new Set(removed);
      return rows.apply(rule.remove(removed)).filter((row) => !removedRows.has(row));
    },
    isShared: rows.has,
  };
}

const STEPS: DeduplicatedEvent['steps'] = ['druid-validator'];

/** A file may be of any age, so the time of receipt is then taken from the event itself. */
function toDeduplicatedEvent({ row, event }: TelemetryRecord): DeduplicatedEvent {
  if (event === null) return { row, mid: '', receivedAt: null, steps: STEPS };
  const receivedAt = event.observedIn === 'file' ? receiptTimeInFile(event) : event.at;
  return { row, mid: stringAt(event.json, MID) ?? '', receivedAt, steps: STEPS };
}

/** The rows that at least one finding of a stream is about or refers to. */
interface RowsWithFindings {
  /** Applies a change. Returns the rows that gained their first finding or lost their last. */
  apply(change: StreamChange): readonly number[];
  has(row: number): boolean;
}

/** Creates an index of rows with findings. It stores two numbers per row, and the rows of each finding. */
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
      const hadFindings = new Map<number, boolean>();
      const change = (rows: readonly number[], by: 1 | -1) => {
        for (const row of rows) {
          if (!hadFindings.has(row)) hadFindings.set(row, counts.has(row));
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
      return [...hadFindings].filter(([row, hadAny]) => counts.has(row) !== hadAny).map(([row]) => row);
    },
    has: (row) => counts.has(row),
  };
}

const NO_ROWS: readonly number[] = [];
