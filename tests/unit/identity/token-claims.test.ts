import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { claimRows, decodeToken } from '../../../lib/identity/token-claims';

async function signed(claims: Record<string, unknown>): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode('x'.repeat(32)));
}

describe('a token', () => {
  it('is read, in any script', async () => {
    const decoded = decodeToken(await signed({ preferred_username: 'शिक्षक-04 🙂', iss: 'http://localhost' }));
    expect(decoded).toEqual({
      ok: true,
      value: { header: { alg: 'HS256' }, claims: { preferred_username: 'शिक्षक-04 🙂', iss: 'http://localhost' } },
    });
  });

  it.each([['opaque'], ['a.b.c'], ['e30.W10.x'], [''], ['e30.e30'], ['.e30.']])('"%s" is opaque', (token) => {
    expect(decodeToken(token)).toEqual({ ok: false, failure: 'opaque' });
  });
});

describe('claims as lines', () => {
  it('the well-known first, with meanings, times and roles; then the others by name', () => {
    const rows = claimRows({
      zone: 7,
      exp: 1_700_000_300,
      realm_access: { roles: ['Teacher', 'Admin'] },
      constructor: 'x',
      preferred_username: 'teacher-04',
    });
    expect(rows.map(({ name, value, time }) => [name, value, time])).toEqual([
      ['preferred_username', 'teacher-04', null],
      ['exp', '1700000300', 1_700_000_300_000],
      ['realm_access', 'Teacher, Admin', null],
      ['constructor', 'x', null],
      ['zone', '7', null],
    ]);
    expect(rows.map(({ meaning }) => meaning !== null)).toEqual([true, true, true, false, false]);
  });
});
