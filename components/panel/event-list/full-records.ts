import { signal } from '@preact/signals';
import { type LongValues, restoreLongValues } from '#core/journey/values/long-values';
import type { JudgedRecord } from '#core/stream/judged-record';
import { withValues } from '#core/stream/no-judge';

/** Reads the long values of a list's rows that are in the capture store. */
export interface FullRecords {
  /** Sets the reader of stored values. Call it once the list is stored. */
  connect(read: (row: number) => Promise<LongValues | null>): void;
  /** Returns the long values of a row, or `null` if they cannot be read. */
  readValues(row: number): Promise<LongValues | null>;
  /** Returns the record with its long values, or the record itself if they cannot be read. Never rejects. */
  read(record: JudgedRecord): Promise<JudgedRecord>;
}

/** Caches one record with its long values, for a view that shows one record at a time. */
export interface FullRecordCache {
  /**
   * Returns the record with its long values.
   * Until the values are read, returns the record without them. Subscribers are notified afterwards.
   */
  get(record: JudgedRecord): JudgedRecord;
}

export function createFullRecords(): FullRecords {
  let readStored: (row: number) => Promise<LongValues | null> = async () => null;
  const readValues = (row: number) => readStored(row).catch(() => null);
  return {
    connect(read) {
      readStored = read;
    },
    readValues,
    async read(record) {
      if (record.longValues !== 'stored') return record;
      const values = await readValues(record.row);
      return values === null ? record : withValues(record, restoreLongValues(record.observed, values));
    },
  };
}

export function createFullRecordCache({ read }: FullRecords): FullRecordCache {
  const cached = signal<{ readonly record: JudgedRecord; readonly fullRecord: JudgedRecord } | null>(null);
  let current: JudgedRecord | null = null;
  return {
    get(record) {
      const cachedRecord = cached.value;
      if (record.longValues !== 'stored') {
        current = null;
        return record;
      }
      if (cachedRecord?.record === record) return cachedRecord.fullRecord;
      if (current !== record) {
        current = record;
        void read(record).then((fullRecord) => {
          if (current === record) cached.value = { record, fullRecord };
        });
      }
      return record;
    },
  };
}

/**
 * Calls back with the records and their long values, synchronously if all are in memory.
 * Never rejects.
 */
export function withFullRecords(
  { read }: Pick<FullRecords, 'read'>,
  records: readonly JudgedRecord[],
  callback: (fullRecords: readonly JudgedRecord[]) => void,
): void {
  if (records.every(({ longValues }) => longValues !== 'stored')) callback(records);
  else void Promise.all(records.map(read)).then(callback);
}
