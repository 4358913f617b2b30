/**
 * Puts a value into a map as its newest.
 * If the map is then over its limit, removes the oldest entry and returns it.
 */
export function setBounded<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  maxSize: number,
): Value | undefined {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map;
  if (map.size <= maxSize || oldest === undefined) return undefined;
  map.delete(oldest[0]);
  return oldest[1];
}
