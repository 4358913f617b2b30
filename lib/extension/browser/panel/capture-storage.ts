import { isJsonArray, isJsonObject, parseJson } from '#core/json/json';
import type { CaptureStorage } from '#panel/persistence/stored-capture';
import {
  type CaptureDatabase,
  openCaptureDatabase,
  type Part,
  partsOf,
  removeCaptures,
  rowsOf,
} from './capture-database';

/**
 * Opens the stored captures for a panel that reads and writes their events.
 * Rejects if the browser's database is corrupt, full or forbidden.
 */
export async function openCaptureStorage(): Promise<CaptureStorage> {
  const database = await openCaptureDatabase();
  const parts = createParts(database);
  return {
    metadata: () => database.getAll('captures'),
    records: parts.read,
    put: parts.put,
    write: parts.write,
    async putValues(capture, row, values) {
      await database.put('values', { capture, row, text: JSON.stringify(values) });
    },
    async values(key, row) {
      const stored = await database.get('values', [key, row]);
      return stored && parseJson(stored.text);
    },
    remove: parts.remove,
    removeAllBut: parts.removeAllBut,
  };
}

/** Creates access to the parts of the capture that this panel has read and continues. */
function createParts(
  database: CaptureDatabase,
): Pick<CaptureStorage, 'put' | 'write' | 'remove' | 'removeAllBut'> & { readonly read: CaptureStorage['records'] } {
  /** The last row of each stored part, by the part's number. */
  const lastRows = new Map<number, number>();
  // Starts at the current time, so that parts of a panel that has not read the capture are newer than the stored parts.
  let lastPart = Date.now();
  let removedThrough = 0;
  /**
   * The last part, which is written in one transaction with the metadata that commits it.
   * When a page closes, the browser drops a transaction that waits for another.
   */
  let lastUnwrittenPart: Part | null = null;
  /**
   * The parts that a panel put and never committed, because it was closed.
   * Deleted only when this panel writes. A capture that this panel only reads belongs to another tab, whose panel may
   * still commit them.
   */
  let uncommitted: IDBKeyRange | null = null;
  const reset = (): void => {
    lastRows.clear();
    removedThrough = 0;
    lastUnwrittenPart = null;
    uncommitted = null;
  };

  return {
    async read(key) {
      const metadata = await database.get('captures', key);
      const { throughPart = 0, removedThrough: removed = 0 } = metadata ?? {};
      const parts = await database.getAll('parts', partsOf(key));
      const committed = parts.filter(({ part }) => part <= throughPart);
      for (const { part, lastRow } of committed) lastRows.set(part, lastRow);
      lastPart = Math.max(lastPart, throughPart, parts.at(-1)?.part ?? 0);
      uncommitted = lastPart > throughPart ? IDBKeyRange.bound([key, throughPart], [key, lastPart], true) : null;
      removedThrough = removed;
      return toLatestRecords(committed, removedThrough);
    },
    async put(key, records) {
      lastPart += 1;
      const lastRow = records.reduce((last, { row }) => Math.max(last, row), 0);
      lastRows.set(lastPart, lastRow);
      const before = lastUnwrittenPart;
      lastUnwrittenPart = { capture: key, part: lastPart, lastRow, text: JSON.stringify(records) };
      if (before !== null) await database.put('parts', before);
    },
    async write({ metadata, removeThrough }) {
      removedThrough = Math.max(removedThrough, removeThrough ?? 0);
      const transaction = database.transaction(['captures', 'parts'], 'readwrite');
      const steps: Promise<unknown>[] = [
        transaction.objectStore('captures').put({ ...metadata, throughPart: lastPart, removedThrough }),
      ];
      if (uncommitted !== null) steps.push(transaction.objectStore('parts').delete(uncommitted));
      uncommitted = null;
      if (lastUnwrittenPart !== null) steps.push(transaction.objectStore('parts').put(lastUnwrittenPart));
      lastUnwrittenPart = null;
      if (removeThrough !== null) {
        for (const [part, lastRow] of lastRows) {
          if (lastRow > removeThrough) continue;
          lastRows.delete(part);
          steps.push(transaction.objectStore('parts').delete([metadata.key, part]));
        }
      }
      // A closing panel cannot wait: the transaction is committed explicitly.
      transaction.commit();
      // A separate transaction: metadata must not wait for long values that are being written.
      if (removeThrough !== null) steps.push(database.delete('values', rowsOf(metadata.key, removeThrough)));
      await Promise.all([...steps, transaction.done]);
    },
    remove(keys) {
      reset();
      return removeCaptures(database, keys);
    },
    removeAllBut(key, valuesOfRows) {
      reset();
      return removeAllBut(database, key, valuesOfRows);
    },
  };
}

function toLatestRecords(parts: readonly Part[], removedThrough: number): readonly unknown[] {
  const records = new Map<number, unknown>();
  for (const { text } of parts) {
    for (const record of readPart(text)) {
      if (!isJsonObject(record) || typeof record.row !== 'number') return [DAMAGED];
      records.set(record.row, record);
    }
  }
  const rows = [...records.keys()].filter((row) => row > removedThrough).sort((one, other) => one - other);
  return rows.map((row) => records.get(row));
}

/** Stands for damaged data. Readers report it, because it isn't a record. */
const DAMAGED = null;

function readPart(text: string): readonly unknown[] {
  const records = parseJson(text);
  return isJsonArray(records) ? records : [DAMAGED];
}

async function removeAllBut(database: CaptureDatabase, key: string, valuesOfRows: ReadonlySet<number>): Promise<void> {
  const transaction = database.transaction(['captures', 'parts', 'values'], 'readwrite');
  const values = transaction.objectStore('values');
  await Promise.all([
    transaction.objectStore('captures').delete(key),
    transaction.objectStore('parts').delete(partsOf(key)),
    values.getAllKeys(rowsOf(key, Number.MAX_SAFE_INTEGER)).then((keys) => {
      const unneeded = keys.filter(([, row]) => !valuesOfRows.has(row));
      return Promise.all(unneeded.map((each) => values.delete(each)));
    }),
    transaction.done,
  ]);
}
