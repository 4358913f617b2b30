import { expect, it } from 'vitest';
import { parseTokenResponse } from '#core/identity/token-response';
import { validateEvent } from '#core/telemetry/validate-event';
import * as z from '#core/util/zod';
import { readReport } from '#core/wire/hook-report';

/** An object whose length can't be converted to a number. */
const invalidLength = { length: { toString: 1, valueOf: 1 } };

it.each([
  ['text', z.string().check(z.minLength(1), z.maxLength(9))],
  ['trimmed text', z.string().check(z.trim(), z.minLength(1))],
  ['list', z.array(z.string()).check(z.minLength(1), z.maxLength(9))],
  ['text of a fixed length', z.string().check(z.length(3))],
  ['list that may be missing', z._default(z.array(z.string()).check(z.maxLength(9)), [])],
])('a schema with a length check rejects an object with an invalid length: %s', (_what, schema) => {
  expect(schema.safeParse(invalidLength).error?.issues).toMatchObject([{ code: 'invalid_type' }]);
});

it('a schema with a length check enforces the length of strings and lists', () => {
  expect(z.string().check(z.minLength(1)).safeParse('').error?.issues).toMatchObject([{ code: 'too_small' }]);
  expect(z.array(z.string()).check(z.maxLength(1)).safeParse(['', '']).error?.issues).toMatchObject([
    { code: 'too_big' },
  ]);
  expect(z.string().check(z.minLength(1), z.maxLength(2)).safeParse('ab').success).toBe(true);
});

it('data from a page, a file or a provider does not make a parser throw if it contains an object with an invalid length', () => {
  expect(validateEvent({ eid: 'LOG', mid: invalidLength, ets: 1, ver: '3.0', edata: {} }).verdict).toBe('invalid');
  expect(parseTokenResponse({ access_token: invalidLength, token_type: 'Bearer' }, 200).ok).toBe(false);
  const sdk = { type: 'sdk', at: 1, sdk: 0, global: invalidLength, generation: '2.x' };
  const pageHide = { type: 'pagehide', at: 1, persisted: false };
  expect(readReport(JSON.stringify([sdk, pageHide]))).toEqual({ observations: [pageHide], unread: 1 });
});
