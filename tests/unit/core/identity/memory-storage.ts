import type { KeyValueStorage } from '#core/identity/stored-value';

export interface MemoryStorage extends KeyValueStorage {
  /** Everything in it, as text, to search. */
  readonly text: () => string;
}

/** Copies in and out, as a browser's storage does. */
export function createMemoryStorage(initial: Readonly<Record<string, unknown>> = {}): MemoryStorage {
  const values = new Map<string, unknown>(Object.entries(initial));
  return {
    get: async (key) => structuredClone(values.get(key)),
    set: async (key, value) => {
      values.set(key, structuredClone(value));
    },
    text: () => JSON.stringify([...values]),
  };
}
