import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { cleanServerText, summarizeErrorBody } from '#core/identity/token-response';

it('a provider’s message is put on one line and shortened', () => {
  expect(cleanServerText('a\n\tb\u0000c', [])).toBe('a b c');
  expect(cleanServerText('x'.repeat(500), [])).toBe(`${'x'.repeat(160)}…`);
});

it.each([
  ['as it is', 'said p&ss wörd" here'],
  ['form-encoded', 'said p%26ss+w%C3%B6rd%22 here'],
  ['percent-encoded', 'said p%26ss%20w%C3%B6rd%22 here'],
  ['in JSON', 'said p&ss wörd\\" here'],
])('a provider’s message loses the password, %s', (_how, text) => {
  expect(cleanServerText(text, ['p&ss wörd"'])).toBe('said ••• here');
});

it('a provider’s message loses a password at the place where it is truncated', () => {
  const text = `${'x'.repeat(155)}secret-word`;
  expect(cleanServerText(text, ['secret-word'])).not.toContain('secr');
});

it('a provider’s message loses whatever is shaped like a token', () => {
  expect(cleanServerText('token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is bad', [])).toBe('token ••• is bad');
});

it('a provider’s message has no half of a surrogate pair', () => {
  expect(cleanServerText('a\ud800 b', [])).toBe('a\ufffd b');
  expect(cleanServerText('x🙂🙂', [], 2)).toBe('x…');
});

it('a provider’s message loses a secret with half of a surrogate pair, as it was sent', () => {
  expect(cleanServerText('said p%EF%BF%BDss here', ['p\ud800ss'])).toBe('said ••• here');
});

it('a provider’s message is truncated between characters', () => {
  expect(cleanServerText('🙂'.repeat(200), [])).not.toMatch(/\p{Surrogate}/u);
  expect(cleanServerText(`x${'🙂'.repeat(200)}`, [])).not.toMatch(/\p{Surrogate}/u);
});

it('an empty secret hides nothing', () => {
  expect(cleanServerText('Invalid user credentials', [''])).toBe('Invalid user credentials');
});

it.each([
  ['<html><title>502 Bad\n Gateway</title></html>', 'text/html', 'The response is an HTML page: “502 Bad Gateway”'],
  ['<!doctype html><p>hello', null, 'The response is an HTML page.'],
  ['upstream timed out', 'text/plain', 'Response: “upstream timed out”'],
  ['  ', null, 'The response has no body.'],
  ['<title'.repeat(150_000), 'text/html', 'The response is an HTML page.'],
])('a provider’s message is one sentence: %.60s', (body, contentType, expected) => {
  expect(messageText(summarizeErrorBody(body, contentType, []))).toBe(expected);
});
