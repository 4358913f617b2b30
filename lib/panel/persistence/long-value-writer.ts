import type { TelemetryRecord } from '#core/journey/record';
import { longValuesOf } from '#core/journey/values/long-values';
import { hashTruncated, truncateRecord } from '#core/journey/values/truncate-record';
import type { CaptureStorage } from './stored-capture';

interface LongValueWriterDeps {
  readonly storage: Pick<CaptureStorage, 'putValues'>;
  readonly key: string;
  /** Called when long values were stored. */
  readonly onStored: () => void;
  readonly onFailure: () => void;
}

/** Stores long values apart from their records, once for all changes of a record. */
export interface LongValueWriter {
  /** Stores the long values of a record. Returns the record without them. */
  extract(record: TelemetryRecord): TelemetryRecord;
  /** Whether the long values of this exact state of a record are stored. */
  hasStored(record: TelemetryRecord): boolean;
  /** Call when the rows up to this row were removed from the storage. */
  forget(throughRow: number): void;
}

export function createLongValueWriter({ storage, key, onStored, onFailure }: LongValueWriterDeps): LongValueWriter {
  /** Hash of the last stored long values, by row. */
  const storedHashes = new Map<number, number>();
  const recordsWithStored = new WeakSet<TelemetryRecord>();
  const put = async (record: TelemetryRecord, hash: number): Promise<void> => {
    if (storedHashes.get(record.row) !== hash) await storage.putValues(key, record.row, longValuesOf(record));
    storedHashes.set(record.row, hash);
    recordsWithStored.add(record);
    onStored();
  };
  return {
    extract(record) {
      const truncated = truncateRecord(record, 'stored');
      put(record, hashTruncated(truncated)).catch(onFailure);
      return truncated;
    },
    hasStored: (record) => recordsWithStored.has(record),
    forget(throughRow) {
      for (const row of storedHashes.keys()) if (row <= throughRow) storedHashes.delete(row);
    },
  };
}
