import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#core/json/json';
import { createRedactor } from '#core/redaction/redactor';

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ0ZWFjaGVyIn0.c2lnbmF0dXJl';
const redactText = (text: string) => createRedactor().text(text);

it.each([
  ['ann@example.org', 'email-1@redacted.invalid'],
  ['write to Ann.Lee+x@mail.example.co.in.', 'write to email-1@redacted.invalid.'],
  ['https://x.org/?u=ann%40example.org&p=1', 'https://x.org/?u=email-1%40redacted.invalid&p=1'],
  ['user%3Dann%40example.org', 'user%3Demail-1%40redacted.invalid'],
  ['अनु@उदाहरण.भारत', 'email-1@redacted.invalid'],
  ['{"mail":"ann@example.org"}', '{"mail":"email-1@redacted.invalid"}'],
  ['+91 98765 43210', 'phone-1'],
  ['call 9876543210 now', 'call phone-1 now'],
  ['tel:+1-555-123-4567', 'tel:phone-1'],
  ['(022) 2345 6789', 'phone-1'],
  ['फ़ोन ९८७६५४३२१०', 'फ़ोन phone-1'],
  ['/user/9876543210?to=%2B919876543210', '/user/phone-1?to=phone-1'],
  ['00919876543210', 'phone-1'],
  ['?q=call%209876543210%2C&r=%2B91+98765+43210', '?q=call%20phone-1%2C&r=phone-1'],
  ['?q=98765+43210', '?q=phone-1'],
  ['?next=https%3A%2F%2Fa.b%2F%3Fphone%3D98765%252043210', '?next=https%3A%2F%2Fa.b%2F%3Fphone%3Dphone-1'],
  [
    '?next=%2F%3Fto%3D%252B919876543210%26u%3Dann%2540example.org',
    '?next=%2F%3Fto%3Dphone-1%26u%3Demail-1%2540redacted.invalid',
  ],
  [
    String.raw`log: "to\n9876543210\tor\nann\\u0040example.org"`,
    String.raw`log: "to\nphone-1\tor\nemail-1\\u0040redacted.invalid"`,
  ],
  [String.raw`to ravi\x40example.org`, 'to email-1@redacted.invalid'],
  ['to ravi&#064;example.org', 'to email-1@redacted.invalid'],
  ['to ravi&amp;#64;example.org', 'to email-1&amp;#64;redacted.invalid'],
  ['to ravi%5Cu0040example.org', 'to email-1@redacted.invalid'],
  [JWT, 'token-1'],
  [`Authorization: Bearer ${JWT}`, 'Authorization: Bearer token-1'],
  ['authorization: abcdefgh12345', 'authorization: token-1'],
  ['Cookie: sid=abc123; theme=dark', 'Cookie: token-1'],
  ['https://ann:geheim@host.org/x', 'https://ann:token-1@host.org/x'],
  ['/reset?token=opaque-1&x=1', '/reset?token=token-1&x=1'],
  ['to=https%3A%2F%2Fa.b%3Ftoken%3Dopaque-1%26c', 'to=https%3A%2F%2Fa.b%3Ftoken%3Dtoken-1%26c'],
  ['{"access_token":"opaque-1"}', '{"access_token":"token-1"}'],
])('a text is redacted: %s → %s', (text, redacted) => expect(redactText(text)).toBe(redacted));

it.each([
  '1515493225247',
  '1515493225',
  '1515493225.247',
  '34464aac-1234-4123-8123-123456789012',
  '12345678-1234-4123-8123-123456789012',
  'd29a6a61b9e66ec7f91a05326090c973d26ae79d',
  'INTERACT:CP:ec066e9b2e43c356ee9ef109acffdcf5',
  'do_31281457825681408013122',
  '2018-01-09T10:22:05.247Z',
  '192.168.100.200',
  '4.2.439production',
  'logo@2x.png',
  '@project-sunbird/telemetry-sdk@2.0.1',
  'lat 28.6139391, lon 77.2090212',
  'http://localhost:4173/lesson/water-cycle?page=12',
  'session-1734567890123',
  '?t=2018-01-09T10%3A22%3A05.247%2B05%3A30&id=do_31281457825681408013122&at=1515493225247%2C34464aac-1234-4123-8123-123456789012',
  '?utm=100%25&u=email-3%40redacted.invalid&v=email-3%2540redacted.invalid',
  'What is 98765+43210?',
  '•••',
  'email-3@redacted.invalid',
])('a text is left unchanged: %s', (text) => expect(redactText(text)).toBe(text));

it.each<[Json, Json]>([
  [{ password: 'geheim' }, { password: 'token-1' }],
  [{ Authorization: 'Bearer abc' }, { Authorization: 'Bearer token-1' }],
  [{ cookie: 'a=b' }, { cookie: 'token-1' }],
  [
    { name: 'Cookie', value: 'a=b' },
    { name: 'Cookie', value: 'token-1' },
  ],
  [
    { token: { value: 'a', more: [{ id: 'b', none: '' }] } },
    { token: { value: 'token-1', more: [{ id: 'token-2', none: '' }] } },
  ],
  ['{"token":{"value":"a"}}', '{"token":{"value":"token-1"}}'],
  [{ [JWT]: { password: 'x' } }, { 'token-1': { password: 'token-2' } }],
  [{ phone: 5551234 }, { phone: 'phone-1' }],
  [{ mobileNumber: '55 51 23 4' }, { mobileNumber: 'phone-1' }],
  [{ phone: '' }, { phone: '' }],
  [
    { mid: '9876543210', ets: 9876543210 },
    { mid: '9876543210', ets: 9876543210 },
  ],
  [{ 'ann@example.org': 1 }, { 'email-1@redacted.invalid': 1 }],
  [
    { 'a@b.org': 1, 'A@B.org': 2 },
    { 'email-1@redacted.invalid': 1, 'email-1@redacted.invalid (2)': 2 },
  ],
])('a value is redacted by its field name: %j → %j', (value, redacted) =>
  expect(createRedactor().json(value)).toEqual(redacted),
);

it('redaction by field names preserves a field named __proto__', () => {
  const value: Json = JSON.parse('{"__proto__":{"mail":"a@b.org"}}');
  expect(JSON.stringify(createRedactor().json(value))).toBe('{"__proto__":{"mail":"email-1@redacted.invalid"}}');
});

it('equal values have the same pseudonym in any notation, and different values have different pseudonyms', () => {
  const redactor = createRedactor();
  const texts = ['ann@example.org', 'to Ann@Example.org', 'ann%40example.org', 'bob@example.org', 'ann@example.org'];
  expect(texts.map((text) => redactor.text(text).match(/email-\d/)?.[0])).toEqual([
    'email-1',
    'email-1',
    'email-1',
    'email-2',
    'email-1',
  ]);
  expect(['+91 98765 43210', '9876543210', '98765-43210'].map((text) => redactor.text(text))).toEqual([
    'phone-1',
    'phone-1',
    'phone-1',
  ]);
  expect(redactor.counts()).toEqual({ token: 0, email: 2, phone: 1 });
});

const anyLocalPart = fc.stringMatching(/^[a-z][a-z0-9]{0,10}$/);
const anyEmail = fc
  .tuple(anyLocalPart, fc.stringMatching(/^[a-z]{1,10}$/))
  .map(([name, host]) => `${name}@${host}.org`);
const anyPhone = fc.stringMatching(/^[6-9][0-9]{9}$/).map((digits) => `+91${digits}`);
const anyDelimiters = fc.stringMatching(/^[ ,;<>(){}"]{1,3}$/);

describe('any page data', () => {
  it('no email address or phone number remains anywhere in a redacted value', () => {
    const anyText = fc
      .tuple(anyDelimiters, fc.oneof(anyEmail, anyPhone), anyDelimiters)
      .map((parts) => ({ secret: parts[1], text: parts.join('') }));
    fc.assert(
      fc.property(fc.array(anyText, { minLength: 1 }), fc.jsonValue(), (texts, other) => {
        const value: Json = { deep: [{ texts: texts.map(({ text }) => text), other: JSON.stringify(other) }] };
        const redacted = JSON.stringify(createRedactor().json(value));
        for (const { secret } of texts) expect(redacted).not.toContain(secret);
      }),
    );
  });

  it('redacting a redacted value changes nothing', () => {
    const anyTexts = fc.array(fc.oneof(anyEmail, anyPhone, fc.string(), fc.constant(JWT), fc.json()));
    fc.assert(
      fc.property(anyTexts, (texts) => {
        const redacted = createRedactor().json(texts);
        expect(createRedactor().json(redacted)).toEqual(redacted);
      }),
    );
  });

  it('ids, hashes and times stay unchanged', () => {
    const time = fc.integer({ min: 1_400_000_000_000, max: 1_900_000_000_000 });
    const hash = fc.stringMatching(/^[0-9a-f]{32}$/);
    const ids = fc.record({
      mid: hash.map((text) => `LOG:${text}`),
      other: hash,
      did: fc.stringMatching(/^[0-9a-f]{40}$/),
      uuid: fc.uuid(),
      ets: time,
      etsText: time.map(String),
      iso: time.map((at) => new Date(at).toISOString()),
      seconds: time.map((at) => String(Math.floor(at / 1000))),
      url: fc.tuple(fc.uuid(), time).map(([id, at]) => `https://x.org/content/do_${at}${at}/${id}?t=${at}`),
    });
    const property = fc.property(ids, (value) => {
      expect(createRedactor().json(value)).toEqual(value);
    });
    fc.assert(property, { numRuns: 300 });
  });
});
