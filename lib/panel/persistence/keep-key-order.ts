import type { SharedStore } from './synced-list';

/**
 * Stores values as JSON texts, in which objects keep the order of their keys: Chromium's storage sorts them.
 * What is no JSON text is read as it is: whoever reads the value parses it.
 */
export function keepKeyOrder(store: SharedStore): SharedStore {
  return {
    ...store,
    get: async (key) => parseIfText(await store.get(key)),
    set: (key, value) => store.set(key, JSON.stringify(value)),
  };
}

function parseIfText(stored: unknown): unknown {
  if (typeof stored !== 'string') return stored;
  try {
    return JSON.parse(stored);
  } catch {
    return stored;
  }
}
