import { expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { findSecrets, redactEventSecrets, withUniqueKeys } from '#core/rules/privacy/secrets-in-event';
import { REDACTED } from '#core/secrets/known-secrets';
import { textOf } from '#tests/fixtures/finding-text';
import { measureGrowth } from '#tests/fixtures/growth';

const token = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ0ZWFjaGVyIn0.c2lnbmF0dXJl';
const inEvent = (edata: Json): Json => ({ eid: 'LOG', edata });

it.each<[string, Json, string, string]>([
  ['a JSON Web Token', { message: `got ${token} back` }, 'edata.message', 'a JSON Web Token'],
  ['a header', { params: [{ h: 'Bearer abcdefghijklmnop1234' }] }, 'edata.params.0.h', 'an Authorization header'],
  ['a password by its name', { password: 'x' }, 'edata.password', 'a secret by its name (password)'],
  ['a token by its name', { access_token: 'x' }, 'edata.access_token', 'a secret by its name (access_token)'],
  ['tokens in a list', { tokens: 1, apiKey: ['x'] }, 'edata.apiKey.0', 'a secret by its name (apiKey)'],
  ['a password in a URL', { uri: 'https://me:word@host/x' }, 'edata.uri', 'a URL with a password'],
  ['a token in a URL', { uri: 'https://host/x?access_token=abc' }, 'edata.uri', 'a URL with a token'],
])('a secret in an event is an error: %s', (_case, edata, path, name) => {
  const findings = findSecrets(inEvent(edata));
  expect(findings).toMatchObject([{ ruleSet: 'privacy', severity: 'error', path: path.split('.').map(step) }]);
  expect(textOf(findings[0])).toBe(
    `${path} contains ${name}. Telemetry is widely readable: never send tokens or passwords.`,
  );
});

it.each<[string, Json]>([
  ['words about secrets', { message: 'The password was wrong, token expired', tokenType: 'Bearer', type: 'password' }],
  ['ids', { id: '5f4dcc3b5aa765d61d8327deb882cf99', did: 'eyJ', sid: 'a-b-c' }],
  ['an empty field', { password: '', token: null }],
  ['a time in a URL', { uri: 'https://host:8080/x?time=12:30@noon' }],
])('an event with %s has no finding about secrets', (_case, edata) => {
  expect(findSecrets(inEvent(edata))).toEqual([]);
});

it('a secret in an event is found after a million other characters', () => {
  const message = `${'x'.repeat(1_000_000)} ${token}`;
  expect(findSecrets(inEvent({ message }))).toMatchObject([{ severity: 'error', path: ['edata', 'message'] }]);
  expect(JSON.stringify(redactEventSecrets(inEvent({ message })))).not.toContain(token);
});

it('a secret in a field name is reported at the object that has the field', () => {
  const event = inEvent({ map: { [token]: 1, [`${token}x`]: { password: 'word' } } });
  const findings = findSecrets(event);
  expect(findings.map(({ path, severity }) => [path.join('.'), severity])).toEqual([
    ['edata.map', 'error'],
    [`edata.map.${REDACTED} (2).password`, 'error'],
  ]);
  expect(textOf(findings[0])).toContain(
    'edata.map has a key that contains a JSON Web Token. Telemetry is widely readable: never send tokens or passwords.',
  );
  expect(JSON.stringify([findings, redactEventSecrets(event)])).not.toMatch(/eyJ|"word"/);
  expect(redactEventSecrets(event)).toEqual(
    inEvent({ map: { [REDACTED]: 1, [`${REDACTED} (2)`]: { password: REDACTED } } }),
  );
});

it('at most 20 secrets of an event are listed', () => {
  expect(findSecrets(Array.from({ length: 1000 }, () => ({ password: 'x' })))).toHaveLength(20);
});

it.each<[string, Json, 'error' | 'info']>([
  ['texts', { value: 'a', list: ['b', { more: 'c' }], n: 1, none: '' }, 'info'],
  ['a text that looks like a secret', { value: 'a', more: { jwt: token }, last: 'b' }, 'error'],
  ['objects in a list', [{ value: 'a' }, { value: 'b' }], 'info'],
  ['another secret name', { password: 'a', token: { value: 'b' } }, 'info'],
])('a field with a secret name has one finding for %s, and all its texts are redacted', (_case, value, severity) => {
  const findings = findSecrets(inEvent({ token: value }));
  expect(findings).toMatchObject([{ ruleSet: 'privacy', severity, code: 'secret', path: ['edata', 'token'] }]);
  expect(JSON.stringify(redactEventSecrets(inEvent({ token: value })))).not.toMatch(/"[abc]"|eyJ/);
});

it('the finding about a secret names the field and the reason', () => {
  expect(textOf(findSecrets(inEvent({ token: { value: 'a' } }))[0])).toBe(
    'edata.token may contain a secret by its name (token). Telemetry is widely readable: never send tokens or passwords.',
  );
});

it.each<[Json]>([[{ count: 3, ok: true, none: '' }], [[]], [{}], [null]])(
  '%j in a field with a secret name is not a secret',
  (value) => {
    expect(findSecrets(inEvent({ token: value }))).toEqual([]);
    expect(redactEventSecrets(inEvent({ token: value }))).toEqual(inEvent({ token: value }));
  },
);

it('an object without secrets is redacted in a field with a secret name', () => {
  const clean: Json = { value: 'a' };
  expect(findSecrets(clean)).toEqual([]);
  expect(redactEventSecrets({ token: clean })).toEqual({ token: { value: REDACTED } });
});

it('redaction preserves the number of fields', () => {
  const names = Array.from({ length: 1000 }, (_, index) => `Bearer ${'x'.repeat(16)}${index}`);
  const keys = Object.keys(redactEventSecrets(Object.fromEntries(names.map((name) => [name, 1]))) ?? {});
  expect(keys).toHaveLength(1000);
  expect(keys.slice(0, 3)).toEqual([`Bearer ${REDACTED}`, `Bearer ${REDACTED} (2)`, `Bearer ${REDACTED} (3)`]);
});

it('redaction creates unique field names in linear time', () => {
  const inputOf = (size: number) => Array.from({ length: size }, () => [REDACTED, 1] as const);
  expect(measureGrowth(inputOf, withUniqueKeys, 1_000)).toBeLessThan(8);
});

it('redaction replaces every secret and preserves other values', () => {
  const event = inEvent({ message: `got ${token} back`, password: 'word', n: [1, 'plain'] });
  expect(redactEventSecrets(event)).toEqual(
    inEvent({ message: `got ${REDACTED} back`, password: REDACTED, n: [1, 'plain'] }),
  );
});

it('redaction returns the same object if the event has no secret', () => {
  const event = inEvent({ message: 'plain' });
  expect(redactEventSecrets(event)).toBe(event);
});

it('redaction handles a field named __proto__ and very deep nesting', () => {
  const proto: Json = JSON.parse('{"__proto__": {"password": "word"}}');
  expect(JSON.stringify(redactEventSecrets(proto))).toBe(`{"__proto__":{"password":"${REDACTED}"}}`);
  let deep: Json = { password: 'word' };
  for (let level = 0; level < 20_000; level += 1) deep = [deep];
  expect(findSecrets(deep)).toHaveLength(1);
  expect(String(redactEventSecrets(deep))).not.toContain('word');
});

function step(text: string): string | number {
  return /^\d+$/.test(text) ? Number(text) : text;
}
