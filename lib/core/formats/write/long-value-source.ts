import type { TelemetryRecord } from '#core/journey/record';
import { type LongValues, restoreLongValues } from '#core/journey/values/long-values';
import { observedOf } from '#core/stream/judged-record';

/** Hands a writer the records whose long values are not in memory, one at a time. */
export interface LongValueSource {
  /** Requests a record: it can be taken once `ready` has resolved. */
  request(record: TelemetryRecord): void;
  /** Returns the record with its long values, and releases them. Marked as truncated if they can't be read. */
  take(record: TelemetryRecord): TelemetryRecord;
  /** Whether a requested record is not read yet. */
  isWaiting(): boolean;
  /** Reads the requested values. Never rejects. */
  ready(): Promise<void>;
}

/** `read` gets the long values of a row, or `null` where there are none. */
export function createLongValueSource(read: (row: number) => Promise<LongValues | null>): LongValueSource {
  let requested: TelemetryRecord | null = null;
  let whole: TelemetryRecord | null = null;
  return {
    request(record) {
      requested = record;
      whole = null;
    },
    isWaiting: () => requested !== null,
    async ready() {
      const record = requested;
      if (record === null) return;
      const values = await read(record.row).catch(() => null);
      whole = values === null ? null : restoreLongValues(record, values);
      requested = null;
    },
    take(record) {
      const taken = whole;
      whole = null;
      return taken?.row === record.row ? taken : { ...record, longValues: 'truncated' };
    },
  };
}

/**
 * Restores the long values of a record.
 * Yields once before a record whose values are not in memory. Without a source, the record is unchanged.
 */
export function* withLongValues(
  record: TelemetryRecord,
  source: LongValueSource | undefined,
): Generator<'', TelemetryRecord> {
  if (record.longValues !== 'stored' || source === undefined) return record;
  const observed = observedOf(record);
  source.request(observed);
  yield '';
  return source.take(observed);
}

/** How many rests {@link withLongValues} makes for these records at most. */
export function countStored(records: readonly TelemetryRecord[]): number {
  return records.reduce((count, { longValues }) => count + Number(longValues === 'stored'), 0);
}
