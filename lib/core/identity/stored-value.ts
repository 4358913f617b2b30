import { createMutex } from '#core/util/mutex';

/** Storage of JSON values by key: a storage area of the browser, or a Map in tests. */
export interface KeyValueStorage {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
}

/** A value in a storage of the browser. Both methods reject if the storage fails. */
export interface StoredValue<Value> {
  read(): Promise<Value>;
  /** Reads, changes and writes the value. Concurrent updates run one after the other. */
  update(change: (value: Value) => Value): Promise<Value>;
}

/**
 * Creates access to a value of a storage.
 * The value is never cached: a service worker may be stopped at any time.
 *
 * @param parse receives the stored value, `undefined` if there is none. It must not throw.
 */
export function createStoredValue<Value>(
  storage: KeyValueStorage,
  key: string,
  parse: (stored: unknown) => Value,
): StoredValue<Value> {
  const runExclusive = createMutex();

  async function change(step: (value: Value) => Value): Promise<Value> {
    const changed = step(parse(await storage.get(key)));
    await storage.set(key, changed);
    return changed;
  }

  return {
    read: async () => parse(await storage.get(key)),
    update: (step) => runExclusive(() => change(step)),
  };
}
