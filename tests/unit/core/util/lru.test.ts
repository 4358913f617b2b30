import { expect, it } from 'vitest';
import { setBounded } from '#core/util/lru';

it('setBounded retains the entries that were set last, and returns the value of the evicted entry', () => {
  const map = new Map<string, number>();
  expect(setBounded(map, 'a', 1, 2)).toBeUndefined();
  expect(setBounded(map, 'b', 2, 2)).toBeUndefined();
  expect(setBounded(map, 'a', 3, 2)).toBeUndefined();
  expect(setBounded(map, 'c', 4, 2)).toBe(2);
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ]);
});
