import type { TelemetryRecord } from '#core/journey/record';
import type { JudgedRecord } from './judged-record';
import type { Judge } from './no-judge';
import { createSharedMids } from './shared-mids';

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
  const mids = createSharedMids();
  return {
    put(changed) {
      for (const record of changed) {
        const before = rows.get(record.row) ?? null;
        const others = mids.add(record, before);
        rows.set(record.row, judge.judge(record, mids.isShared(record), before));
        for (const row of others) {
          const other = rows.get(row);
          if (other) rows.set(row, judge.judge(other, mids.isShared(other), other));
        }
      }
    },
    get: (row) => rows.get(row) ?? null,
    all: () => [...rows.values()].sort((one, other) => one.row - other.row),
  };
}
