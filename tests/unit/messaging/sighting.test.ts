import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readReport } from '../../../lib/messaging/sighting';

it('reads what the hook writes', () => {
  const text = '{"type":"emitted","callId":null,"at":1,"event":null,"cuts":[{"path":["a",0],"reason":"cycle"}]}';
  expect(readReport(text)).toMatchObject([{ type: 'emitted', event: null }]);
});

it('reads the deepest copy that the hook makes', () => {
  const event = `${'['.repeat(64)}${']'.repeat(64)}`;
  expect(readReport(`[{"type":"emitted","callId":null,"at":1,"cuts":[],"event":${event}}]`)).toHaveLength(1);
});

it('reads a list of what belongs to one call, and refuses it where one of them is wrong', () => {
  const returned = '{"type":"returned","callId":"c","at":1,"settled":true}';
  expect(readReport(`[${returned},${returned}]`)).toMatchObject([{ type: 'returned' }, { callId: 'c' }]);
  expect(readReport(`[${returned},{}]`)).toBeNull();
});

it.each([
  ['what is not JSON', '{"type":"emitted"'],
  ['a type that there is not', '{"type":"spell"}'],
  [
    'arguments that are no list',
    '{"type":"called","callId":"c","at":1,"method":"x","sdk":0,"firedBy":null,"args":{},"cuts":[]}',
  ],
  [
    'an event deeper than any copy',
    `{"type":"emitted","callId":null,"at":1,"cuts":[],"event":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
  ],
  ['a time that is no number', '{"type":"threw","callId":"c","at":"now","message":"x"}'],
])('refuses %s', (_what, text) => {
  expect(readReport(text)).toBeNull();
});

it('refuses any other text without throwing', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => readReport(text) === null || text.trim() === '[]'));
});

const sending = (body: string, url = 'u', base = 'http://localhost/') =>
  `{"type":"sending","at":1,"requestId":"r","via":"fetch","method":"POST","url":"${url}","base":"${base}","encoding":"text","body":${body}}`;

it('reads the bodies of requests, which stand between tabs, each with its request', () => {
  const bodies = (text: string) => readReport(text)?.map((sighting) => 'body' in sighting && sighting.body);
  expect(bodies(`[${sending('\t{"a":"1"}\t')},${sending('"quoted"')},${sending('\t\n\\\t')}]`)).toEqual([
    '{"a":"1"}',
    'quoted',
    '\n\\',
  ]);
  expect(bodies(`[${sending('\ta\t')},${sending('1')},${sending('3')}]`)).toBeUndefined();
  expect(bodies(`[${sending('0')}]`)).toBeUndefined();
});

it.each([
  ['/v1/telemetry', 'http://localhost/lesson/', 'http://localhost/v1/telemetry'],
  [
    'send?to=http://other.example/',
    'http://localhost/lesson/one',
    'http://localhost/lesson/send?to=http://other.example/',
  ],
  ['https://collector.example/v1', 'http://localhost/', 'https://collector.example/v1'],
  ['//[', 'http://localhost/', '//['],
  ['/v1', 'no address', '/v1'],
])('reads the address %s, written where %s is the base', (url, base, expected) => {
  const [sighting] = readReport(sending('"{}"', url, base)) ?? [];
  expect(sighting).toMatchObject({ url: expected });
  expect(sighting).not.toHaveProperty('base');
});
