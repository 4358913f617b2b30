import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyOfBody } from '#core/wire/request-body';

const keyOf = (body: string) => keyOfBody(new TextEncoder().encode(body));

it('two bodies have the same key if and only if they are equal', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(keyOf(one) === keyOf(other)).toBe(one === other);
    }),
  );
});

it('the key of a body changes if any character changes', () => {
  const letters = fc.tuple(
    fc.string({ minLength: 1, unit: 'binary-ascii' }),
    fc.nat(),
    fc.integer({ min: 1, max: 127 }),
  );
  fc.assert(
    fc.property(letters, ([body, position, change]) => {
      const at = position % body.length;
      const changed = String.fromCharCode(body.charCodeAt(at) ^ change);
      expect(keyOf(body.slice(0, at) + changed + body.slice(at + 1))).not.toBe(keyOf(body));
    }),
  );
});

it('batches with the same characters in another order have different keys', () => {
  const ids = Array.from(
    { length: 5_000 },
    (_, index) => `{"events":[{"eid":"LOG","mid":"LOG:${5_000 - index}","ets":${index}}]}`,
  );
  expect(new Set(ids.map(keyOf)).size).toBe(ids.length);
});

it('the key of a body does not depend on its offset in a buffer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 0, max: 9 }), (body, offset) => {
      const bytes = new TextEncoder().encode(body);
      const shifted = new Uint8Array(offset + bytes.length);
      shifted.set(bytes, offset);
      expect(keyOfBody(shifted.subarray(offset))).toBe(keyOf(body));
    }),
  );
});
