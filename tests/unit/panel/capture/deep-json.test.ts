import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { readSamples } from '#core/drafts/samples-file';
import type { SecretGuard } from '#core/journey/correlator/observations';
import { isDeeperThan, MAX_JSON_DEPTH } from '#core/json/json-depth';
import { readStep } from '#core/scenarios/read-step';
import { parseDraft } from '#core/telemetry/draft';
import { createTestRedactor, exportToText, readFileContent, writingOf } from '#tests/fixtures/exchange';
import { emitReport, logEvent, requestReport, watchPage } from '#tests/fixtures/watched-page';
import { validateText } from '../../node/cli/run-validate';

const deepText = (levels: number, inside = '1') => `${'['.repeat(levels)}${inside}${']'.repeat(levels)}`;
const batchWith = (edata: string, beside = '') =>
  `{"id":"a","ver":"3.0","params":{},${beside}"events":[{"eid":"LOG","mid":"m","ets":1,"edata":${edata}}]}`;
const truncatedPath = ['edata', ...Array.from({ length: MAX_JSON_DEPTH - 1 }, () => 0)];

it('a batch wrapper with thousands of nested levels is omitted, and its event still has a row', () => {
  const page = watchPage();
  page.log(requestReport('r', batchWith('{}', `"deep":${deepText(8_000)},`)));
  expect(page.records()).toMatchObject([{ name: 'LOG', requests: [{ id: 'r' }] }]);
  expect(page.records()[0]?.requests[0]).not.toHaveProperty('wrapper');
});

it('an event with thousands of nested levels has a row, with the deepest part truncated and marked', () => {
  const page = watchPage();
  page.log(requestReport('r', batchWith(deepText(8_000))));
  expect(page.records()).toMatchObject([{ event: { truncations: [{ path: truncatedPath, reason: 'too-deep' }] } }]);
});

it('an event with thousands of nested levels that is sent twice is one row with two requests and without changes', () => {
  const page = watchPage();
  page.log(
    requestReport('r1', batchWith(deepText(2_000))),
    requestReport('r2', batchWith(deepText(2_000)), { at: 60_000 }),
  );
  expect(page.records()).toMatchObject([{ requests: [{ id: 'r1' }, { id: 'r2', carriedEvent: null }], changes: [] }]);
});

it('an event with thousands of nested levels is not reported as changed in parts that the hook omitted from its copy', () => {
  const page = watchPage();
  const event = { ...logEvent('m'), edata: null };
  page.log({ ...emitReport(event), truncations: [{ path: ['edata'], reason: 'too-deep' }] });
  page.log(requestReport('r', batchWith(deepText(70))));
  expect(page.records()).toMatchObject([{ requests: [{ carriedEvent: { eid: 'LOG' } }] }]);
  expect(page.records()[0]?.changes.filter(({ path }) => path[0] === 'edata')).toEqual([]);
});

it('an event with thousands of nested levels does not affect other observations of the same message', async () => {
  const page = watchPage();
  const compressed = gzipSync(batchWith(deepText(8_000))).toString('base64');
  page.log(requestReport('r', compressed, { encoding: 'base64' }), emitReport(logEvent('later')));
  await page.capture.requestFinished({ entry: {}, readResponse: async () => null });
  await page.capture.requestFinished({ entry: devtoolsEntry(batchWith('{}')), readResponse: async () => null });
  expect(page.records()).toHaveLength(2);
  expect(page.unreadableReports()).toBe(0);
});

const devtoolsEntry = (text: string) => ({
  startedDateTime: '1970-01-01T00:00:01.000Z',
  time: 1,
  request: { method: 'POST', url: 'http://localhost/other', postData: { text } },
  response: { status: 200 },
});

it('an observation for which the search for secrets throws is dropped and counted, and other observations are not', () => {
  const find: SecretGuard['find'] = ({ type }) => {
    if (type === 'event') throw new RangeError('too much');
    return [];
  };
  const page = watchPage({ find });
  page.log(emitReport(logEvent('one')), { type: 'called', ...callFields }, emitReport(logEvent('two')));
  expect(page.records()).toMatchObject([{ call: { id: 'c' } }]);
  expect(page.unreadableReports()).toBe(2);
});

const callFields = {
  at: 1,
  callId: 'c',
  method: 'log',
  sdk: 0,
  firedBy: null,
  batchSize: 1,
  hasDid: true,
  args: [{}],
  truncations: [],
};

it.each(['capture', 'har', 'ndjson', 'csv'] as const)(
  'exports as %s contain a deep event, and a deep response with its secrets redacted',
  (format) => {
    const page = watchPage();
    page.log(requestReport('r', batchWith(deepText(8_000))));
    const response = deepText(8_000, '{"password":"hunter22"}');
    const records = page.records().map((record) => ({
      ...record,
      requests: record.requests.map((request) => ({ ...request, responseText: response })),
    }));
    const file = exportToText(format, writingOf(records, createTestRedactor()));
    expect(file).toContain('LOG');
    expect(file).not.toContain('hunter22');
  },
);

it('exports with an event of any depth can be imported', async () => {
  const page = watchPage();
  page.report([JSON.stringify(emitReport(logEvent('m', 'DEEP'))).replace('"DEEP"', deepText(8_000))]);
  const file = exportToText('capture', writingOf(page.records()));
  expect((await readFileContent(file)).result).toMatchObject({ ok: true, value: { events: 1 } });
});

describe('deep texts', () => {
  const message = `Nesting is deeper than ${MAX_JSON_DEPTH} levels`;
  const event = `{"eid":"LOG","edata":${deepText(MAX_JSON_DEPTH)}}`;

  it('excessive depth is reported for a file', async () => {
    const { result } = await readFileContent(event);
    expect(result.ok || result.failure.reason === 'cancelled' ? '' : messageText(result.failure.message)).toContain(
      message,
    );
  });

  it('excessive depth is reported for an input line of the command line', async () => {
    const { code, lines } = await validateText(`${event}\n{"eid":"LOG"}`);
    expect([code, lines[0]?.findings[0]?.message]).toEqual([1, `Column 221: ${message}, the maximum.`]);
  });

  it('excessive depth is reported for a draft, a sample file and a step of a scenario', () => {
    const draft = parseDraft('log', `{"data":${deepText(8_000)}}`);
    expect(draft.ok ? '' : messageText(draft.failure.message)).toContain(message);
    const samples = readSamples(deepText(8_000));
    expect(samples.ok ? '' : messageText(samples.failure)).toContain(message);
    const step = { type: 'fire', kind: 'log', args: {} } as const;
    const read = readStep(step, 'args', deepText(8_000), 'json');
    expect(read.ok ? '' : messageText(read.failure)).toContain(message);
  });

  it('a deeply nested request in a HAR file is not rejected, and its events are checked', async () => {
    const har = JSON.stringify({ log: { entries: [devtoolsEntry(batchWith(deepText(8_000)))] } });
    const { lines } = await validateText(har, ['-'], 10_000);
    expect(lines).toMatchObject([{ kind: 'log' }]);
  });
});

it('isDeeperThan handles JSON that is much deeper than its limit', () => {
  expect(isDeeperThan(JSON.parse(deepText(200)), 200)).toBe(false);
  expect(isDeeperThan(JSON.parse(deepText(201)), 200)).toBe(true);
  expect(isDeeperThan(JSON.parse(deepText(100_000)), 200)).toBe(true);
});
