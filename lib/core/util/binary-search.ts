/**
 * Returns the index of the last item in a sorted list whose key is at most `key`, or -1.
 * Checks the last item first, because a looked-up key is nearly always the newest.
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
 * Creates a lookup of the last index whose time is at most `at`, or before `at`; -1 if there is none.
 * The times need not be sorted: a lookup is a binary search over the earliest time from each index on.
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
