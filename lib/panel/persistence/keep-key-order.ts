import { parseJson } from '#core/json/json';
import type { SharedStore } from './synced-list';

/**
 * Stores values as JSON texts, which preserves the order of object keys.
 * Chromium's storage sorts them. A stored value that isn't a string counts as unset, because its key order is lost.
 */
export function keepKeyOrder(store: SharedStore): SharedStore {
  return {
    ...store,
    get: async (key) => parseText(await store.get(key)),
    set: (key, value) => store.set(key, JSON.stringify(value)),
  };
}

function parseText(stored: unknown): unknown {
  return typeof stored === 'string' ? parseJson(stored) : undefined;
}
