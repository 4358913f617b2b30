import type { KeyValueStorage } from '#core/identity/stored-value';

export interface MemoryStorage extends KeyValueStorage {
  /** All stored values as JSON text. */
  readonly text: () => string;
}

/** Creates a storage that copies values on read and write, like browser storage. */
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
