import { expect, test } from 'vitest';
import type { JudgedRecord } from '#core/stream/judged-record';
import { eventKinds } from '#core/telemetry/kinds';
import type { Report } from '#demo/report';
import { capturedOf, firedOf, missingIn } from '#demo/report';
import { sdkVersions } from '#demo/site/sdk-pages';
import { recordOf, requestOf } from '#tests/fixtures/records';

const wholeReport: Report = {
  login: { entity: 'teacher-04', tokenType: 'Bearer', expiresInSeconds: 300 },
  captured: sdkVersions.flatMap((sdk) =>
    eventKinds.flatMap((kind) =>
      (['call', 'event', 'request'] as const).map((source) => ({
        sdk,
        source,
        kind,
        verdict: 'valid' as const,
        findings: [],
      })),
    ),
  ),
  fired: eventKinds.map((kind) => ({ kind, verdict: 'valid', isAccepted: true })),
  screenshots: ['report-screenshots/panel-light.png'],
};

const record = recordOf(1, { kind: 'log', name: 'log' });

test('the report has no missing items if everything happened', () => {
  expect(missingIn(wholeReport)).toEqual([]);
});

test.each([
  { without: 'a Bearer token', login: { ...wholeReport.login, tokenType: 'mac' }, problem: '"mac", not "Bearer"' },
  { without: 'time left', login: { ...wholeReport.login, expiresInSeconds: 0 }, problem: 'expires in 0 seconds' },
])('the report lists as missing a log-in without $without', ({ login, problem }) => {
  expect(missingIn({ ...wholeReport, login })).toEqual([expect.stringContaining(problem)]);
});

test.each(['call', 'event', 'request'] as const)(
  'the report lists a kind that was not captured as a %s on one page',
  (source) => {
    const captured = wholeReport.captured.filter(
      (line) => !(line.sdk === '1.3.0' && line.source === source && line.kind === 'exdata'),
    );
    expect(missingIn({ ...wholeReport, captured })).toEqual([`SDK 1.3.0: no ${source} was captured of exdata.`]);
  },
);

test('the report lists a fired event that was not captured', () => {
  const fired = wholeReport.fired.map((firedEvent) =>
    firedEvent.kind === 'end' ? { ...firedEvent, isAccepted: false } : firedEvent,
  );
  expect(missingIn({ ...wholeReport, fired })).toEqual(['Fired, but did not come back: end.']);
});

test('the report lists a kind that was never fired', () => {
  expect(missingIn({ ...wholeReport, fired: wholeReport.fired.slice(1) })).toEqual([
    'Fired, but did not come back: start.',
  ]);
});

test('the report lists missing screenshots', () => {
  expect(missingIn({ ...wholeReport, screenshots: [] })).toEqual(['There are no screenshots.']);
});

test('a record that was fired manually does not count as captured in the report', () => {
  expect(capturedOf('2.0.1', [{ ...record, firedBy: { type: 'panel', requestId: 'r' } }])).toEqual([]);
});

test('a fired event counts as accepted in the report if it was fired from the panel, called, emitted and accepted', () => {
  const fired = { ...record, requests: [requestOf()], firedBy: { type: 'panel', requestId: 'r' } } as const;
  const failed = { status: 'failed', message: 'net::ERR_INTERNET_DISCONNECTED', durationMs: 1 } as const;
  const isAccepted = (records: readonly JudgedRecord[]) =>
    firedOf(records)
      .filter((firedEvent) => firedEvent.isAccepted)
      .map((firedEvent) => firedEvent.kind);
  expect(isAccepted([fired])).toEqual(['log']);
  expect(isAccepted([{ ...fired, event: null }])).toEqual([]);
  expect(isAccepted([{ ...fired, requests: [] }])).toEqual([]);
  expect(isAccepted([{ ...fired, requests: [{ ...requestOf(), end: failed }] }])).toEqual([]);
  expect(isAccepted([record])).toEqual([]);
});
