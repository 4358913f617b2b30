/**
 * Returns the smallest number, or `Infinity` for none.
 * `Math.min(...numbers)` throws a RangeError for a long list.
 */
export function findMin(numbers: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const number of numbers) smallest = Math.min(smallest, number);
  return smallest;
}

/**
 * Returns the largest number, or `-Infinity` for none.
 * `Math.max(...numbers)` throws a RangeError for a long list.
 */
export function findMax(numbers: Iterable<number>): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const number of numbers) largest = Math.max(largest, number);
  return largest;
}
