import { type DBSchema, openDB } from 'idb';
import type { SchemaSet, SchemaVersions } from './schema-set';
import type { SchemaSetStorage } from './schema-set-storage';

const NAME = 'schemas';

/** Types of the written values. Read values are parsed as unknown. */
interface SchemaDatabase extends DBSchema {
  sets: { key: string; value: SchemaSet };
  versions: { key: string; value: SchemaVersions };
}

/**
 * Opens the schema sets of all panels.
 * Rejects if the browser's database is corrupt, full or forbidden.
 */
export async function openSchemaDatabase(): Promise<SchemaSetStorage> {
  const database = await openDB<SchemaDatabase>(NAME, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('sets', { keyPath: 'id' });
      fresh.createObjectStore('versions');
    },
  });
  // A BroadcastChannel does not receive its own messages.
  const channel = new BroadcastChannel(NAME);
  return {
    sets: () => database.getAll('sets'),
    versions: (id) => database.get('versions', id),
    async put(set, versions) {
      const transaction = database.transaction(['sets', 'versions'], 'readwrite');
      await Promise.all([
        transaction.objectStore('sets').put(set),
        versions && transaction.objectStore('versions').put(versions, set.id),
        transaction.done,
      ]);
      channel.postMessage('changed');
    },
    async remove(id) {
      const transaction = database.transaction(['sets', 'versions'], 'readwrite');
      await Promise.all([
        transaction.objectStore('sets').delete(id),
        transaction.objectStore('versions').delete(id),
        transaction.done,
      ]);
      channel.postMessage('changed');
    },
    subscribe: (onChange) => channel.addEventListener('message', onChange),
  };
}
