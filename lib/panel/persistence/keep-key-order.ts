import type { SharedStore } from './synced-list';

/**
 * Stores values as JSON texts, in which objects keep the order of their keys: Chromium's storage sorts them.
 * What an earlier version stored as it is, is read as it is.
 */
export function keepKeyOrder(store: SharedStore): SharedStore {
  return {
    ...store,
    get: async (key) => parseIfText(await store.get(key)),
    set: (key, value) => store.set(key, JSON.stringify(value)),
  };
}

/** A text that is no JSON stays one: whoever reads the value says what it takes. */
function parseIfText(stored: unknown): unknown {
  if (typeof stored !== 'string') return stored;
  try {
    return JSON.parse(stored);
  } catch {
    return stored;
  }
}
