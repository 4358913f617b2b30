import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { SessionStorage, SessionWrite } from '../history/kept-session';

const NAME = 'telemetry-v3-sessions';

/** What is written is ours; what is read may be anything, and is read as such. */
interface Kept extends DBSchema {
  sessions: { key: string; value: SessionWrite['head'] };
  records: { key: [string, number]; value: { session: string; row: number; record: SessionWrite['put'][number] } };
}

type Database = IDBPDatabase<Kept>;

/** Opens the browser's database of kept sessions. Rejects where the browser cannot: corrupt, full, or forbidden. */
export async function openSessionDb(): Promise<SessionStorage> {
  const database: Database = await openDB<Kept>(NAME, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('sessions', { keyPath: 'key' });
      fresh.createObjectStore('records', { keyPath: ['session', 'row'] });
    },
  });
  return {
    heads: () => database.getAll('sessions'),
    async records(key) {
      const kept = await database.getAll('records', rowsOf(key));
      return kept.map(({ record }) => record);
    },
    write: (write) => writeSession(database, write),
    remove: (keys) => removeSessions(database, keys),
  };
}

async function writeSession(database: Database, { head, put, removeThrough }: SessionWrite): Promise<void> {
  const transaction = database.transaction(['sessions', 'records'], 'readwrite');
  const records = transaction.objectStore('records');
  const steps: Promise<unknown>[] = [transaction.objectStore('sessions').put(head)];
  if (removeThrough !== null) steps.push(records.delete(rowsOf(head.key, removeThrough)));
  for (const record of put) steps.push(records.put({ session: head.key, row: record.row, record }));
  // A panel that closes has no time to wait: what is asked for is committed without it.
  transaction.commit();
  await Promise.all([...steps, transaction.done]);
}

async function removeSessions(database: Database, keys: readonly string[]): Promise<void> {
  const transaction = database.transaction(['sessions', 'records'], 'readwrite');
  const steps = keys.flatMap((key): Promise<unknown>[] => [
    transaction.objectStore('sessions').delete(key),
    transaction.objectStore('records').delete(rowsOf(key)),
  ]);
  transaction.commit();
  await Promise.all([...steps, transaction.done]);
}

function rowsOf(key: string, through = Number.MAX_SAFE_INTEGER): IDBKeyRange {
  return IDBKeyRange.bound([key, 0], [key, through]);
}
