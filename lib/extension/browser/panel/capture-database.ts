import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { CaptureStorage, CaptureWrite } from '#panel/persistence/stored-capture';

const NAME = 'captures';

/**
 * Some records of a capture, as JSON text.
 * One text is written and read many times faster than separate records. Parts are only added. If a row is in several
 * parts, the last one counts.
 */
export interface Part {
  readonly capture: string;
  readonly part: number;
  readonly lastRow: number;
  readonly text: string;
}

/**
 * The long values of a row, as JSON text.
 * Stored separately, so that a change of the row does not rewrite them.
 */
interface RowValues {
  readonly capture: string;
  readonly row: number;
  readonly text: string;
}

/** The stored metadata of a capture, with the range of parts and rows that count. */
type StoredMetadata = CaptureWrite['metadata'] & { readonly throughPart: number; readonly removedThrough: number };

/** Types of the written values. Read values are parsed as unknown. */
interface CaptureSchema extends DBSchema {
  captures: { key: string; value: StoredMetadata };
  parts: { key: [string, number]; value: Part };
  values: { key: [string, number]; value: RowValues };
}

export type CaptureDatabase = IDBPDatabase<CaptureSchema>;

/**
 * Opens the browser's database of stored captures.
 * Rejects if the database is corrupt, full or forbidden.
 */
export function openCaptureDatabase(): Promise<CaptureDatabase> {
  return openDB<CaptureSchema>(NAME, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('captures', { keyPath: 'key' });
      fresh.createObjectStore('parts', { keyPath: ['capture', 'part'] });
      fresh.createObjectStore('values', { keyPath: ['capture', 'row'] });
    },
  });
}

/**
 * Opens the database to delete captures without reading events.
 * Rejects like {@link openCaptureDatabase}.
 */
export async function openCaptureMetadata(): Promise<Pick<CaptureStorage, 'metadata' | 'remove'>> {
  const database = await openCaptureDatabase();
  return { metadata: () => database.getAll('captures'), remove: (keys) => removeCaptures(database, keys) };
}

/** Deletes captures with their records and long values. */
export async function removeCaptures(database: CaptureDatabase, keys: readonly string[]): Promise<void> {
  const transaction = database.transaction(['captures', 'parts', 'values'], 'readwrite');
  const steps = keys.flatMap((key): Promise<unknown>[] => [
    transaction.objectStore('captures').delete(key),
    transaction.objectStore('parts').delete(partsOf(key)),
    transaction.objectStore('values').delete(rowsOf(key, Number.MAX_SAFE_INTEGER)),
  ]);
  transaction.commit();
  await Promise.all([...steps, transaction.done]);
}

/** Returns the key range of all parts of a capture. */
export function partsOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key, 0], [key, Number.MAX_SAFE_INTEGER]);
}

/** Returns the key range of the long values of a capture's rows, up to a row. */
export function rowsOf(key: string, throughRow: number): IDBKeyRange {
  return IDBKeyRange.bound([key, 0], [key, throughRow]);
}
