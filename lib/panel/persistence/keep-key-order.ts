import type { SharedStore } from './synced-list';

/**
 * Stores values as JSON texts, in which objects keep the order of their keys: Chromium's storage sorts them.
 * Whatever else is stored counts as unset: an object has lost its order.
 */
export function keepKeyOrder(store: SharedStore): SharedStore {
  return {
    ...store,
    get: async (key) => parseText(await store.get(key)),
    set: (key, value) => store.set(key, JSON.stringify(value)),
  };
}

function parseText(stored: unknown): unknown {
  if (typeof stored !== 'string') return undefined;
  try {
    return JSON.parse(stored);
  } catch {
    return undefined;
  }
}
