import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { SessionStorage, SessionWrite } from '#panel/persistence/stored-capture';

const NAME = 'telemetry-v3-sessions';

/**
 * Some records of a session, as JSON text.
 * One text is written and read many times faster than each record by itself. Parts are only ever added; of a row that
 * stands in several, the last one counts.
 */
export interface Part {
  readonly session: string;
  readonly part: number;
  readonly lastRow: number;
  readonly text: string;
}

/** The long values of a row, as JSON text: a row that changes is written without them. */
interface RowValues {
  readonly session: string;
  readonly row: number;
  readonly text: string;
}

/** What is kept of a head besides: which parts count, and which rows of them. */
type Head = SessionWrite['head'] & { readonly throughPart: number; readonly removedThrough: number };

/** What is written is ours; what is read may be anything, and is read as such. */
interface CaptureSchema extends DBSchema {
  sessions: { key: string; value: Head };
  parts: { key: [string, number]; value: Part };
  values: { key: [string, number]; value: RowValues };
}

export type CaptureDatabase = IDBPDatabase<CaptureSchema>;

/**
 * Opens the browser's database of kept sessions.
 * Rejects where the browser cannot: corrupt, full, or forbidden.
 */
export function openCaptureDatabase(): Promise<CaptureDatabase> {
  return openDB<CaptureSchema>(NAME, 3, {
    upgrade(fresh) {
      for (const name of [...fresh.objectStoreNames]) fresh.deleteObjectStore(name);
      fresh.createObjectStore('sessions', { keyPath: 'key' });
      fresh.createObjectStore('parts', { keyPath: ['session', 'part'] });
      fresh.createObjectStore('values', { keyPath: ['session', 'row'] });
    },
  });
}

/** Opens what deletes kept sessions, for a page that reads no events. Rejects as {@link openCaptureDatabase}. */
export async function openSessionHeads(): Promise<Pick<SessionStorage, 'heads' | 'remove'>> {
  const database = await openCaptureDatabase();
  return { heads: () => database.getAll('sessions'), remove: (keys) => removeSessions(database, keys) };
}

/** Deletes sessions with their records and long values. */
export async function removeSessions(database: CaptureDatabase, keys: readonly string[]): Promise<void> {
  const transaction = database.transaction(['sessions', 'parts', 'values'], 'readwrite');
  const steps = keys.flatMap((key): Promise<unknown>[] => [
    transaction.objectStore('sessions').delete(key),
    transaction.objectStore('parts').delete(partsOf(key)),
    transaction.objectStore('values').delete(rowsOf(key, Number.MAX_SAFE_INTEGER)),
  ]);
  transaction.commit();
  await Promise.all([...steps, transaction.done]);
}

/** The keys of all parts of a session. */
export function partsOf(key: string): IDBKeyRange {
  return IDBKeyRange.bound([key, 0], [key, Number.MAX_SAFE_INTEGER]);
}

/** The keys of the long values of a session's rows. */
export function rowsOf(key: string, throughRow: number): IDBKeyRange {
  return IDBKeyRange.bound([key, 0], [key, throughRow]);
}
