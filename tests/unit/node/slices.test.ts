import { expect, it } from 'vitest';
import { forEachInSlices } from '#node/slices';

/** A clock by which each item takes 4 ms. */
function slowClock() {
  let now = 0;
  return () => {
    now += 4;
    return now;
  };
}

it('a long list is gone through in its order, and others have their turn in between', async () => {
  const seen: (number | string)[] = [];
  setImmediate(() => seen.push('another'));
  await forEachInSlices([1, 2, 3, 4, 5, 6, 7], (item) => void seen.push(item), slowClock());
  expect(seen.filter((item) => item !== 'another')).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(seen.indexOf('another')).toBeLessThan(seen.indexOf(7));
});

it('a short list is gone through at once', () => {
  const seen: number[] = [];
  void forEachInSlices([1, 2], (item) => void seen.push(item), slowClock());
  expect(seen).toEqual([1, 2]);
});

it('what is added meanwhile is not gone through', async () => {
  const items = new Set([1, 2, 3]);
  await forEachInSlices(items, (item) => void items.add(item + 10), slowClock());
  expect([...items]).toEqual([1, 2, 3, 11, 12, 13]);
});

it('a failure ends it', async () => {
  const fail = () => {
    throw new Error('no');
  };
  await expect(forEachInSlices([1], fail, slowClock())).rejects.toThrow('no');
});
