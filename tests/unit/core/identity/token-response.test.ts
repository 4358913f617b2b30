import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { parseTokenResponse } from '#core/identity/token-response';
import type { Json } from '#core/json/json';

const wholeResponse = {
  access_token: 'the-access-token',
  expires_in: 300,
  'not-before-policy': 0,
  refresh_expires_in: 1800,
  refresh_token: 'the-refresh-token',
  scope: 'email profile',
  session_state: '6e1b1c55-9a0a-4b0e-8f0e-0a6c2f8f4d0b',
  token_type: 'Bearer',
};

function failureOf(json: Json) {
  const parsed = parseTokenResponse(json, 200);
  if (parsed.ok) return null;
  const { failure } = parsed;
  return 'detail' in failure ? { ...failure, detail: messageText(failure.detail) } : failure;
}

describe('fields of a response', () => {
  it('a token response with all required fields is accepted', () => {
    expect(parseTokenResponse(wholeResponse, 200)).toEqual({ ok: true, value: wholeResponse });
  });

  it('a token response may contain additional fields, and a session_state that is not a UUID', () => {
    const newer = { ...wholeResponse, id_token: 'x', session_state: 'Zm9v' };
    expect(parseTokenResponse(newer, 200).ok).toBe(true);
  });

  it.each(['bearer', 'BEARER', 'Bearer ', 'mac', ''])(
    'a token response with the token_type "%s" is rejected as not Bearer',
    (token_type) => {
      expect(failureOf({ ...wholeResponse, token_type })).toEqual({
        reason: 'not-bearer',
        tokenType: token_type.trim(),
      });
    },
  );

  it('the password and the tokens are redacted wherever a token response echoes them', () => {
    const password = 'pass.word-1';
    for (const text of [password, encodeURIComponent('pass.word-1').replace('.', '%2e'), 'pass\\u002eword-1']) {
      const failure = parseTokenResponse({ ...wholeResponse, token_type: `x ${text}` }, 200, [password]);
      expect(failure).toEqual({ ok: false, failure: { reason: 'not-bearer', tokenType: 'x •••' } });
      const echo = { ...wholeResponse, scope: `email ${text}`, session_state: 'the-refresh-token' };
      const expected = { ...wholeResponse, scope: 'email •••', session_state: '•••' };
      expect(parseTokenResponse(echo, 200, [password])).toEqual({ ok: true, value: expected });
    }
  });

  it('a wrong token_type is reported before missing fields', () => {
    expect(failureOf({ token_type: 'mac' })).toEqual({ reason: 'not-bearer', tokenType: 'mac' });
  });

  it('a token response without a refresh token has its own failure reason', () => {
    const { refresh_token: _omitted, ...rest } = wholeResponse;
    expect(failureOf(rest)).toEqual({ reason: 'no-refresh-token' });
  });

  const otherFields = Object.keys(wholeResponse).filter((field) => field !== 'refresh_token');
  it.each(otherFields)('a token response without %s is unreadable, and the message names the field', (field) => {
    const { [field as keyof typeof wholeResponse]: _omitted, ...rest } = wholeResponse;
    expect(failureOf(rest)).toEqual({ reason: 'unreadable-response', status: 200, detail: `${field} is missing.` });
  });

  it.each([
    [{ expires_in: '300' }, 'expires_in: expected number, got string.'],
    [{ expires_in: -1 }, 'expires_in is less than 0.'],
    [{ refresh_expires_in: null }, 'refresh_expires_in: expected number, got null.'],
    [{ access_token: '' }, 'access_token is empty.'],
    [{ access_token: ['a'] }, 'access_token: expected string, got array.'],
    [{ token_type: 7 }, 'token_type: expected string, got number.'],
  ])('a token response with %o is unreadable: %s', (overrides, detail) => {
    expect(failureOf({ ...wholeResponse, ...overrides })).toEqual({
      reason: 'unreadable-response',
      status: 200,
      detail,
    });
  });

  it.each([
    ['access_token', 'a\r\nX-Injected: 1'],
    ['access_token', 'a\u0000'],
    ['access_token', 'a b'],
    ['access_token', 'a\n'],
    ['access_token', 'é'],
    ['access_token', 'a\ud800'],
    ['refresh_token', 'a\r\n'],
    ['refresh_token', '\ud800'],
  ])('a token response with the %s %j is rejected for an invalid character', (field, token) => {
    const failure = failureOf({ ...wholeResponse, [field]: token });
    expect(failure).toMatchObject({ reason: 'unusable-token' });
    expect(JSON.stringify(failure)).toContain(`${field} contains a character`);
  });

  it.each([
    ['access_token', 64 * 1024],
    ['refresh_token', 64 * 1024],
    ['scope', 16 * 1024],
    ['session_state', 1024],
  ])(
    'a token response with a %s of more than %i characters is rejected, and the message names the limit',
    (field, limit) => {
      expect(parseTokenResponse({ ...wholeResponse, [field]: 'x'.repeat(limit) }, 200).ok).toBe(true);
      expect(failureOf({ ...wholeResponse, [field]: 'x'.repeat(limit + 1) })).toEqual({
        reason: 'unusable-token',
        detail: `${field} has ${(limit + 1).toLocaleString('en')} characters; the limit is ${limit.toLocaleString('en')}.`,
      });
    },
  );

  it.each([
    ['expires_in', 1e308],
    ['expires_in', Number.POSITIVE_INFINITY],
    ['refresh_expires_in', 1e308],
    ['not-before-policy', 1e308],
  ])('a token response with the %s %d is rejected, and the message names the limit', (field, value) => {
    const failure = failureOf({ ...wholeResponse, [field]: value });
    expect(failure).toEqual({ reason: 'unusable-token', detail: `${field} is greater than 3,155,760,000.` });
  });

  it('a token response with a lifetime that represents "never" is accepted', () => {
    const never = { ...wholeResponse, expires_in: 2 ** 31 - 1, refresh_expires_in: 0 };
    expect(parseTokenResponse(never, 200)).toEqual({ ok: true, value: never });
  });

  it.each([
    [null, 'null'],
    ['text', 'string'],
    [[], 'array'],
    [7, 'number'],
  ])('the value %j is not a token response', (json, type) => {
    const detail = `The response: expected object, got ${type}.`;
    expect(failureOf(json)).toEqual({ reason: 'unreadable-response', status: 200, detail });
  });

  it('the failure of a token response does not contain a token', () => {
    const text = JSON.stringify(failureOf({ ...wholeResponse, expires_in: 'the-access-token' }));
    expect(text).not.toContain('the-access-token');
  });
});
