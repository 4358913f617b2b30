import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { isKnownCleanText } from '#core/rules/privacy/clean-text';
import { isKnownClean } from '#core/rules/privacy/secrets-in-event';
import { hostileJson } from '#tests/fuzz/hostile-json';

const jwt = `eyJ${'a'.repeat(12)}.eyJ${'b'.repeat(12)}.sig`;
const secrets = [
  jwt,
  `x ${jwt}`,
  `bearer ${'x'.repeat(20)}`,
  'Basic\u00a0dXNlcjpwYXNzd29yZA==',
  'https://a:b@c',
  '/?Id_Token=1',
];
const secretNames = [
  'password',
  'passWd',
  'PWD',
  'user_pass',
  'tokens',
  'API-KEY',
  'privatekey',
  'apiKey',
  'client-secret',
  jwt,
];
const harmlessTexts = ['learner', 'https://site/?page=2', 'a@b.c', 'Bearer', 'eyJ', '{[', 'key', 'Basics of water'];

const anyJson = fc
  .tuple(hostileJson([...secretNames, 'id', 'extra']), fc.constantFrom(...secrets, ...harmlessTexts))
  .map(([value, text]): Json => [value, { id: text }]);

it('a JSON text that the quick test for secrets accepts has no secrets', () => {
  let cleanTexts = 0;
  fc.assert(
    fc.property(anyJson, (json) => {
      if (!isKnownCleanText(JSON.stringify(json))) return;
      expect(isKnownClean(json)).toBe(true);
      cleanTexts += 1;
    }),
    { numRuns: 2_000 },
  );
  expect(cleanTexts).toBeGreaterThan(50);
});

it.each(secrets)('the quick test for secrets does not accept a text with the value %s', (secret) => {
  expect(isKnownCleanText(JSON.stringify({ id: secret }))).toBe(false);
});

it.each(secretNames)('the quick test for secrets does not accept a text with the field name %s', (name) => {
  expect(isKnownCleanText(JSON.stringify({ [name]: 'x' }))).toBe(false);
});

it.each(harmlessTexts)('the quick test for secrets accepts a text with %s', (text) => {
  expect(isKnownCleanText(JSON.stringify({ id: text }))).toBe(true);
});

it('the quick test for secrets does not accept a text with an escape sequence', () => {
  expect(isKnownCleanText('{"p\\u0061ssword":"x"}')).toBe(false);
});

it('the quick test for secrets accepts 200 opening brackets, but not 201', () => {
  expect(isKnownCleanText('['.repeat(200) + ']'.repeat(200))).toBe(true);
  expect(isKnownCleanText('['.repeat(101) + '{"":'.repeat(100))).toBe(false);
});
