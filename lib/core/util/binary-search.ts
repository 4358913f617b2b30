/**
 * Returns the index of the last item with a key of at most `key` in a sorted list, or -1.
 * Looks at the last item first: what comes in is nearly always the newest.
 */
export function findLastIndexAtMost<Item>(items: readonly Item[], key: number, keyOf: (item: Item) => number): number {
  let low = 0;
  let high = items.length - 1;
  const newest = items[high];
  if (newest !== undefined && keyOf(newest) <= key) return high;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && keyOf(item) <= key) low = middle + 1;
    else high = middle - 1;
  }
  return high;
}
