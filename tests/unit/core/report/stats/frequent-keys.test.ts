import { expect, it } from 'vitest';
import { FrequentKeys } from '#core/report/stats/event-stats';

const namesOf = (keys: FrequentKeys<string>, length: number) => keys.top(length).map(({ value }) => value);
const addAll = (keys: FrequentKeys<string>, names: Iterable<string>) => {
  for (const name of names) keys.add(name, 1, 0, () => name);
};

it('the counter of frequent keys is exact while the number of keys does not exceed its capacity', () => {
  const keys = new FrequentKeys<string>(3);
  addAll(keys, ['b', 'a', 'b', 'c', 'b', 'c']);
  keys.add('c', 4, 2, () => 'other');
  expect(keys.top(10)).toEqual([
    { value: 'c', count: 6, invalid: 2 },
    { value: 'b', count: 3, invalid: 0 },
    { value: 'a', count: 1, invalid: 0 },
  ]);
  expect([keys.undercount, keys.size]).toEqual([0, 3]);
});

it('the counter of frequent keys finds frequent keys among a million rare keys, within its capacity and error bound', () => {
  const keys = new FrequentKeys<string>(100);
  for (let index = 0; index < 1_000_000; index += 1) {
    addAll(keys, [`rare-${index}`]);
    // The frequent key begins late, like a fault that comes with a release.
    if (index > 500_000 && index % 10 === 0) addAll(keys, ['late']);
    if (index % 20 === 0) addAll(keys, ['steady']);
  }
  expect(new Set(namesOf(keys, 2))).toEqual(new Set(['steady', 'late']));
  expect(keys.size).toBeLessThanOrEqual(100);
  expect(keys.undercount).toBeGreaterThan(0);
  expect(keys.undercount).toBeLessThan(1_100_000 / 50);
  const counts = new Map(keys.top(2).map(({ value, count }) => [value, count]));
  expect(50_000 - (counts.get('steady') ?? 0)).toBeLessThanOrEqual(keys.undercount);
  expect(49_999 - (counts.get('late') ?? 0)).toBeLessThanOrEqual(keys.undercount);
});
