import { expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { type JsonDifference, visitDifferences } from '#core/json/json-diff';

function differencesOf(before: Json, after: Json, options?: Parameters<typeof visitDifferences>[3]) {
  const differences: JsonDifference[] = [];
  visitDifferences(before, after, (difference) => differences.push(difference) > 0, options);
  return differences;
}

it('visitDifferences reports each difference with its path, in any order of keys', () => {
  const one = { eid: 'LOG', edata: { level: 'INFO', type: 'api', params: [{ a: 1 }, { b: 2 }] } };
  const other = { edata: { type: 'api', params: [{ a: 1 }, { b: 3 }], message: 'late' }, eid: 'LOG' };
  expect(differencesOf(one, other)).toEqual([
    { path: ['edata', 'level'], before: 'INFO', after: undefined },
    { path: ['edata', 'params', 1, 'b'], before: 2, after: 3 },
    { path: ['edata', 'message'], before: undefined, after: 'late' },
  ]);
});

it('null, an unset key, an empty object and an empty array are different values', () => {
  const empties = { a: null, b: {}, c: [], d: 0 };
  expect(differencesOf(empties, { b: null, c: {}, d: false })).toEqual([
    { path: ['a'], before: null, after: undefined },
    { path: ['b'], before: {}, after: null },
    { path: ['c'], before: [], after: {} },
    { path: ['d'], before: 0, after: false },
  ]);
  expect(differencesOf(empties, structuredClone(empties))).toEqual([]);
});

it('arrays of different length differ as a whole', () => {
  expect(differencesOf({ tags: ['a'] }, { tags: ['a', 'b'] })).toEqual([
    { path: ['tags'], before: ['a'], after: ['a', 'b'] },
  ]);
});

it('only own keys are compared, not inherited keys', () => {
  const hostile: Json = JSON.parse('{"__proto__": 1, "constructor": 2}');
  expect(differencesOf({}, hostile)).toEqual([
    { path: ['__proto__'], before: undefined, after: 1 },
    { path: ['constructor'], before: undefined, after: 2 },
  ]);
});

it('visitDifferences stops if the visitor returns false, or if the budget is used up', () => {
  const one = { a: 1, b: 1, c: 1 };
  const other = { a: 2, b: 2, c: 2 };
  const differences: JsonDifference[] = [];
  visitDifferences(one, other, (difference) => differences.push(difference) < 2);
  expect(differences.map(({ path }) => path)).toEqual([['a'], ['b']]);
  const budget = { values: 6 };
  expect(differencesOf(one, other, { budget }).map(({ path }) => path)).toEqual([['a']]);
  expect(budget.values).toBe(0);
});

it('visitDifferences omits skipped paths with all descendants, and new keys if ignoresNewKeys is set', () => {
  const options = { ignoresNewKeys: true, isSkipped: (path: readonly unknown[]) => path.join('.') === 'edata.extra' };
  const one = { edata: { extra: { x: 1 }, id: 'a' } };
  const other = { edata: { extra: { x: 2 }, id: 'b', type: 'c' }, mid: '1' };
  expect(differencesOf(one, other, options).map(({ path }) => path)).toEqual([['edata', 'id']]);
});
