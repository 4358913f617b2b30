import { describe, expect, it } from 'vitest';
import { createRedactor } from '#core/redaction/redactor';
import { redactSecrets } from '#core/rules/checks';
import { findTruncatePoint } from '#core/secrets/truncate-point';
import { quoteText, truncate } from '#core/telemetry/wording';

const words = 'Text of an event, as pages write it, before ';
const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${'c'.repeat(43)}`;

const secrets: readonly (readonly [name: string, secret: string])[] = [
  ['an email address', 'asha.rao@school.example.org'],
  ['an email address of a URL', 'asha.rao%40school.example.org'],
  ['an email address of a JSON text', String.raw`asha.rao\u0040school.example.org`],
  ['a phone number', '+91 98765 43210'],
  ['a JSON Web Token', jwt],
  ['a token of a service', `ghp_${'abcdefghi012345678'.repeat(2)}`],
];

describe.each(secrets)('truncation of %s', (name, secret) => {
  const text = `${words}${secret} and more`;
  const positions = Array.from({ length: secret.length + 2 }, (_, index) => words.length - 1 + index);

  it(`a truncated text contains ${name} completely or not at all`, () => {
    for (const length of positions) {
      const truncated = text.slice(0, findTruncatePoint(text, length));
      expect(truncated.length).toBeLessThanOrEqual(length);
      const remainder = truncated.slice(words.trimEnd().length).trim();
      expect(['', secret]).toContain(remainder);
    }
  });

  it(`redaction after truncation leaves no part of ${name}`, () => {
    for (const length of positions) {
      const redacted = createRedactor().text(redactSecrets(truncate(text, length)));
      expect(redacted).not.toMatch(/asha|rao|school|9876|eyJ|ghp_/);
    }
  });
});

it.each([
  ['a long text', 'x'.repeat(200), 60],
  ['a text without a space before a mark', `${'word '.repeat(20)}5 of 7`, 60],
  ['a time', `${'word '.repeat(11)}1700000 and more`, 60],
])('%s is truncated at the requested length', (_, text, length) => {
  expect(findTruncatePoint(text, length)).toBe(length);
});

it('a quoted text that consists of one long email address is omitted', () => {
  expect(quoteText(`${'a'.repeat(50)}@school.example.org`)).toBe('"…"');
});
