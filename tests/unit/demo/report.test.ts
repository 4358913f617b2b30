import { describe, expect, test } from 'vitest';
import type { JudgedRecord } from '#core/stream/judged-record';
import { eventKinds } from '#core/telemetry/kinds';
import type { Report } from '#demo/report';
import { capturedOf, firedOf, missingIn, reportSchema } from '#demo/report';
import { reportTable } from '#demo/report-table';
import { sdkVersions } from '#demo/site/sdk-pages';
import { recordOf, requestOf } from '#tests/fixtures/records';

const whole: Report = {
  login: { entity: 'teacher-04', tokenType: 'Bearer', expiresInSeconds: 300 },
  captured: sdkVersions.flatMap((sdk) =>
    eventKinds.flatMap((kind) =>
      (['call', 'event', 'request'] as const).map((source) => ({
        sdk,
        source,
        kind,
        verdict: kind === 'log' ? ('invalid' as const) : ('valid' as const),
        findings: [],
      })),
    ),
  ),
  fired: eventKinds.map((kind) => ({ kind, verdict: 'valid', isAccepted: true })),
  screenshots: ['report-screenshots/panel-light.png'],
};

const record = recordOf(1, {
  kind: 'log',
  name: 'log',
  frame: { frameId: 0, url: 'http://127.0.0.1/sdk-2.0.1/' },
  verdict: 'invalid',
  findings: [
    {
      ruleSet: 'definition',
      severity: 'error',
      code: 'not-in-list',
      path: ['data', 'level'],
      params: { reason: 'custom', text: '"info" is not in the list.', allowed: ['INFO'] },
    },
  ],
});

describe('what is missing', () => {
  test('nothing, where everything happened', () => {
    expect(missingIn(whole)).toEqual([]);
  });

  test.each([
    { without: 'a Bearer token', login: { ...whole.login, tokenType: 'mac' }, says: '"mac", not "Bearer"' },
    { without: 'time left', login: { ...whole.login, expiresInSeconds: 0 }, says: 'expires in 0 seconds' },
  ])('a login without $without', ({ login, says }) => {
    expect(missingIn({ ...whole, login })).toEqual([expect.stringContaining(says)]);
  });

  test.each(['call', 'event', 'request'] as const)('one kind that was not seen as a %s on one page', (source) => {
    const captured = whole.captured.filter(
      (line) => !(line.sdk === '1.3.0' && line.source === source && line.kind === 'exdata'),
    );
    expect(missingIn({ ...whole, captured })).toEqual([`SDK 1.3.0: no ${source} was captured of exdata.`]);
  });

  test('a fired event that did not come back', () => {
    const fired = whole.fired.map((shot) => (shot.kind === 'end' ? { ...shot, isAccepted: false } : shot));
    expect(missingIn({ ...whole, fired })).toEqual(['Fired, but did not come back: end.']);
  });

  test('a kind that was never fired', () => {
    expect(missingIn({ ...whole, fired: whole.fired.slice(1) })).toEqual(['Fired, but did not come back: start.']);
  });

  test('screenshots', () => {
    expect(missingIn({ ...whole, screenshots: [] })).toEqual(['There are no screenshots.']);
  });
});

describe('a record in the report', () => {
  test('a record in the report is a line for each way in which it was seen, with its findings', () => {
    const finding = {
      ruleSet: 'definition',
      severity: 'error',
      code: 'not-in-list',
      path: ['data', 'level'],
      message: '"info" is not in the list.',
    };
    const line = { sdk: '2.0.1', kind: 'log', verdict: 'invalid', findings: [finding] };
    expect(capturedOf('2.0.1', [record])).toEqual([
      { ...line, source: 'call' },
      { ...line, source: 'event' },
    ]);
  });

  test('a record in the report that was fired manually is not captured', () => {
    expect(capturedOf('2.0.1', [{ ...record, firedBy: { type: 'panel', requestId: 'r' } }])).toEqual([]);
  });

  test('a fired event is accepted if it was called, emitted and accepted, and fired from the panel', () => {
    const fired = { ...record, requests: [requestOf()], firedBy: { type: 'panel', requestId: 'r' } } as const;
    const failed = { status: 'failed', message: 'net::ERR_INTERNET_DISCONNECTED', durationMs: 1 } as const;
    const isAccepted = (records: readonly JudgedRecord[]) =>
      firedOf(records)
        .filter((shot) => shot.isAccepted)
        .map((shot) => shot.kind);
    expect(isAccepted([fired])).toEqual(['log']);
    expect(isAccepted([{ ...fired, event: null }])).toEqual([]);
    expect(isAccepted([{ ...fired, requests: [] }])).toEqual([]);
    expect(isAccepted([{ ...fired, requests: [{ ...requestOf(), end: failed }] }])).toEqual([]);
    expect(isAccepted([record])).toEqual([]);
  });
});

test('the report keeps its own schema', () => {
  expect(reportSchema.parse(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
});

test('the table has a line per kind, with what was invalid and what did not come back', () => {
  const fired = whole.fired.map((shot) => (shot.kind === 'end' ? { ...shot, isAccepted: false } : shot));
  const table = reportTable({ ...whole, fired }).split('\n');
  expect(table[0]).toBe('Logged in as teacher-04: Bearer token, good for 300 s.');
  expect(table.find((line) => line.startsWith('log'))).toMatch(/^log +1 call, 1 invalid +1 call, 1 invalid +accepted$/);
  expect(table.find((line) => line.startsWith('end'))).toMatch(/^end +1 call +1 call +lost$/);
  expect(table.at(-1)).toBe('102 observations, 16 of 17 fired events were accepted, 1 screenshots.');
});
