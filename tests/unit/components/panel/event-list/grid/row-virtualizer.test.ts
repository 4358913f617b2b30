import { describe, expect, it } from 'vitest';
import { clampToRows, nextCapacity } from '#components/panel/event-list/grid/row-virtualizer.ts';

it('the virtual height of the list stays the same if few rows are added or removed, so that no row is moved', () => {
  const capacity = nextCapacity(100_000, 0);
  expect(capacity).toBeGreaterThan(100_000);
  for (const count of [100_001, 7, 0, capacity]) expect(nextCapacity(count, capacity)).toBe(capacity);
});

it('the virtual height of the list grows in steps that are a share of its rows, so that layout is rare', () => {
  let [capacity, resizeCount, tooSmallCount] = [0, 0, 0];
  for (let count = 1; count <= 100_000; count += 1) {
    const next = nextCapacity(count, capacity);
    if (next !== capacity) resizeCount += 1;
    if (next < count) tooSmallCount += 1;
    capacity = next;
  }
  expect(tooSmallCount).toBe(0);
  expect(resizeCount).toBeLessThan(25);
});

describe('rendered range', () => {
  it.each([
    { range: [3, 9], count: 20, within: [3, 9] },
    { range: [3, 9], count: 5, within: [3, 4] },
    { range: [30, 40], count: 5, within: [4, 4] },
  ])(
    'clampToRows limits the range $range to $within for $count rows',
    ({ range: [startIndex = 0, endIndex = 0], count, within }) => {
      expect(clampToRows({ startIndex, endIndex }, count)).toEqual({ startIndex: within[0], endIndex: within[1] });
    },
  );

  it('an empty list has no rendered rows', () => {
    expect(clampToRows({ startIndex: 0, endIndex: 9 }, 0)).toBeNull();
  });
});
