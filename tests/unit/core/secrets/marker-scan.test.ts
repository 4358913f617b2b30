import fc from 'fast-check';
import { expect, it } from 'vitest';
import { areKnownCleanBytes, isKnownCleanText } from '#core/rules/privacy/clean-text';
import { endOfMarkerFreeString } from '#core/secrets/marker-scan';
import { hasSecretMarker } from '#core/secrets/secret-markers';

/** Words that are markers of a secret, or resemble markers. */
const words = [
  'token',
  'cookie',
  'apikey',
  'privatekey',
  'x-key',
  'monkey',
  'password',
  'passwd',
  'pwd',
  'jwt',
  'secret',
  'authorization',
  'passphrase',
  'passcode',
  '_pass',
  'otp',
  'bearer',
  'basic',
  ...['ghp', 'ghs', 'github_pat', 'glpat', 'glagent', 'glsoat', 'glcbt', 'glimt', 'glft', 'gldt', 'glrt', 'glptt'],
  ...['xapp', 'GOCSPX', 'sk', 'rk', 'npm', 'pypi', 'dop', 'doo', 'dor', 'shpat', 'shpss', 'sq0atp', 'sq0csp'],
  ...['PMAK', 'NRAK', 'lin_api', 'rzp', 'hf_', 'hooks.slack', ':AAE', ':AAH', '-us1', '-us12'],
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA', 'AIza', 'ATATT', 'AccountK', 'xox', 'SESSI', 'KEYCLOAK_', 'SG.', '29.', 'hvs.'],
  ...['eyJ', '.eyJ', '://a:b@c', String.raw`:\/\/a@`, '%3a%2f%2fa%40', '%253A%252F%252Fa@'],
  ...['code=', 'sig=', 'signature%3d', 'hmac=', 'credential=', '.sid=', 'session=', 'sessionid=', 'sessid='],
  ...['verifier=', 'assertion=', 'response=', String.raw`code\u003d`, String.raw`\u0074`, 'sig&#61;', 'sig&#x3D;'],
  ...[String.raw`:\\/\\/a@`, '%3a%5c%2f%5c%2fa%40'],
];
const characters = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é', '水', '😀'];

function areClean(text: string): boolean {
  const bytes = Buffer.from(text);
  return areKnownCleanBytes(bytes, 0, bytes.length, () => text);
}

/** Whether a JSON text is clean. The scan must end at the end of the text. */
function isTextClean(text: string): boolean {
  const bytes = Buffer.from(`${JSON.stringify(text)},"password":"token"\n`);
  const end = endOfMarkerFreeString(bytes, 1);
  if (end !== -1) expect(bytes.subarray(1, end).toString()).toBe(text);
  return end !== -1;
}

it.each(words)(
  'the byte scan for secrets accepts only texts that the text scan accepts, for any character next to %s',
  (word) => {
    for (const marker of [word, word.toUpperCase(), word.toLowerCase()]) {
      for (const character of characters) {
        const texts = [marker + character, character + marker, `"${character}${marker}`, marker];
        // The marker begins at an even offset in some texts, and at an odd offset in others.
        const all = texts.flatMap((text) => [text, `  ${text}`, ` ${text}   `, ` ${text}    `]);
        expect(all.filter((text) => areClean(text) && !isKnownCleanText(text))).toEqual([]);
        expect(all.filter((text) => isTextClean(text) && hasSecretMarker(text))).toEqual([]);
      }
    }
  },
);

it('the byte scan for secrets accepts only texts that the text scan accepts, for any combination of partial words', () => {
  const anyPart = fc
    .tuple(fc.constantFrom(...words), fc.nat({ max: 3 }), fc.nat({ max: 3 }), fc.boolean())
    .map(([word, start, end, isUpper]) => {
      const partialWord = word.slice(start, word.length - end);
      return isUpper ? partialWord.toUpperCase() : partialWord;
    });
  const anyText = fc
    .array(fc.oneof(anyPart, fc.constantFrom(...characters), fc.string({ maxLength: 4 })))
    .map((parts) => parts.join(''));
  let [cleanRanges, cleanTexts] = [0, 0];
  fc.assert(
    fc.property(anyText, (text) => {
      if (isTextClean(text)) {
        cleanTexts += 1;
        expect(hasSecretMarker(text)).toBe(false);
      }
      if (!areClean(text)) return;
      cleanRanges += 1;
      expect(isKnownCleanText(text)).toBe(true);
    }),
    { numRuns: 2_000, seed: 22 },
  );
  expect(cleanRanges).toBeGreaterThan(200);
  expect(cleanTexts).toBeGreaterThan(200);
});

it.each([
  ['an escape', String.raw`a\\nb`],
  ['a control character', 'a\tb'],
])('the byte scan for secrets does not accept a text with %s', (_, text) => {
  const bytes = Buffer.from(`"${text}"\n`);
  expect(endOfMarkerFreeString(bytes, 1)).toBe(-1);
});

it('the byte scan for secrets ignores bytes outside of its range', () => {
  const bytes = Buffer.from('token {"id":"a"} token');
  expect(areKnownCleanBytes(bytes, 6, 16, () => '{"id":"a"}')).toBe(true);
});

it('the byte scan for secrets does not accept more than 200 brackets', () => {
  for (const text of ['['.repeat(200), ` ${'['.repeat(200)}`, '{"":'.repeat(200)]) {
    expect([text, areClean(text)]).toEqual([text, true]);
    for (const longer of [`[${text}`, `${text}{`, `${text} [`]) {
      expect([longer, areClean(longer)]).toEqual([longer, false]);
    }
  }
});
