import { isJsonObject } from '#core/json/json';
import { SETTINGS_KEY } from './retention';
import type { SharedStore } from './synced-list';

/**
 * The user's settings by name.
 * Contains only the settings that were set, also by other versions.
 */
export type ChosenSettings = Readonly<Record<string, unknown>>;

/**
 * Stores changed settings. The others stay as they are stored, because another page may have changed them.
 * Rejects if the storage cannot be read or written. Then nothing is stored.
 *
 * @param takeChanges returns the changes when no other page can write.
 */
export function storeSettings(
  store: Pick<SharedStore, 'get' | 'set' | 'runExclusive'>,
  takeChanges: () => ChosenSettings,
): Promise<void> {
  return store.runExclusive(SETTINGS_KEY, async () => {
    const stored = await store.get(SETTINGS_KEY);
    await store.set(SETTINGS_KEY, { ...(isJsonObject(stored) ? stored : {}), ...takeChanges() });
  });
}
