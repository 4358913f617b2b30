import { signal } from '@preact/signals';
import { type LongValues, restoreLongValues } from '#core/journey/values/long-values';
import type { JudgedRecord } from '#core/stream/judged-record';
import { withValues } from '#core/stream/no-judge';

/** Reads the long values of a list's rows back that are in the capture store. */
export interface WholeRecords {
  /** Sets the reader of stored values: for the live list once it is stored. */
  connect(read: (row: number) => Promise<LongValues | null>): void;
  /** The long values of a row alone, or `null` where they can't be read. */
  readValues(row: number): Promise<LongValues | null>;
  /** The record with its long values; the record itself where they can't be read. Never rejects. */
  read(record: JudgedRecord): Promise<JudgedRecord>;
}

/** A record that is shown with its whole values. */
export interface WholeRecord {
  /** The record with its long values; without them while they are read, after which subscribers are notified. */
  of(record: JudgedRecord): JudgedRecord;
}

export function createWholeRecords(): WholeRecords {
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

/** Creates a reader of whole records that holds one at a time. */
export function createWholeRecord({ read }: WholeRecords): WholeRecord {
  const loaded = signal<{ readonly of: JudgedRecord; readonly whole: JudgedRecord } | null>(null);
  let wanted: JudgedRecord | null = null;
  return {
    of(record) {
      const known = loaded.value;
      if (record.longValues !== 'stored') {
        wanted = null;
        return record;
      }
      if (known?.of === record) return known.whole;
      if (wanted !== record) {
        wanted = record;
        void read(record).then((whole) => {
          if (wanted === record) loaded.value = { of: record, whole };
        });
      }
      return record;
    },
  };
}

/**
 * Calls back with the records and their long values: at once where all are in memory.
 * Never rejects.
 */
export function withWholeRecords(
  { read }: Pick<WholeRecords, 'read'>,
  records: readonly JudgedRecord[],
  use: (whole: readonly JudgedRecord[]) => void,
): void {
  if (records.every(({ longValues }) => longValues !== 'stored')) use(records);
  else void Promise.all(records.map(read)).then(use);
}
