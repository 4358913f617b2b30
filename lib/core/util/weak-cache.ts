/** Values of objects that may be asked about again. It keeps no object alive. */
export interface WeakCache<Key extends object, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
}

/** Creates a cache of the last `size` values that were set, and at most as many before them. */
export function createWeakCache<Key extends object, Value>(size: number): WeakCache<Key, Value> {
  let older = new WeakMap<Key, Value>();
  let newer = new WeakMap<Key, Value>();
  let count = 0;
  return {
    get: (key) => newer.get(key) ?? older.get(key),
    set(key, value) {
      if (count === size) {
        older = newer;
        newer = new WeakMap();
        count = 0;
      }
      newer.set(key, value);
      count += 1;
    },
  };
}
