/**
 * Index of the last item whose key is at most `key`, in a list sorted by key; -1 where all are greater.
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
