import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/json';
import { createFateRowIndex } from '#core/pipeline/fate-row-index';
import { defaultPipelineSettings } from '#core/pipeline/pipeline-settings';
import { predictRecordFate } from '#core/pipeline/record-fate';
import { createSchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { observedOf } from '#core/stream/judged-record';
import { readFileContent } from '#tests/fixtures/exchange';
import { eventOf } from '../../core/telemetry/sample-events';
import { runOn } from './run-cli';

const STARTED_AT = Date.UTC(2026, 10, 27);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface Batch {
  readonly at: number;
  readonly status: number;
  readonly body: { readonly params: { readonly msgid: string }; readonly events: readonly JsonObject[] };
}

const anyEvent = fc.record({
  kind: fc.constantFrom('log', 'invalid', 'valid', 'valid', 'valid'),
  producer: fc.constantFrom('prod.sunbird.portal', 'prod.sunbird.app'),
  mid: fc.constantFrom('a', 'b', 'c'),
});
const anyBatches: fc.Arbitrary<readonly Batch[]> = fc
  .array(
    fc.record({
      minutes: fc.integer({ min: 0, max: 45 }),
      status: fc.constantFrom(200, 200, 200, 500),
      msgid: fc.constantFrom('m1', 'm2', 'm3', 'm4'),
      events: fc.array(anyEvent, { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 10, maxLength: 20 },
  )
  .map((batches) => {
    let at = STARTED_AT;
    return batches.map(({ minutes, status, msgid, events }, batch) => {
      at += minutes * MINUTE_MS + 1;
      const toEvent = ({ kind, producer, mid }: (typeof events)[number], index: number): JsonObject => ({
        ...((kind === 'log'
          ? eventOf('log', { type: 'api', level: 'INFO', message: 'x' }, { ets: at })
          : eventOf('interact', kind === 'valid' ? { type: 'TOUCH', id: 'x' } : {}, { ets: at })) as JsonObject),
        mid,
        context: { channel: 'c', env: 'e', pdata: { id: producer, ver: '1' } },
        // Makes all events different. Equal ones would be retries, which Import shows in one row.
        tags: [`${batch}/${index}`],
      });
      return { at, status, body: { params: { msgid }, events: events.map(toEvent) } };
    });
  });

const settings = defaultPipelineSettings['sunbird-5.0'];
const check = createSchemaCheck('sunbird-5.0');

/** Simulates a pipeline whose databases expire each id an hour after it was stored. */
function simulatePipeline(batches: readonly Batch[]): readonly (string | null)[] {
  const createStore = () => {
    const storedAt = new Map<string, number>();
    return (id: string, at: number): boolean => {
      const isKnown = at - (storedAt.get(id) ?? Number.NEGATIVE_INFINITY) < HOUR_MS;
      if (!isKnown) storedAt.set(id, at);
      return isKnown;
    };
  };
  const [isKnownBatch, isKnownByPreprocessor, isKnownByValidator] = [createStore(), createStore(), createStore()];
  const fateOf = (event: JsonObject, at: number): string => {
    if (check(event).length > 0) return 'preprocessor/invalid';
    const { eid, mid, context } = event as { eid: string; mid: string; context: { pdata: { id: string } } };
    if (context.pdata.id.endsWith('.portal') && isKnownByPreprocessor(mid, at)) return 'preprocessor/duplicate';
    if (eid === 'LOG') return 'preprocessor/own-topic';
    return isKnownByValidator(mid, at) ? 'druid-validator/duplicate' : 'druid-validator/accepted';
  };
  return batches.flatMap(({ at, status, body: { params, events } }) => {
    if (status !== 200) return events.map(() => null);
    if (isKnownBatch(params.msgid, at)) return events.map(() => 'extractor/duplicate-batch');
    return events.map((event) => fateOf(event, at));
  });
}

const toHar = (batches: readonly Batch[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: batches.map(({ at, status, body }) => {
        const postData = { mimeType: 'application/json', text: JSON.stringify(body) };
        const request = { method: 'POST', url: 'https://example.org/v1/telemetry', postData };
        return { startedDateTime: new Date(at).toISOString(), time: 0, request, response: { status } };
      }),
    },
  });
const toRecording = (batches: readonly Batch[]): string =>
  batches
    .map(({ at, status, body }) =>
      JSON.stringify({ receivedAt: at, end: { status: 'responded', httpStatus: status, durationMs: 0 }, body }),
    )
    .join('\n');

const labelOf = (fate: { readonly step: string; readonly reason: string } | undefined) =>
  fate === undefined ? null : `${fate.step}/${fate.reason}`;

async function fatesOfValidate(input: string) {
  const { lines } = await runOn(input, ['validate', '-', '--fate'], { chunkBytes: 100_000 });
  return lines.map((line) => labelOf((line as unknown as { fate?: { step: string; reason: string } }).fate));
}

it('validate and Import predict the fates of a pipeline for HAR files, recordings and captures', async () => {
  await fc.assert(
    fc.asyncProperty(anyBatches, async (batches) => {
      const expected = simulatePipeline(batches);
      const records = (await readFileContent(toHar(batches))).records.map(observedOf);
      const rows = records.map((record) => ({ ...record, sharesMid: true }));
      const earlier = createFateRowIndex(rows);
      const context = { settings, check };
      const capture = JSON.stringify({ format: 'telemetry-v3-capture', version: 1, records });
      expect(rows.map((row) => labelOf(predictRecordFate(row, earlier, context)?.fate))).toEqual(expected);
      expect(await fatesOfValidate(toHar(batches))).toEqual(expected);
      expect(await fatesOfValidate(toRecording(batches))).toEqual(expected);
      expect(await fatesOfValidate(capture)).toEqual(expected);
    }),
    { numRuns: 8 },
  );
});
