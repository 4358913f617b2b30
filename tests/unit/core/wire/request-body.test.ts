import fc from 'fast-check';
import { expect, it } from 'vitest';
import { measureBody } from '#core/wire/request-body';

const keyOf = (body: string) => measureBody(body).bodyKey;

it('the size of a body is in bytes of UTF-8', () => {
  expect(measureBody('').bodyBytes).toBe(0);
  expect(measureBody('aजल🙂').bodyBytes).toBe(1 + 3 + 3 + 4);
});

it('equal bodies have equal keys', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(keyOf(one) === keyOf(other)).toBe(one === other);
    }),
  );
});

it('the measure of a body has another key where any one letter is another', () => {
  const letters = fc.tuple(
    fc.string({ minLength: 1, unit: 'binary-ascii' }),
    fc.nat(),
    fc.integer({ min: 1, max: 127 }),
  );
  fc.assert(
    fc.property(letters, ([body, place, change]) => {
      const at = place % body.length;
      const changed = String.fromCharCode(body.charCodeAt(at) ^ change);
      expect(keyOf(body.slice(0, at) + changed + body.slice(at + 1))).not.toBe(keyOf(body));
    }),
  );
});

it('the measure of a body has another key where letters of one batch change their places', () => {
  const ids = Array.from(
    { length: 5_000 },
    (_, index) => `{"events":[{"eid":"LOG","mid":"LOG:${5_000 - index}","ets":${index}}]}`,
  );
  expect(new Set(ids.map(keyOf)).size).toBe(ids.length);
});
