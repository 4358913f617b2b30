import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { EncryptedText, EncryptedTextStore } from '#core/identity/session-vault';

const NAME = 'telemetry-v3-kept-tokens';
const STORE = 'texts';
const KEY = 'sessions';

interface VaultSchema extends DBSchema {
  texts: { key: string; value: EncryptedText };
}

/** Stores the encrypted text. The database is closed after each step: an open one could not be deleted. */
export const vaultDb: EncryptedTextStore = {
  read: () => withDatabase((database) => database.get(STORE, KEY)),
  replace: (text) =>
    withDatabase(async (database) => {
      await database.put(STORE, text, KEY);
    }),
  // After a database is deleted, Chromium compacts its files and Firefox deletes the file. A deleted entry stays in
  // both.
  remove: () => deleteDB(NAME),
};

async function withDatabase<Value>(step: (database: IDBPDatabase<VaultSchema>) => Promise<Value>): Promise<Value> {
  const database = await openDB<VaultSchema>(NAME, 1, {
    upgrade: (fresh) => void fresh.createObjectStore(STORE),
    blocking: (_old, _new, event) => void (event.target instanceof IDBDatabase && event.target.close()),
  });
  try {
    return await step(database);
  } finally {
    database.close();
  }
}
