import { describe, expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { createRedactor } from '#core/redaction/redactor';
import { isKnownCleanText } from '#core/rules/privacy/clean-text';
import { findSecrets, isKnownClean, redactEventSecrets } from '#core/rules/privacy/secrets-in-event';
import { isSecretName } from '#core/secrets/secret-names';
import { findSecretShape } from '#core/secrets/secret-search';

/** Invented secrets with the form of real ones, assembled here so that no scanner reports them as leaks. */
const opaque = (prefix: string, length: number): string => prefix + 'a1B2c3D4e5F6g7H8'.repeat(16).slice(0, length);

const SECRET = 'a1b2c3d4e5f6';
const textsWithSecrets: readonly (readonly [shape: string, text: string])[] = [
  ['token-in-url', `GET https://host.example/reset?token=${SECRET}`],
  ['token-in-url', `https://host.example/verify#token=${SECRET}`],
  ['token-in-url', `https://host.example/#access_token=${SECRET}&token_type=bearer`],
  ['token-in-url', `https://host.example/#state=1&id_token=${SECRET}`],
  ['token-in-url', `https://host.example/p?q=1&api_key=${SECRET}`],
  ['token-in-url', `https://host.example/p?apikey=${SECRET}`],
  ['token-in-url', `https://host.example/p?reset_password_token=${SECRET}`],
  ['token-in-url', `https://host.example/p?user[password]=${SECRET}`],
  ['signature-in-url', `https://host.example/a.pdf?X-Amz-Date=1&X-Amz-Signature=${SECRET}`],
  ['signature-in-url', `https://host.example/a.pdf?X-Amz-Credential=${SECRET}%2F20260101`],
  ['signature-in-url', `https://host.example/a.pdf?X-Amz-Security-Token=${SECRET}`],
  ['signature-in-url', `https://host.example/a.pdf?X-Goog-Signature=${SECRET}`],
  ['signature-in-url', `https://host.example/a.pdf?sv=2021&sp=rw&sig=${SECRET}%3D`],
  ['signature-in-url', `https://host.example/a.pdf?Expires=1&Signature=${SECRET}`],
  ['signature-in-url', `https://host.example/a.pdf?AWSAccessKeyId=${SECRET}`],
  ['sign-in-code', `https://host.example/cb?session_state=x&code=${SECRET}.x`],
  ['sign-in-code', `https://host.example/cb?code=Spl${SECRET}eZQQYb&state=xyz`],
  ['sign-in-code', `https://host.example/cb#state=xyz&code=${SECRET}&iss=https%3A%2F%2Fhost.example`],
  ['cookie', `Cookie: theme=dark; id=${SECRET}`],
  ['cookie', `Set-Cookie: id=${SECRET}; HttpOnly`],
  ['cookie', `JSESSIONID=${SECRET}`],
  ['cookie', `https://host.example/page;jsessionid=${SECRET}`],
  ['cookie', `sent connect.sid=${SECRET}`],
  ['cookie', `KEYCLOAK_IDENTITY=${SECRET}`],
  ['authorization', `Authorization: Basic ${btoa('a:b')}`],
  ['authorization', `with basic ${btoa('teacher:word')}`],
  ['authorization', `X-Api-Key: ${SECRET}`],
  ['authorization', `authorization: Token ${SECRET}`],
  ['service-token', `got ${opaque('ghp_', 36)}`],
  ['service-token', opaque('github_pat_', 40)],
  ['service-token', opaque('glpat-', 20)],
  ['service-token', `AKIA${'A1B2C3D4E5F6G7H8'}`],
  ['service-token', opaque('AIza', 35)],
  ['service-token', opaque('xoxb-', 24)],
  ['service-token', opaque('sk_live_', 24)],
  ['service-token', opaque('npm_', 36)],
  ['service-token', opaque('hf_', 34)],
  ['service-token', `posted to https://hooks.slack.com/services/T0A1B2C3D/B0A1B2C3D/${opaque('', 24)}`],
  ['service-token', `bot ${opaque('123456789:AAE', 32)}`],
  ['service-token', `key ${'0a1b2c3d'.repeat(4)}-us12`],
  ['private-key', `-----BEGIN RSA PRIVATE KEY-----\n${opaque('MII', 40)}\n-----END RSA PRIVATE KEY-----`],
  ['password-in-url', `redis://:${SECRET}@host.example:6379/0`],
  ['cookie', `{"headers":{"set-cookie":["id=${SECRET}; HttpOnly"]}}`],
  ['authorization', `{"headers":{"X-Api-Key": [ "${SECRET}" ]}}`],
  ['authorization', `{"headers":{"X-Api-Key":["${SECRET}1","${SECRET}2"]}}`],
  ['authorization', `{'headers':{'X-Api-Key': [ '${SECRET}1', '${SECRET}2' , '${SECRET}3' ]}}`],
  ['secret-in-text', `{"user":"x","password":"${SECRET}"}`],
  ['secret-in-text', `body: {'client_secret': '${SECRET}'}`],
  ['secret-in-text', `password=${SECRET}&user=x`],
  ['secret-in-text', `your otp: 482913`],
];

const hexOf = (mark: string): string => mark.charCodeAt(0).toString(16).toUpperCase();

const encodings: readonly (readonly [name: string, encode: (text: string) => string])[] = [
  ['unencoded', (text) => text],
  ['encoded in a URL', encodeURIComponent],
  ['encoded twice', (text) => encodeURIComponent(encodeURIComponent(text))],
  ['in a text of JSON', (text) => JSON.stringify({ text })],
  ['in JSON of JSON', (text) => JSON.stringify(JSON.stringify({ text }))],
  ['in JSON of JSON with escaped slashes', (text) => JSON.stringify(JSON.stringify({ text }).replaceAll('/', '\\/'))],
  [
    'in JSON with escaped slashes in a URL',
    (text) => encodeURIComponent(JSON.stringify({ text }).replaceAll('/', '\\/')),
  ],
  ['with punctuation escaped for a script', (text) => text.replace(/[=&<>/-]/g, (mark) => `\\u00${hexOf(mark)}`)],
  ['with punctuation escaped for HTML', (text) => text.replace(/[=&<>'"/]/g, (mark) => `&#x${hexOf(mark)};`)],
];

describe.each(encodings)('a secret in a text, %s', (_name, encode) => {
  it.each(textsWithSecrets)(
    'the search finds the shape %s in the text %s, and redaction removes the secret',
    (shape, text) => {
      const encoded = encode(text);
      const value: Json = { eid: 'LOG', edata: { message: encoded } };
      expect(findSecretShape(encoded)).toBe(shape);
      expect(findSecrets(value)).toMatchObject([{ severity: 'error', path: ['edata', 'message'], ruleSet: 'privacy' }]);
      expect(isKnownClean(value)).toBe(false);
      expect(isKnownCleanText(JSON.stringify(value))).toBe(false);
      const redacted = [redactEventSecrets(value), createRedactor().json(value), createRedactor().text(encoded)];
      for (const json of redacted)
        expect(JSON.stringify(json)).not.toMatch(/a1b2c3|A1B2C3|a1B2c3|dGVhY2hlcjp3b3Jk|YTpi|482913/);
    },
  );
});

it.each<[string, string]>([
  ['a field of JSON with spaces', `{ "user": "x", "password": "${SECRET}" }`],
  ['a list of JSON with spaces', `{ "X-Api-Key": [ "${SECRET}1", "${SECRET}2" ] }`],
  ['a bearer token', `sent with Bearer ${opaque('', 20)}`],
  ['basic credentials', `sent with Basic ${btoa('teacher:word')}`],
  ['basic credentials before a word', `sent Basic ${btoa('teacher:word')} twice`],
  ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${opaque('MII', 40)}\n-----END RSA PRIVATE KEY-----`],
])('redaction removes %s from the text of a form, which has "+" instead of spaces', (_, text) => {
  const form = new URLSearchParams({ log: text }).toString();
  for (const json of [redactEventSecrets({ form }), createRedactor().json({ form })])
    expect(JSON.stringify(json)).not.toMatch(/a1b2c3|a1B2c3|dGVhY2hlcjp3b3Jk/);
});

it('redaction removes the token of a Telegram bot from the URL of its API', () => {
  const url = `https://api.telegram.org/bot${opaque('123456789:AAE', 32)}/sendMessage`;
  expect(redactEventSecrets({ url })).toEqual({ url: 'https://api.telegram.org/•••/sendMessage' });
});

it.each([
  'message=Bearer+of+good+news+for+all',
  'message=Bearer+of+well-known+news+in+2026.',
  'https://host.example/search?code=MH&state=Maharashtra',
  'https://host.example/book?code=do_31281457825681408013122&state=live',
  'https://host.example/list?key=subject&sort=token&page=2',
  'https://host.example/list?nextPageToken=CAoQAA&csrf_token=1',
  'https://host.example/reset?token={token}',
  'https://host.example/reset?token=undefined',
  'https://host.example/auth/realms/sunbird/login-actions/authenticate?execution=6a27a387-e73b-49c8-ab51-655b115284d1&client_id=android',
  'https://host.example/x?sid=34464aac-1234-4123-8123-123456789012&did=d29a6a61b9e66ec7f91a05326090c973d26ae79d',
  'Unexpected token < in JSON at position 0',
  'token: expired',
  'Password: must have 8 characters',
  'errors: {"password":"is required","token":"missing"}',
  'Cookie: accepted',
  'We use a cookie: see the policy',
  'basic electrical engineering',
  'Basic Telecommunications, Basic Mathematics',
  'Bearer of good news',
  'the secret of the sea, otp sent',
  'const password = this.form.password;',
  'INTERACT:CP:ec066e9b2e43c356ee9ef109acffdcf5',
  'do_31281457825681408013122',
  '34464aac-1234-4123-8123-123456789012',
  'sk-SK: Slovenská lekcia, mask-wearing-course-for-beginners',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----',
])('an ordinary text has no secret: %s', (text) => {
  expect(findSecretShape(text)).toBeNull();
  expect(createRedactor().text(text)).toBe(text);
});

it.each([
  [
    'after a list of one',
    `sent "password":["${SECRET}"],"title":"course"`,
    'sent "password":["token-1"],"title":"course"',
  ],
  ['after a list', `sent "token":["${SECRET}","${SECRET}2"]; "y","z"`, 'sent "token":["token-1","token-2"]; "y","z"'],
  ['with spaces', `sent "token":["${SECRET}","two words","x"]`, 'sent "token":["token-1","two words","x"]'],
  [
    'after a placeholder',
    'errors: {"password":["required","minlength"]}',
    'errors: {"password":["required","minlength"]}',
  ],
  ['after a value', `sent "token":"${SECRET}","title","x"`, 'sent "token":"token-1","title","x"'],
])('only the items of a named list are secrets, not texts %s', (_case, text, redacted) => {
  expect(createRedactor().text(text)).toBe(redacted);
});

it.each([
  'x-api-key',
  'X_API_KEY',
  'cookie',
  'Set-Cookie',
  'otp',
  'email_otp',
  'client-secret',
  'clientSecret',
  'JSESSIONID',
])('a field named %s is a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
  expect(findSecrets({ [name]: 'word' })).toHaveLength(1);
  expect(isKnownCleanText(JSON.stringify({ [name]: 'word' }))).toBe(false);
});

it.each([
  'pass',
  'pin',
  'code',
  'key',
  'sid',
  'sessionId',
  'tokenType',
  'resetPassword',
  'credential',
  'versionKey',
  'hash',
])('a field named %s is not a secret', (name) => {
  expect(findSecrets({ [name]: 'word1234' })).toEqual([]);
});

it('a numeric one-time password is a secret, and a small number or a numeric token is not', () => {
  expect(findSecrets({ otp: 482913 })).toMatchObject([{ path: ['otp'], params: { name: 'otp' } }]);
  expect(redactEventSecrets({ otp: 482913 })).toEqual({ otp: '•••' });
  expect(createRedactor().json({ otp: 482913 })).toEqual({ otp: 'token-1' });
  expect(findSecrets({ otp: 2, token: 482913 })).toEqual([]);
});

it.each(['name', 'key'])('the value of a name–value pair is named by its %s', (field) => {
  const pair: Json = [{ [field]: 'X-Api-Key', value: 'word' }];
  expect(findSecrets(pair)).toMatchObject([{ path: [0, 'value'], params: { name: 'X-Api-Key' } }]);
  expect(isKnownClean(pair)).toBe(false);
  expect(redactEventSecrets(pair)).toEqual([{ [field]: 'X-Api-Key', value: '•••' }]);
  expect(createRedactor().json(pair)).toEqual([{ [field]: 'X-Api-Key', value: 'token-1' }]);
});
