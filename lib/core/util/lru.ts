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
  if (map.size <= maxSize) return undefined;
  const [oldest] = map;
  if (oldest === undefined) return undefined;
  map.delete(oldest[0]);
  return oldest[1];
}

/** Adds an item to a set. If the set is then over its limit, removes the oldest item. */
export function addBounded<Item>(items: Set<Item>, item: Item, maxSize: number): void {
  items.add(item);
  if (items.size <= maxSize) return;
  const [oldest] = items;
  if (oldest !== undefined) items.delete(oldest);
}
