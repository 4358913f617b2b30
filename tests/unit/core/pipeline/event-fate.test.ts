import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/json';
import { type EventFate, predictBatchFate, predictFate, toDuplicateFate } from '#core/pipeline/event-fate';
import { fateMessage } from '#core/pipeline/fate-message';
import { defaultPipelineSettings } from '#core/pipeline/pipeline-settings';
import type { PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import { createSchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { receiptTimeOf } from '#core/rules/receipt-time';
import { MAX_EPOCH_MS } from '#core/util/epoch';
import { eventOf } from '../telemetry/sample-events';

const RECEIVED_AT = Date.UTC(2026, 10, 27, 10, 15);
const DAY_MS = 86_400_000;

const touch = { type: 'TOUCH', id: 'next' };
const event = (
  kind: 'interact' | 'log' | 'interrupt' | 'share' | 'audit' | 'search',
  edata: object,
  overrides: object = {},
) => eventOf(kind, edata, { ets: RECEIVED_AT - 1000, ...overrides }) as JsonObject;
const context = (id: string) => ({ channel: 'learn', env: 'content', pdata: { id } });

function predict(json: JsonObject, pipeline: PipelineName = 'sunbird-5.0', receivedAt: number | null = RECEIVED_AT) {
  const settings = defaultPipelineSettings[pipeline];
  return predictFate(json, { settings, check: createSchemaCheck(pipeline), receivedAt });
}

/** Formats a fate as `STEP/REASON`, followed by its effects. */
const formatFate = ({ step, reason, effects }: EventFate) =>
  [`${step}/${reason}`, ...effects.map((effect) => `${effect.step}/${effect.reason}`)].join(' ');

const ACCEPTED = 'druid-validator/accepted';

it.each<[string, JsonObject, string]>([
  ['valid', event('interact', touch), ACCEPTED],
  ['larger than 1 MiB', event('interact', { ...touch, extra: { text: 'x'.repeat(2 ** 20) } }), 'extractor/too-large'],
  ['one with an unknown field', event('interact', { ...touch, foo: 1 }), 'preprocessor/invalid'],
  ['of an unknown kind', { ...event('interact', touch), eid: 'TOUCHED' }, 'preprocessor/invalid'],
  ['of a type with a topic', event('log', { type: 'app', level: 'INFO', message: 'x' }), 'preprocessor/own-topic'],
  ['older than 3 months', event('interact', touch, { ets: Date.UTC(2026, 7, 27, 10, 14) }), 'denormalization/too-old'],
  ['exactly 3 months old', event('interact', touch, { ets: Date.UTC(2026, 7, 27, 10, 15) }), ACCEPTED],
  ['of a skipped type', event('interrupt', { type: 'background' }), 'denormalization/skipped'],
  [
    'dated tomorrow',
    event('interact', touch, { ets: RECEIVED_AT + DAY_MS }),
    `${ACCEPTED} denormalization/time-changed`,
  ],
  ['dated later today', event('interact', touch, { ets: Date.UTC(2026, 10, 27, 23, 59, 59, 999) }), ACCEPTED],
  [
    'sent by the system',
    event('interact', touch, { actor: { id: 'job', type: 'System' } }),
    `${ACCEPTED} denormalization/user-not-joined`,
  ],
  [
    'of an anonymous user',
    event('interact', touch, { actor: { id: 'Anonymous', type: 'User' } }),
    `${ACCEPTED} denormalization/user-not-joined`,
  ],
  [
    'sent by an actor of type user in lower case',
    event('interact', touch, { actor: { id: 'u1', type: 'user' } }),
    ACCEPTED,
  ],
  [
    'about a QR code',
    event('interact', touch, { object: { id: 'A1B2', type: 'qr' } }),
    `${ACCEPTED} denormalization/content-not-joined`,
  ],
  [
    'without an object',
    event('interact', touch, { object: undefined }),
    `${ACCEPTED} denormalization/content-not-joined`,
  ],
  [
    'of a type that is not an interaction',
    event('interact', { type: 'SELECT', id: 'x' }),
    `${ACCEPTED} summary/not-counted`,
  ],
  ['of a type in another letter case', event('interact', { type: 'Click', id: 'x' }), ACCEPTED],
  [
    'of a federated user',
    event('interact', touch, { actor: { id: 'f:5a8a3f2b:learner-7', type: 'User' } }),
    `${ACCEPTED} preprocessor/corrected`,
  ],
  [
    'a SEARCH with a misspelled key',
    event('search', { query: 'q', size: 0, topn: [], filters: { dialCodes: ['4XJG3R'] } }),
    `${ACCEPTED} preprocessor/corrected`,
  ],
  [
    'a SEARCH without this key',
    event('search', { query: 'q', size: 0, topn: [], filters: { dialCodes: null, dialcodes: ['4XJG3R'] } }),
    ACCEPTED,
  ],
  [
    'of an anonymous federated user',
    event('interact', touch, { actor: { id: 'f:5a8a3f2b:anonymous', type: 'User' } }),
    `${ACCEPTED} preprocessor/corrected denormalization/user-not-joined`,
  ],
  [
    'of a federated user without an id',
    event('interact', touch, { actor: { id: 'f:5a8a3f2b:', type: 'User' } }),
    `${ACCEPTED} preprocessor/corrected denormalization/user-not-joined`,
  ],
  [
    'a SHARE',
    event('share', { dir: 'Out', type: 'File', items: [{ id: 'a', params: [{}, {}] }, { id: 'b' }] }),
    `${ACCEPTED} preprocessor/split`,
  ],
])('the fate of an event is predicted if the event is %s', (_, json, fate) => {
  expect(formatFate(predict(json).fate)).toBe(fate);
});

it('the fate of a rejected event has the rule set, code and fields of its schema findings', () => {
  expect(predict(event('interact', { type: 'TOUCH', foo: 1 })).fate).toEqual({
    step: 'preprocessor',
    reason: 'invalid',
    params: { ruleSet: 'ingestion', code: 'missing', path: 'edata.id', fields: ['edata.id', 'edata.foo'] },
    effects: [],
  });
});

it('neither age nor a future date is checked if the time of receipt is unknown', () => {
  for (const ets of [0, RECEIVED_AT * 2]) {
    expect(formatFate(predict(event('interact', touch, { ets }), 'sunbird-5.0', null).fate)).toBe(ACCEPTED);
  }
});

it.each<[PipelineName, JsonObject, string]>([
  ['sunbird-2019', event('interact', touch, { ver: '3.1' }), `${ACCEPTED} preprocessor/not-validated`],
  ['sunbird-2019', event('interrupt', { type: 'background' }), ACCEPTED],
  ['obsrv-2', event('interact', { type: 'SELECT' }, { ets: 0 }), 'router/accepted'],
  ['obsrv-2', event('log', { text: 'x'.repeat(2 ** 20) }), 'extractor/too-large'],
])('the pipeline %s has its own rules', (pipeline, json, fate) => {
  expect(formatFate(predict(json, pipeline).fate)).toBe(fate);
});

it('an event that was received on the last day that Date can represent has a fate in words', () => {
  const { fate } = predict(event('interact', touch, { ets: 2 * MAX_EPOCH_MS }), 'sunbird-5.0', MAX_EPOCH_MS);
  expect(JSON.stringify(fateMessage(fate))).toContain(new Date(MAX_EPOCH_MS).toISOString());
});

it('the limits of a pipeline can be configured', () => {
  const settings = { ...defaultPipelineSettings['sunbird-5.0'], maxAgeMonths: 1, maxEventBytes: 2 * 2 ** 20 };
  const fateOptions = { settings, check: createSchemaCheck('sunbird-5.0'), receivedAt: RECEIVED_AT };
  const old = event('interact', touch, { ets: Date.UTC(2026, 9, 26) });
  expect(predictFate(old, fateOptions).fate).toMatchObject({ reason: 'too-old', params: { months: 1 } });
  const large = event('interact', { ...touch, extra: { text: 'x'.repeat(2 ** 20) } });
  expect(formatFate(predictFate(large, fateOptions).fate)).toBe(ACCEPTED);
});

it.each([
  ['prod.sunbird.portal', ['preprocessor', 'druid-validator']],
  ['prod.sunbird.desktop', ['preprocessor', 'druid-validator']],
  ['prod.sunbird.app', ['druid-validator']],
])('an event of %s is checked for duplicates in the jobs %j', (id, steps) => {
  expect(predict(event('interact', touch, { context: context(id) })).duplicateSteps).toEqual(steps);
});

it('an event that does not reach a job is not checked for duplicates in it', () => {
  const duplicateStepsOf = (json: JsonObject) => predict(json).duplicateSteps;
  const portal = { context: context('prod.sunbird.portal') };
  expect(duplicateStepsOf(event('interact', { foo: 1 }, portal))).toEqual([]);
  expect(duplicateStepsOf(event('log', { type: 'app', level: 'INFO', message: 'x' }, portal))).toEqual([
    'preprocessor',
  ]);
  expect(duplicateStepsOf(event('interact', touch, { ...portal, ets: 0 }))).toEqual(['preprocessor']);
});

it('a duplicate retains the effects of the jobs that processed it earlier', () => {
  const actor = { id: 'f:5a8a3f2b:anonymous', type: 'System' };
  const { fate } = predict(event('interact', { type: 'SELECT', id: 'x' }, { actor }));
  expect(formatFate(toDuplicateFate(fate, 'preprocessor', 3))).toBe('preprocessor/duplicate preprocessor/corrected');
  expect(formatFate(toDuplicateFate(fate, 'druid-validator', 3))).toBe(
    'druid-validator/duplicate preprocessor/corrected denormalization/user-not-joined',
  );
});

it('the collector rejects a body of more than 5 MB', () => {
  const settings = defaultPipelineSettings['sunbird-5.0'];
  expect(predictBatchFate(5 * 2 ** 20, settings)).toBeNull();
  expect(predictBatchFate(5 * 2 ** 20 + 1, settings)).toEqual({
    step: 'collector',
    reason: 'batch-too-large',
    params: { amount: 5, unit: 'MiB' },
  });
});

it.each([
  [{ syncts: 5, '@timestamp': '2026-11-27T10:15:00.000Z' }, 5],
  [{ syncts: '5', '@timestamp': '2026-11-27T10:15:00.000Z' }, RECEIVED_AT],
  [{ syncts: 1e300, '@timestamp': 'today' }, null],
  [{}, null],
])('the receipt time of %j is %j', (json, time) => {
  expect(receiptTimeOf(json)).toBe(time);
});
