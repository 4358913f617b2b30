import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { cleanServerText, summarizeErrorBody } from '#core/identity/token-response';

it('cleanServerText puts a text on one line and truncates it', () => {
  expect(cleanServerText('a\n\tb\u0000c', [])).toBe('a b c');
  expect(cleanServerText('x'.repeat(500), [])).toBe(`${'x'.repeat(160)}…`);
});

it.each([
  ['in plain text', 'got p&ss wörd" here'],
  ['form-encoded', 'got p%26ss+w%C3%B6rd%22 here'],
  ['percent-encoded', 'got p%26ss%20w%C3%B6rd%22 here'],
  ['in JSON', 'got p&ss wörd\\" here'],
])('cleanServerText redacts the password %s', (_encoding, text) => {
  expect(cleanServerText(text, ['p&ss wörd"'])).toBe('got ••• here');
});

it('cleanServerText redacts a password at the position of the truncation', () => {
  const text = `${'x'.repeat(155)}secret-word`;
  expect(cleanServerText(text, ['secret-word'])).not.toContain('secr');
});

it('cleanServerText redacts texts in the format of a token', () => {
  expect(cleanServerText('token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln is bad', [])).toBe('token ••• is bad');
});

it('cleanServerText returns no lone surrogates', () => {
  expect(cleanServerText('a\ud800 b', [])).toBe('a\ufffd b');
  expect(cleanServerText('x🙂🙂', [], 2)).toBe('x…');
});

it('cleanServerText redacts the encoded form of a secret with a lone surrogate', () => {
  expect(cleanServerText('said p%EF%BF%BDss here', ['p\ud800ss'])).toBe('said ••• here');
});

it('cleanServerText truncates between characters, not within a surrogate pair', () => {
  expect(cleanServerText('🙂'.repeat(200), [])).not.toMatch(/\p{Surrogate}/u);
  expect(cleanServerText(`x${'🙂'.repeat(200)}`, [])).not.toMatch(/\p{Surrogate}/u);
});

it('cleanServerText ignores an empty secret', () => {
  expect(cleanServerText('Invalid user credentials', [''])).toBe('Invalid user credentials');
});

it.each([
  ['<html><title>502 Bad\n Gateway</title></html>', 'text/html', 'The response is an HTML page: “502 Bad Gateway”'],
  ['<!doctype html><p>hello', null, 'The response is an HTML page.'],
  ['upstream timed out', 'text/plain', 'Response: “upstream timed out”'],
  ['  ', null, 'The response has no body.'],
  ['<title'.repeat(150_000), 'text/html', 'The response is an HTML page.'],
])('summarizeErrorBody returns one sentence for the body %.60s', (body, contentType, expected) => {
  expect(messageText(summarizeErrorBody(body, contentType, []))).toBe(expected);
});
