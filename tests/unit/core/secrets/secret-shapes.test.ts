import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRedactor } from '#core/redaction/redactor';
import { redactEventSecrets } from '#core/rules/privacy/secrets-in-event';
import { REDACTED } from '#core/secrets/known-secrets';
import { findSecretShape } from '#core/secrets/secret-search';
import { SECRET_SHAPES } from '#core/secrets/secret-shapes';
import { measureGrowth } from '#tests/fixtures/growth';

const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ0ZWFjaGVyIn0.c2lnbmF0dXJl';

/** Texts that make a search start again at each repetition. */
const repeated: readonly (readonly [name: string, part: string, end: string])[] = [
  ['headers of tokens without claims', '-eyJabc', ''],
  ['headers of tokens before short claims', '-eyJabcdefgh', '.eyJx'],
  ['headers of tokens before a URL', '-eyJabcdefgh', '.x@://'],
  ['claims alone', '.eyJ', ''],
  ['schemes without a URL', 'a-', '://@'],
  ['schemes with dots', 'a.', '://@'],
  ['URLs without a password', 'a://b:', '@'],
  ['users without a host', '://a:b', '@'],
  ['authorization headers', 'Bearer ', ''],
  ['spaces in authorization headers', ' ', 'Bearer'],
  ['tokens in URLs', '?password=', ''],
  ['names in quotation marks', '"password":"', ''],
  ['names with a colon', 'token:', ''],
  ['names without a value', 'password= ', ''],
  ['cookies', 'Cookie: a=', ''],
  ['sign-in codes', '?code=', '&state=x'],
  ['sign-in codes in each other', 'code=', '&session_state=x'],
  ['queries in each other', '?a=', ''],
  ['private keys without an end', '-----BEGIN PRIVATE KEY-----', ''],
  ['prefixes of services', 'ghp_', ''],
  ['prefixes of services with more', 'sk-', ' glpat-'],
  ['escaped users', '%3A%2F%2F', '%40'],
  ['escaped names', '%22password%22%3A', ''],
  ['user names', ' Basic ', ''],
  ['words', 'a', 'password'],
];

it.each(repeated)('searching for secrets takes linear time: %s', (_name, part, end) => {
  const growth = measureGrowth((size) => part.repeat(size) + end, findSecretShape, 4_000);
  expect(growth).toBeLessThan(8);
});

it.each(repeated)('redacting secrets takes linear time: %s', (_name, part, end) => {
  const run = (text: string) => [redactEventSecrets({ text }), createRedactor().text(text)];
  expect(measureGrowth((size) => part.repeat(size) + end, run, 4_000)).toBeLessThan(8);
});

it.each([
  ['a token after a dash', `session-${token}`, 'jwt'],
  ['a token after the prefix of a token', `eyJ-eyJ-${token}`, 'jwt'],
  ['a token after a token without claims', `eyJhbGciOiJSUzI1NiJ9.x ${token}`, 'jwt'],
  ['a password after a URL scheme with dashes', 'a-b+c.d://me:word@host', 'password-in-url'],
  ['a password in the second URL', 'http://x/ ws://me:word@host', 'password-in-url'],
])('the search for secrets finds %s', (_case, text, id) => {
  expect(findSecretShape(text)).toBe(id);
  expect(JSON.stringify(redactEventSecrets({ text }))).toContain(REDACTED);
});

it('the search finds a token if and only if a plain pattern does, and each password that a plain pattern finds', () => {
  const plainPatterns = [
    /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?/,
    /\b[a-z][a-z\d+.-]*:\/\/[^\s/:@]+:[^\s/@]+@/i,
  ] as const;
  const jwt = SECRET_SHAPES.find(({ id }) => id === 'jwt');
  const password = SECRET_SHAPES.find(({ id }) => id === 'password-in-url');
  if (!jwt || !password) throw new Error('The shapes have other IDs.');
  let tokens = 0;
  let passwords = 0;
  const anyPart = fc.constantFrom(
    'eyJ',
    'abcdefgh',
    '.',
    '-',
    ':',
    '/',
    '@',
    ' ',
    'a',
    'é',
    '_',
    '1',
    '.eyJ',
    '://',
    'http://a:b@',
    'eyJabcdefgh.eyJ-1234567',
  );
  fc.assert(
    fc.property(fc.array(anyPart, { maxLength: 16 }), (parts) => {
      const text = parts.join('');
      const hasToken = plainPatterns[0].test(text);
      expect(text.search(jwt.pattern) !== -1).toBe(hasToken);
      if (hasToken) tokens += 1;
      if (!plainPatterns[1].test(text)) return;
      passwords += 1;
      expect(text.search(password.pattern)).not.toBe(-1);
    }),
    { numRuns: 5_000 },
  );
  expect(Math.min(tokens, passwords)).toBeGreaterThan(50);
});
