import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readReport } from '#core/wire/hook-report';
import { MAX_BODY_CHARS, MAX_REPORT_LENGTH } from '#core/wire/report-limits';

it('a hook report is parsed as the hook wrote it', () => {
  const text = '{"type":"emitted","callId":null,"at":1,"event":null,"truncations":[{"path":["a",0],"reason":"cycle"}]}';
  expect(readReport(text)).toMatchObject({ observations: [{ type: 'emitted', event: null }], unread: 0 });
});

const emitted = (event: string, truncations = '[]') =>
  `[{"type":"emitted","callId":null,"at":1,"truncations":${truncations},"event":${event}}]`;
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const returned = '{"type":"returned","callId":"c","at":1,"settled":true}';

it('a hook report with the maximum nesting depth is parsed', () => {
  const event = nested(64);
  expect(readReport(emitted(event))).toMatchObject({ observations: [{ truncations: [] }], unread: 0 });
});

it('a hook report with several observations is parsed as a list, and invalid items are counted', () => {
  expect(readReport(`[${returned},${returned}]`)).toMatchObject({ observations: [{ callId: 'c' }, { callId: 'c' }] });
  const report = readReport(`[${returned},{},null,${returned}]`);
  expect(report).toMatchObject({ observations: [{ type: 'returned' }, { type: 'returned' }], unread: 2 });
});

it.each([
  ['an unterminated body', `[${returned},{"type":"sending","body":\t{},${returned}]`, 1],
  ['a surplus bracket', `[${returned},{}],${returned}]`, 2],
  ['a word that is not JSON', `[spell,${returned}]`, 1],
  ['an item with two bodies', `[{"a":\t1\t,"b":\t2\t},${returned}]`, 1],
  ['a truncated end', `[${returned},{"type":"ret`, 1],
])('a hook report with %s has its other observations parsed', (_what, text, unread) => {
  expect(readReport(text)).toMatchObject({ observations: [{ type: 'returned' }], unread });
});

it.each([8.64e15 + 1, -1e300])('an observation with the invalid date %d is rejected', (at) => {
  expect(readReport(JSON.stringify({ type: 'pagehide', at, persisted: false }))).toEqual({
    observations: [],
    unread: 1,
  });
});

it('an event of any depth is parsed, and its deepest part is truncated and marked', () => {
  const { observations } = readReport(emitted(`{"eid":"LOG","edata":${nested(5_000)}}`));
  const path = ['edata', ...Array.from({ length: 199 }, () => 0)];
  expect(observations).toMatchObject([{ event: { eid: 'LOG' }, truncations: [{ path, reason: 'too-deep' }] }]);
  expect(JSON.stringify(observations)).toContain('[null]');
});

it('at most fifty paths of a value are marked as truncated', () => {
  const wide = `[${Array.from({ length: 100 }, () => nested(300)).join()}]`;
  const [observation] = readReport(emitted(wide, '[{"path":[],"reason":"cycle"}]')).observations;
  expect(observation).toMatchObject({ type: 'emitted', truncations: { length: 50 } });
});

it('the first two thousand observations of a report are parsed, and the others are counted', () => {
  const { observations, unread } = readReport(`[${Array.from({ length: 2_345 }, () => returned).join()}]`);
  expect([observations.length, unread]).toEqual([2_000, 345]);
});

it('a report that exceeds the hook’s limit is parsed up to the limit', () => {
  const long = emitted(JSON.stringify('x'.repeat(MAX_REPORT_LENGTH)));
  expect(readReport(`[${returned},${long.slice(1)}`)).toMatchObject({
    observations: [{ type: 'returned' }],
    unread: 1,
  });
});

it('a hook report of the maximum length is parsed completely', () => {
  const quoted = JSON.stringify('\u0001'.repeat(MAX_BODY_CHARS));
  expect(readReport(`[${sending(quoted)}]`)).toMatchObject({ unread: 0 });
});

it.each([
  ['a text that is not JSON', '{"type":"emitted"'],
  ['an unknown observation type', '{"type":"spell"}'],
  [
    'an observation whose arguments are not a list',
    '{"type":"called","callId":"c","at":1,"method":"x","sdk":0,"firedBy":null,"args":{},"truncations":[]}',
  ],
  [
    'an observation with more truncations than the limit',
    emitted('1', `[${Array.from({ length: 51 }, () => '{"path":[],"reason":"cycle"}')}]`),
  ],
  ['an observation whose time is not a number', '{"type":"threw","callId":"c","at":"now","message":"x"}'],
])('a hook report that contains only %s is rejected', (_what, text) => {
  expect(readReport(text)).toEqual({ observations: [], unread: 1 });
});

it('a text that is not a report is rejected without throwing', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(readReport(text).observations).toEqual([]);
    }),
  );
});

const sending = (body: string, url = 'u', base = 'http://localhost/') =>
  `{"type":"sending","at":1,"requestId":"r","transport":"fetch","method":"POST","url":"${url}","base":"${base}","encoding":"text","body":${body}}`;

it('request bodies that are enclosed in tabs are parsed with their requests', () => {
  const bodies = (text: string) =>
    readReport(text).observations.map((observation) => 'body' in observation && observation.body);
  expect(bodies(`[${sending('\t{"a":"1"}\t')},${sending('"quoted"')},${sending('\t\n\\\t')}]`)).toEqual([
    '{"a":"1"}',
    'quoted',
    '\n\\',
  ]);
  expect(bodies(`[${sending('\ta\t')},${sending('1')},${sending('3')}]`)).toEqual(['a', 'a']);
  expect(bodies(`[${sending('0')}]`)).toEqual([]);
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
  ['/v1', 'not a URL', '/v1'],
])('the request URL %s is resolved against the base %s', (url, base, expected) => {
  const [observation] = readReport(sending('"{}"', url, base)).observations;
  expect(observation).toMatchObject({ url: expected });
  expect(observation).not.toHaveProperty('base');
});
