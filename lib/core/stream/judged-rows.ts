import type { TelemetryRecord } from '#core/journey/record';
import type { RecordChange } from '#core/journey/record-list';
import type { JudgedRecord } from './judged-record';
import type { Judge } from './no-judge';
import { createSharedMids, type SharedMids } from './shared-mids';

/** What holds judged records by their rows. */
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

/** Judges a row of a store anew. Returns its change, or nothing where it stays as it is. */
export function judgeAgain(store: JudgedStore, row: number, judge: Judge): readonly RecordChange<JudgedRecord>[] {
  const before = store.get(row);
  if (before === null) return [];
  const record = judge.judge(before, store.mids.isShared(row), before);
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
