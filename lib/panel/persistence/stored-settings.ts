import { isJsonObject } from '#core/json/json';
import { SETTINGS_KEY } from './retention';
import type { SharedStore } from './synced-list';

/**
 * The user's settings by name.
 * Contains only the settings that were set, also by other versions.
 */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** Reads the stored settings, or none if the stored value is damaged. Rejects if the storage cannot be read. */
export async function readSettings(store: Pick<SharedStore, 'get'>): Promise<StoredSettings> {
  const stored = await store.get(SETTINGS_KEY);
  return isJsonObject(stored) ? stored : {};
}

/**
 * Stores changed settings. The others stay as they are stored, because another page may have changed them.
 * Returns the stored changes. Rejects if the storage cannot be read or written. Then nothing is stored.
 *
 * @param takeChanges returns the changes when no other page can write.
 */
export function storeSettings(
  store: Pick<SharedStore, 'get' | 'set' | 'runExclusive'>,
  takeChanges: () => StoredSettings,
): Promise<StoredSettings> {
  return store.runExclusive(SETTINGS_KEY, async () => {
    const stored = await readSettings(store);
    const changes = takeChanges();
    await store.set(SETTINGS_KEY, { ...stored, ...changes });
    return changes;
  });
}
