import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeRepeatedly } from '#core/secrets/decoded-text';
import { findOccurrences, redactKnownSecrets, redactKnownSecretsInTruncated } from '#core/secrets/known-secrets';
import { measureGrowth } from '#tests/fixtures/growth';

const SECRET = 'pa.ss+w/o&rd "x"';
const hex = (code: number, length: number) => code.toString(16).padStart(length, '0');

/** Encodings of a character. A text may encode each of its characters differently. */
const encodings: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => encodeURIComponent(character),
  (character) => encodeURIComponent(character).replace(/%../g, (percent) => percent.toLowerCase()),
  (character) => [...new TextEncoder().encode(character)].map((byte) => `%${hex(byte, 2).toUpperCase()}`).join(''),
  (character) => `\\u${hex(character.charCodeAt(0), 4)}`,
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => `&#x${hex(character.charCodeAt(0), 2)};`,
  (character) => JSON.stringify(character).slice(1, -1),
];
/** Generates secrets without hexadecimal digits, which could extend an escape before them. */
const anySecret = fc.stringMatching(/^[G-Zg-z.+/&"~\- ,]{8,40}$/);
const anySurrounding = fc.stringMatching(/^[A-Z :,<>]{0,5}$/);

function decodingsIn(text: string): readonly string[] {
  return [...decodeRepeatedly(text)].map((decoded) => decoded.text);
}

it.each([
  ['plain', SECRET],
  ['in a URL', encodeURIComponent(SECRET)],
  ['in a form', new URLSearchParams({ s: SECRET }).toString().slice(2)],
  ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
  ['in JSON inside JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
  ['in a URL inside a URL', encodeURIComponent(encodeURIComponent(SECRET))],
  ['with one character escaped as in JSON', SECRET.replace('.', '\\u002e')],
  ['with one character escaped as in HTML', SECRET.replace('.', '&#46;')],
  ['in HTML', SECRET.replaceAll('&', '&amp;').replaceAll('"', '&quot;')],
])('a known secret is redacted: %s', (_case, encoded) =>
  expect(redactKnownSecrets(`a ${encoded} b`, [SECRET])).toBe('a ••• b'),
);

it.each([0, 1, 2])('a known secret is redacted in base64 after %d bytes', (before) => {
  for (const after of ['', '!', 'xyz']) {
    const bytes = Buffer.from(`${'u'.repeat(before)}${SECRET}${after}`);
    const base64 = bytes.toString('base64');
    for (const text of [base64, bytes.toString('base64url'), encodeURIComponent(base64)]) {
      const redacted = redactKnownSecrets(`x ${text} y`, [SECRET]);
      expect(redacted).toMatch(/^x .{0,4}•••.{0,14} y$/);
      expect(Buffer.from(redacted.slice(2, -2), 'base64').toString()).not.toMatch(/ss\+w/);
    }
  }
});

it('a known secret is redacted with any encoding of each character, and the text around it is unchanged', () => {
  const anyEncodings = fc.array(fc.constantFrom(...encodings), { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(anySecret, anyEncodings, anySurrounding, anySurrounding, (secret, encoders, before, after) => {
      const text = [...secret].map((character, index) => encoders[index]?.(character)).join('');
      const redacted = redactKnownSecrets(`${before}|${text}|${after}`, [secret]);
      expect(redacted).toBe(`${before}|•••|${after}`);
    }),
    { numRuns: 1000 },
  );
});

it('a known secret is redacted in base64 with any text around it', () => {
  fc.assert(
    fc.property(anySecret, fc.string(), fc.string(), (secret, before, after) => {
      const redacted = redactKnownSecrets(Buffer.from(before + secret + after).toString('base64'), [secret]);
      expect(redacted).toContain('•••');
      for (const part of redacted.split('•••')) {
        for (const offset of [0, 1, 2, 3]) {
          expect(Buffer.from(part.slice(offset), 'base64').toString()).not.toContain(secret);
        }
      }
    }),
  );
});

it('a known secret with a lone surrogate or letters of any script is redacted', () => {
  for (const secret of ['half-\ud800-password', 'पासवर्ड-शब्द', 'kennwört-🙂-lang']) {
    const inUrl = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd'));
    const inJson = secret
      .split('')
      .map((unit) => `\\u${hex(unit.charCodeAt(0), 4)}`)
      .join('');
    for (const encoded of [secret, inUrl, inJson]) {
      expect(redactKnownSecrets(`a ${encoded} b`, [secret])).toBe('a ••• b');
    }
  }
});

it('known secrets that overlap or adjoin are redacted', () => {
  expect(redactKnownSecrets('abcdefgh ij', ['abcd', 'abcdefgh ij'])).toBe('•••');
  expect(redactKnownSecrets('firstonesecondone!', ['firstone', 'secondone'])).toBe('•••!');
});

it('any JSON Web Token is redacted, also with escaped dots', () => {
  const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0ZWFjaGVyIn0.c2lnbmF0dXJl';
  for (const text of [
    token,
    token.replaceAll('.', '%2E'),
    token.replaceAll('.', '&#46;'),
    token.replaceAll('.', '\\u002e'),
  ])
    expect(redactKnownSecrets(`a ${text} b`, [])).toBe('a ••• b');
});

const anyEscapedText = fc
  .array(
    fc.oneof(fc.string(), fc.constantFrom('%41', '%e0', '%', '\\u0041', '\\u', '\\', '&#65;', '&#', '&amp;', '\ud800')),
  )
  .map((parts) => parts.join(''));

it('a text without a known secret is unchanged', () => {
  fc.assert(
    fc.property(anyEscapedText, (text) => {
      fc.pre(!decodingsIn(text).some((decoded) => decoded.includes('secret') || decoded.includes('eyJ')));
      expect(redactKnownSecrets(text, ['', 'secret-of-nobody'])).toBe(text);
    }),
  );
});

it('escapes in the text around a secret are unchanged', () => {
  expect(redactKnownSecrets('{"a":"\\u0041%41&#65;\\n secret12 %42"}', ['secret12'])).toBe(
    '{"a":"\\u0041%41&#65;\\n ••• %42"}',
  );
});

it('a truncated text with an incomplete secret at its end is redacted', () => {
  const text = `no ${SECRET}`;
  for (let length = 'no '.length + 8; length <= text.length; length += 1)
    expect(redactKnownSecretsInTruncated(text.slice(0, length), [SECRET])).toBe('no •••');
  const encoded = `no ${encodeURIComponent('p.a.s.s.w.o.r.d.2')}`.replaceAll('.', '%2e');
  for (let length = 'no '.length + 20; length <= encoded.length; length += 1)
    expect(redactKnownSecretsInTruncated(encoded.slice(0, length), ['p.a.s.s.w.o.r.d.2'])).toBe('no •••');
});

it('the search finds each position that startsWith finds, including overlapping positions', () => {
  const letters = fc.stringMatching(/^[ab]{0,40}$/);
  fc.assert(
    fc.property(fc.stringMatching(/^[ab]{1,12}$/), letters, (pattern, text) => {
      const expected = [...text].flatMap((_, at) => (text.startsWith(pattern, at) ? [at] : []));
      expect(findOccurrences(pattern, text, null).map(({ from }) => from)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

it('the search takes linear time for any secret and text', () => {
  const inputOf = (size: number) => ({
    secret: `${'a'.repeat(size / 4)}b${'a'.repeat(size / 4)}`,
    text: 'a'.repeat(size),
  });
  const run = ({ secret, text }: ReturnType<typeof inputOf>) => redactKnownSecrets(text, [secret]);
  expect(measureGrowth(inputOf, run, 8_000)).toBeLessThan(8);
});
