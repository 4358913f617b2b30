import type { TelemetryRecord } from '#core/journey/record';
import { type LongValues, restoreLongValues } from '#core/journey/values/long-values';
import { observedOf } from '#core/stream/judged-record';

/** Restores records with long values that are not in memory, one at a time. */
export interface LongValueSource {
  /** Requests a record. Call `take` after `ready` has resolved. */
  request(record: TelemetryRecord): void;
  /**
   * Returns the record with its long values and releases them.
   * If they can't be read, the record is marked as truncated.
   */
  take(record: TelemetryRecord): TelemetryRecord;
  /** Whether a requested record is not read yet. */
  isWaiting(): boolean;
  /** Reads the requested values. Never rejects. */
  ready(): Promise<void>;
}

/** Creates a source. `read` resolves with the long values of a row, or `null` if there are none. */
export function createLongValueSource(read: (row: number) => Promise<LongValues | null>): LongValueSource {
  let requestedRecord: TelemetryRecord | null = null;
  let restoredRecord: TelemetryRecord | null = null;
  return {
    request(record) {
      requestedRecord = record;
      restoredRecord = null;
    },
    isWaiting: () => requestedRecord !== null,
    async ready() {
      const record = requestedRecord;
      if (record === null) return;
      const values = await read(record.row).catch(() => null);
      restoredRecord = values === null ? null : restoreLongValues(record, values);
      requestedRecord = null;
    },
    take(record) {
      const restored = restoredRecord;
      restoredRecord = null;
      return restored?.row === record.row ? restored : { ...record, longValues: 'truncated' };
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

/** Returns the maximum number of yields of {@link withLongValues} for these records. */
export function countStored(records: readonly TelemetryRecord[]): number {
  return records.reduce((count, { longValues }) => count + Number(longValues === 'stored'), 0);
}
