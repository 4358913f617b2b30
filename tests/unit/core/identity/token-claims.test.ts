import { SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { decodeToken, toClaimRows, toReadableClaims } from '#core/identity/token-claims';
import type { Json } from '#core/json/json';

async function signToken(claims: Record<string, unknown>): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode('x'.repeat(32)));
}

it('decodeToken returns the header and the claims, with any Unicode characters', async () => {
  const decoded = decodeToken(await signToken({ preferred_username: 'शिक्षक-04 🙂', iss: 'http://localhost' }));
  expect(decoded).toEqual({
    ok: true,
    value: { header: { alg: 'HS256' }, claims: { preferred_username: 'शिक्षक-04 🙂', iss: 'http://localhost' } },
  });
});

it.each([['opaque'], ['a.b.c'], ['e30.W10.x'], [''], ['e30.e30'], ['.e30.']])(
  'decodeToken fails as opaque for the token "%s"',
  (token) => {
    expect(decodeToken(token)).toEqual({ ok: false, failure: 'opaque' });
  },
);

function unsignedToken(claims: string): string {
  const part = (text: string) => Buffer.from(text).toString('base64url');
  return `${part('{"alg":"none"}')}.${part(claims)}.x`;
}

it.each([
  ['nested 20,000 levels deep', `{"sub":"a","deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'too-deep'],
  ['with an infinite number', '{"sub":"a","number":[1e400]}', 'not-finite'],
])(
  'claims %s are listed with the reason why they are not shown, and the other claims are shown',
  (_, claims, problem) => {
    const decoded = decodeToken(unsignedToken(claims));
    if (!decoded.ok) throw new Error('The token should be read.');
    const readable = toReadableClaims(decoded.value.claims);
    expect(readable.claims).toEqual({ sub: 'a' });
    expect(Object.values(readable.omitted)).toEqual([problem]);
    expect(toClaimRows(readable).map(({ name, value }) => [name, messageText(value)])).toEqual([
      ['sub', 'a'],
      [Object.keys(readable.omitted)[0], expect.stringContaining('Not shown')],
    ]);
  },
);

it('claims beyond the first 200 are counted in a last row', () => {
  const manyClaims = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`c${index}`, index]));
  const rows = toClaimRows(toReadableClaims(manyClaims));
  expect(rows).toHaveLength(201);
  expect(messageText(rows.at(-1)?.value ?? '')).toContain('4,800');
});

it.each([1e300, -1e300, 8.64e12 + 1])('an exp of %d is out of the range of dates, and shown as a number', (exp) => {
  expect(toClaimRows({ claims: { exp }, omitted: {} })).toMatchObject([{ value: `${exp}`, time: null }]);
});

it.each<[Json, string]>([
  [[{ name: 'Teacher' }, 'Admin'], '{"name":"Teacher"}, Admin'],
  [[{ toString: null }], '{"toString":null}'],
  [[['a'], null, 7], '["a"], null, 7'],
])('roles of other types, such as %j, are shown as JSON', (roles, value) => {
  expect(toClaimRows({ claims: { realm_access: { roles } }, omitted: {} })).toMatchObject([{ value }]);
});

it('toClaimRows lists the well-known claims first, with meanings, times and roles, then the others by name', () => {
  const claims = {
    zone: 7,
    exp: 1_700_000_300,
    realm_access: { roles: ['Teacher', 'Admin'] },
    constructor: 'x',
    preferred_username: 'teacher-04',
  };
  const rows = toClaimRows({ claims, omitted: {} });
  expect(rows.map(({ name, value, time }) => [name, value, time])).toEqual([
    ['preferred_username', 'teacher-04', null],
    ['exp', '1700000300', 1_700_000_300_000],
    ['realm_access', 'Teacher, Admin', null],
    ['constructor', 'x', null],
    ['zone', '7', null],
  ]);
  expect(rows.map(({ meaning }) => meaning !== null)).toEqual([true, true, true, false, false]);
});
