import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';

/** Generates values as `JSON.parse` returns them. */
const anyJson = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);

it('two values are equal if and only if Node’s isDeepStrictEqual returns true', () => {
  fc.assert(
    fc.property(anyJson, anyJson, (one, other) => {
      expect(jsonEquals(one, other)).toBe(isDeepStrictEqual(one, other));
    }),
  );
});

it('a copy with its keys in reverse order is equal', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      expect(jsonEquals(value, reverseKeys(value))).toBe(true);
    }),
  );
});

it.each<[Json, Json]>([
  [[], {}],
  [{ a: null }, { b: null }],
  [{ constructor: 1 }, {}],
  [{ length: 0 }, []],
  [1, '1'],
  [null, false],
])('%j and %j are not equal', (one, other) => {
  expect(jsonEquals(one, other)).toBe(false);
  expect(jsonEquals(other, one)).toBe(false);
});

function reverseKeys(value: Json): Json {
  return JSON.parse(JSON.stringify(value), (_, part: Json) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toReversed())
      : part,
  ) as Json;
}
