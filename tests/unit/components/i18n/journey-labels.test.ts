import { expect, it } from 'vitest';
import { formatCount } from '#components/i18n/count-text.ts';
import { findingLocation } from '#components/i18n/finding-summary.ts';
import { formatBytes, formatClockTime, formatDuration, formatTimeLeft } from '#components/i18n/format.ts';
import { formatPageLabel, formatUrlLabel, verdictLabelOf } from '#components/i18n/journey-labels.ts';
import { kindLabel } from '#core/journey/record';
import { tokenizeJson } from '#core/json/tokenize-json';
import { recordOf } from '#tests/fixtures/records';

const error = {
  ruleSet: 'definition',
  severity: 'error',
  code: 'missing',
  path: [],
  params: { reason: 'custom', text: '' },
} as const;
const notice = { ...error, severity: 'info' } as const;

it.each([
  [recordOf(1), 'Valid', 'Valid'],
  [recordOf(1, { verdict: 'invalid', findings: [error, error, notice] }), 'Invalid 2', 'Invalid, 2 errors'],
  [recordOf(1, { findings: [notice] }), 'Valid', 'Valid, 1 notice'],
  [recordOf(1, { findings: [notice, { ...notice, severity: 'warning' }] }), 'Notice 2', 'Valid, 2 notices'],
  [recordOf(1, { verdict: 'unknown', kind: null }), 'Unknown', 'Unknown event type'],
])('the label of verdict %# is %s', (record, short, long) => {
  expect(verdictLabelOf(record)).toMatchObject({ short, long });
});

it.each([
  [['data', 'type'], 'definition', 'data.type'],
  [['context', 'cdata', 0, 'id'], 'envelope', 'context.cdata.0.id'],
  [[1], 'definition', 'argument 2'],
  [[], 'definition', 'whole call'],
  [[], 'envelope', 'whole event'],
] as const)('the location of a finding with path %j in rule set %s is %s', (path, ruleSet, location) => {
  expect(findingLocation({ path, ruleSet })).toBe(location);
});

it('the label of a kind is its eid, or the method name if the kind is unknown', () => {
  expect(kindLabel(recordOf(1))).toBe('INTERACT');
  expect(kindLabel(recordOf(1, { kind: null, name: 'telemetryInit' }))).toBe('telemetryInit');
});

it.each([
  [0, 'http://localhost:4173/lesson/water-cycle?x=1', '/lesson/water-cycle'],
  [0, 'http://localhost:4173/#/lesson/water-cycle', '/#/lesson/water-cycle'],
  [0, 'http://localhost:4173/app#!/lesson', '/app#!/lesson'],
  [0, 'http://localhost:4173/lesson#part-2', '/lesson'],
  [4, 'http://localhost:4173/player/player.html', 'player.html'],
  [4, 'http://localhost:4173/player/player.html#/quiz', 'player.html#/quiz'],
  [4, 'https://cdn.example.org/', 'cdn.example.org'],
  [4, 'about:blank', 'blank'],
  [0, '', ''],
])('the label of the page in frame %d at %s is %s', (frameId, url, label) => {
  expect(formatPageLabel({ frameId, url })).toBe(label);
});

it('the label of a URL omits parts without information', () => {
  expect(formatUrlLabel('http://localhost:4180/v1/telemetry')).toBe('localhost:4180/v1/telemetry');
  expect(formatUrlLabel('https://example.org/')).toBe('example.org');
  expect(formatUrlLabel('about:blank')).toBe('about:blank');
  expect(formatUrlLabel('https://example.org/#/lesson')).toBe('example.org/#/lesson');
  expect(formatUrlLabel('https://example.org/#part-2')).toBe('example.org');
});

it('counts are formatted with group separators', () => {
  expect([formatCount(1, 'event'), formatCount(1310, 'event')]).toEqual(['1 event', '1,310 events']);
});

it('clock times are formatted in local time with milliseconds', () => {
  expect(formatClockTime(new Date(2026, 10, 20, 14, 2, 31, 207).getTime())).toBe('14:02:31.207');
});

it.each([
  [1, '1 ms'],
  [-3, '0 ms'],
  [7340, '7.34 s'],
  [125_000, '2 min 5 s'],
])('a duration of %d ms is formatted as %s', (gap, text) => {
  expect(formatDuration(gap)).toBe(text);
});

it('the time left counts down to zero', () => {
  expect([formatTimeLeft(252_000), formatTimeLeft(59_001), formatTimeLeft(-1)]).toEqual(['4:12', '1:00', '0:00']);
});

it('sizes are formatted with decimal units', () => {
  expect([formatBytes(412), formatBytes(3120), formatBytes(1_400_000)]).toEqual(['412 B', '3.1 kB', '1.4 MB']);
});

it('tokenizeJson distinguishes keys from strings, and preserves every character', () => {
  const text = '{"a": "b\\"c", "n": -1.5e3, "x": [true, null]';
  const parts = tokenizeJson(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  const classNames = parts.filter((part) => part.className).map((part) => `${part.className} ${part.text}`);
  expect(classNames).toEqual(['k "a"', 's "b\\"c"', 'k "n"', 'n -1.5e3', 'k "x"', 'a true', 'a null']);
});
