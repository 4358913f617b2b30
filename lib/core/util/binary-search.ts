/**
 * Returns the index of the last item with a key of at most `key` in a sorted list, or -1.
 * Checks the last item first: a new one is nearly always the newest.
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

/**
 * Creates a function that returns the last index with a time of at most `at`, or before it; -1 if there is none.
 * The times need no order: each lookup is a binary search over the earliest time of an index and all after it.
 */
export function createLatestIndex(times: readonly number[]): (at: number, bound: 'at-most' | 'before') => number {
  const earliestFrom = new Float64Array(times.length);
  let earliest = Number.POSITIVE_INFINITY;
  for (let index = times.length - 1; index >= 0; index -= 1) {
    earliest = Math.min(earliest, times[index] ?? earliest);
    earliestFrom[index] = earliest;
  }
  return (at, bound) => {
    let [from, to] = [0, times.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const time = earliestFrom[middle] ?? 0;
      if (time < at || (bound === 'at-most' && time === at)) from = middle + 1;
      else to = middle;
    }
    return from - 1;
  };
}
