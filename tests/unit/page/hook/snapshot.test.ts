// @vitest-environment happy-dom
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIMITS, takeSnapshot, writeJson } from '#page/hook/snapshot';

const textOf = (value: unknown) => {
  const truncations: unknown[] = [];
  return writeJson({ type: 'emitted', value: takeSnapshot(value, truncations), truncations });
};
const reportOf = (
  value: unknown,
): { readonly type: string; readonly value: unknown; readonly truncations: unknown[] } => JSON.parse(textOf(value));
const copyOf = (value: unknown) => reportOf(value).value;
const truncationsOf = (value: unknown) => reportOf(value).truncations;

it('the copy of an argument is the same as JSON.stringify writes, for any JSON', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(copyOf(JSON.parse(text))).toEqual(JSON.parse(text));
    }),
  );
});

it('the copy of an argument never throws, for any value', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }), (value) => {
      expect(reportOf(value)).toMatchObject({ type: 'emitted', truncations: expect.any(Array) });
    }),
  );
});

it('the copy of an argument has an own __proto__ key as a plain key', () => {
  expect(textOf(JSON.parse('{"__proto__":{"type":"x"}}'))).toContain('"value":{"__proto__":{"type":"x"}}');
});

it('the copy of an argument preserves Hindi, emoji and lone surrogates', () => {
  expect(copyOf({ query: 'जल चक्र 🌊\ud800' })).toEqual({ query: 'जल चक्र 🌊\ud800' });
});

it('the copy of an argument omits an undefined key as JSON does, and marks it', () => {
  expect(copyOf({ cdata: [{ type: 'Chapter', id: undefined }] })).toEqual({ cdata: [{ type: 'Chapter' }] });
  expect(truncationsOf({ cdata: [{ id: undefined }] })).toEqual([{ path: ['cdata', 0, 'id'], reason: 'undefined' }]);
});

it.each([
  ['function', () => 1, 'function'],
  ['symbol', Symbol('x'), 'symbol'],
  ['a bigint', 10n, 'bigint'],
  ['NaN', Number.NaN, 'not-a-number'],
  ['infinity', Number.POSITIVE_INFINITY, 'not-a-number'],
])('the copy of an argument has null for %s, marked as %s', (_name, value, reason) => {
  expect(copyOf({ value })).toEqual({ value: null });
  expect(truncationsOf({ value })).toEqual([{ path: ['value'], reason }]);
});

it('the copy of an argument serializes a date as JSON does', () => {
  expect(copyOf([new Date(0)])).toEqual(['1970-01-01T00:00:00.000Z']);
});

it('the copy of an argument reads getters as the SDK does, as reactive objects of frameworks use getters', () => {
  const value = {
    get type() {
      return 'TOUCH';
    },
  };
  expect(copyOf(value)).toEqual({ type: 'TOUCH' });
  expect(truncationsOf(value)).toEqual([]);
});

it.each([
  ['plain', {}],
  ['with values that JSON cannot represent', { run: () => 1, big: 10n, date: new Date(0) }],
  [
    'with another getter that throws',
    {
      get broken() {
        throw new Error('no');
      },
    },
  ],
  ['too large', { text: 'x'.repeat(LIMITS.totalLength) }],
])('the copy of an argument reads each getter at most once: an object %s', (_name, rest) => {
  let reads = 0;
  const countingObject = Object.defineProperties(
    { type: 'TOUCH' },
    {
      id: {
        enumerable: true,
        get: () => {
          reads += 1;
          return reads;
        },
      },
      ...Object.getOwnPropertyDescriptors(rest),
    },
  );
  const readKeys: string[] = [];
  const proxy = new Proxy(
    { key: 1 },
    {
      get: (target, key) => {
        readKeys.push(String(key));
        return Reflect.get(target, key);
      },
    },
  );
  const cyclic: Record<string, unknown> = { countingObject, proxy, list: [proxy] };
  cyclic.self = cyclic;
  textOf([cyclic]);
  expect(reads).toBe(1);
  expect(readKeys).toEqual(['key', 'key']);
});

it('the copy of an argument marks a getter that throws, and includes the other properties', () => {
  const value = {
    get secret() {
      throw new Error('no');
    },
    after: 1,
  };
  expect(copyOf(value)).toEqual({ secret: null, after: 1 });
  expect(truncationsOf(value)).toEqual([{ path: ['secret'], reason: 'getter' }]);
});

it('the copy of an argument names the path of each truncated value', () => {
  const value = { list: [{ deep: [1, () => 1] }, 10n], last: Number.NaN };
  expect(copyOf(value)).toEqual({ list: [{ deep: [1, null] }, null], last: null });
  expect(truncationsOf(value)).toEqual([
    { path: ['list', 0, 'deep', 1], reason: 'function' },
    { path: ['list', 1], reason: 'bigint' },
    { path: ['last'], reason: 'not-a-number' },
  ]);
});

it('the copy of an argument does not call a toJSON that is not enumerable', () => {
  const withHiddenToJson = Object.defineProperty({ id: 'next' }, 'toJSON', { value: () => 'mine' });
  expect(textOf([{ inside: withHiddenToJson }])).toContain('"value":[{"inside":{"id":"next"}}]');
});

it('the copy of an argument does not call a toJSON of the page on an object or on Array.prototype', () => {
  const poisoned = Array.prototype as { toJSON?: () => string };
  poisoned.toJSON = () => 'poisoned';
  try {
    const text = textOf([{ a: undefined, toJSON: () => 'mine' }]);
    expect(text).toContain('"value":[{"toJSON":null}],"truncations":[{"path":[0,"a"]');
  } finally {
    delete poisoned.toJSON;
  }
});

it('the copy of an argument does not call a toJSON that the page added to Object.prototype', () => {
  const poisoned = Object.prototype as { toJSON?: () => string };
  poisoned.toJSON = () => 'poisoned';
  try {
    expect(textOf([{ a: 1 }])).toBe('{"type":"emitted","value":[{"a":1}],"truncations":[]}');
    expect(writeJson({ type: 'pagehide', persisted: false })).toBe('{"type":"pagehide","persisted":false}');
  } finally {
    delete poisoned.toJSON;
  }
});

it('the copy of an argument has null in place of an object that contains it', () => {
  const value: { self?: unknown; list: unknown[] } = { list: [] };
  value.self = value;
  value.list.push(value.list);
  expect(copyOf(value)).toEqual({ list: [null], self: null });
  expect(truncationsOf(value)).toEqual([
    { path: ['list', 0], reason: 'cycle' },
    { path: ['self'], reason: 'cycle' },
  ]);
});

it('the copy of an argument has an object twice if it occurs twice without a cycle', () => {
  const shared = { id: 'do_2134' };
  expect(copyOf([shared, shared])).toEqual([shared, shared]);
});

it('the copy of an argument stops at 64 levels of an object with 10,000 levels', () => {
  let value: unknown = 1;
  for (let level = 0; level < 10_000; level += 1) value = { down: value };
  expect(truncationsOf(value)).toEqual([
    { path: Array.from({ length: LIMITS.depth }, () => 'down'), reason: 'too-deep' },
  ]);
});

it('the copy of an argument is bounded for many strings that are each short enough', () => {
  const strings = Array.from({ length: 100 }, () => 'x'.repeat(LIMITS.stringLength));
  expect(textOf(strings).length).toBeLessThan(LIMITS.totalLength + LIMITS.stringLength);
  expect(truncationsOf(strings).at(-1)).toEqual({ path: [], reason: 'too-many' });
  expect(copyOf({ ['x'.repeat(LIMITS.totalLength + 1)]: 1 })).toEqual({});
});

it('the copy of an argument is bounded for a list or an object of very many primitive values', () => {
  const keyed = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key${index}`, index]));
  for (const value of [Array.from({ length: 1_000_000 }, () => 0), keyed]) {
    expect(Object.keys(copyOf(value) as object).length).toBeLessThanOrEqual(LIMITS.nodes);
    expect(truncationsOf(value)).toEqual([{ path: [], reason: 'too-many' }]);
  }
});

it('the copy of an argument is bounded for an object whose levels each contain the next level twice', () => {
  let value: unknown = 1;
  for (let level = 0; level < 40; level += 1) value = [value, value];
  expect(textOf(value).length).toBeLessThan(10 * LIMITS.nodes);
  expect(truncationsOf(value).at(-1)).toMatchObject({ reason: 'too-many' });
});

it('the copy of an argument truncates a 10 MB string', () => {
  const value = { raw: 'x'.repeat(10_000_000) };
  expect(copyOf(value)).toEqual({ raw: 'x'.repeat(LIMITS.stringLength) });
  expect(truncationsOf(value)).toEqual([{ path: ['raw'], reason: 'too-long' }]);
});

it('the copy of an argument stops at the limit of an array with a billion holes', () => {
  const holes: unknown[] = [];
  holes.length = 1_000_000_000;
  const { length } = copyOf(holes) as readonly unknown[];
  expect(length).toBeLessThanOrEqual(LIMITS.nodes);
  expect(length).toBeGreaterThan(0.99 * LIMITS.nodes);
});

it('the copy of an argument has null for a DOM node', () => {
  expect(copyOf({ button: document.createElement('button') })).toEqual({ button: null });
  expect(truncationsOf({ page: window })).toEqual([{ path: ['page'], reason: 'not-plain' }]);
});

it('the copy of an argument handles a proxy that throws on every access', () => {
  const hostile = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('no');
      },
    },
  );
  expect(copyOf({ hostile, after: 1 })).toEqual({ hostile: null, after: 1 });
  expect(truncationsOf({ hostile })).toEqual([{ path: ['hostile'], reason: 'unreadable' }]);
});
