import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diagnose } from '#core/journey/diagnostics';
import { journeyState } from '#core/journey/journey-state';
import type { Json } from '#core/json/json';
import { readReport } from '#core/wire/hook-report';
import { MAX_REPORT_OBSERVATIONS, REPORT_DELIMITER } from '#core/wire/report-limits';
import { exportToText, readFileContent, writingOf } from '#tests/fixtures/exchange';
import {
  batchText,
  callReport,
  emitReport,
  logEvent,
  requestEndReport,
  requestReport,
  returnReport,
  watchPage,
} from '#tests/fixtures/watched-page';
import { shareRuns } from './fuzz-runs';
import { hostileJson, jsonObjectOf } from './hostile-json';

const numRuns = shareRuns(2);

const names = [
  'type',
  'at',
  'callId',
  'requestId',
  'event',
  'events',
  'eid',
  'mid',
  'args',
  'truncations',
  'path',
  'reason',
];
const json = hostileJson([...names, 'body', 'url', 'sdk', 'method', 'edata', 'id', 'params']);
const id = fc.constantFrom('a', 'b', '');
const mid = fc.constantFrom('m', 'n');
const event = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(mid, json).map(([one, edata]): Json => logEvent(one, edata)) },
  json,
);
const body = fc.oneof(
  { weight: 3, arbitrary: fc.array(event, { maxLength: 3 }).map(batchText) },
  json.map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary' }),
);

/** Generates valid observations of the hook, in any order. */
const observation: fc.Arbitrary<object> = fc.oneof(
  fc.tuple(id, json).map(([callId, data]) => callReport(callId, data)),
  id.map((callId) => returnReport(callId)),
  id.map((callId) => ({ type: 'threw', at: 2, callId, message: 'x' })),
  id.map((callId) => ({ type: 'logged', at: 2, callId, level: 'error', message: 'x' })),
  event.map(emitReport),
  fc.tuple(id, body).map(([requestId, text]) => requestReport(requestId, text)),
  fc
    .tuple(id, fc.constantFrom('responded', 'failed', 'queued'))
    .map(([requestId, end]) => requestEndReport(requestId, { end })),
  fc.boolean().map((isPersisted) => ({ type: 'pagehide', at: 3, persisted: isPersisted })),
  fc.constantFrom(
    { type: 'sdk', at: 1, sdk: 0, global: '$t', generation: '2.x' },
    { type: 'eval-blocked', at: 1 },
    { type: 'not-fired', at: 1, requestId: 'a' },
  ),
);

/** Generates an observation in which some fields are omitted or have another type. */
const forged = fc
  .tuple(
    observation,
    fc.array(fc.tuple(fc.constantFrom(...names, 'end', 'status', 'global', '__proto__'), json), { maxLength: 2 }),
  )
  .map(([one, edits]) => jsonObjectOf([...Object.entries(JSON.parse(JSON.stringify(one))).map(asEntry), ...edits]));

function asEntry([name, value]: [string, unknown]): [string, Json] {
  return [name, JSON.parse(JSON.stringify(value))];
}

const item = fc.oneof(
  { weight: 3, arbitrary: observation.map((one) => JSON.stringify(one)) },
  { weight: 3, arbitrary: forged.map((one) => JSON.stringify(one)) },
  json.map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc
    .tuple(observation, body)
    .map(([one, text]) =>
      JSON.stringify({ ...one, body: 1 }).replace('"body":1', `"body":${REPORT_DELIMITER}${text}${REPORT_DELIMITER}`),
    ),
  fc.constantFrom(REPORT_DELIMITER, '[', '{"type":', '"', '\\', ']', '},{'),
);
const report = fc.oneof(
  item,
  fc.array(item, { maxLength: 6 }).map((items) => `[${items.join()}]`),
  fc.array(item, { maxLength: 4 }).map((items) => items.join('')),
);

test('readReport returns the observations of any text, and counts the unreadable parts', () => {
  fc.assert(
    fc.property(report, (text) => {
      const { observations, unread } = readReport(text);
      expect(unread).toBeGreaterThanOrEqual(0);
      expect(observations.length).toBeLessThanOrEqual(MAX_REPORT_OBSERVATIONS);
      for (const { type } of observations) expect(typeof type).toBe('string');
    }),
    { numRuns },
  );
});

test('forged reports hide no event of the page, and their rows can be diagnosed, written and reread', async () => {
  const property = fc.asyncProperty(fc.array(report, { maxLength: 5 }), async (reports) => {
    const page = watchPage();
    page.report(reports);
    page.log(emitReport(logEvent('genuine')));
    const records = page.records();
    expect(records.filter(({ event }) => JSON.stringify(event?.json ?? null).includes('"mid":"genuine"'))).toHaveLength(
      1,
    );
    for (const record of records) {
      expect(journeyState(record)).toMatch(/^[a-z]+$/);
      diagnose({ ...record, sharesMid: false });
    }
    const { result } = await readFileContent(exportToText('capture', writingOf(records)), { chunk: 65_536 });
    expect(result).toEqual({ ok: true, value: { source: 'records', events: records.length, warnings: [] } });
  });
  await fc.assert(property, { numRuns });
});
