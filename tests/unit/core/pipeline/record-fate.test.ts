import { expect, it } from 'vitest';
import type { ObservedRequest, TelemetryRecord } from '#core/journey/record';
import type { JsonObject } from '#core/json/json';
import { createFateRowIndex } from '#core/pipeline/fate-row-index';
import { defaultPipelineSettings } from '#core/pipeline/pipeline-settings';
import { predictRecordFate, receiptOf, toEarlierRows } from '#core/pipeline/record-fate';
import type { PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import { createSchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { eventOf as observedEvent, type RecordOverrides, recordOf, requestOf } from '#tests/fixtures/records';
import { eventOf } from '../telemetry/sample-events';

const NOW = Date.UTC(2026, 10, 27, 10, 15);
const HOUR_MS = 3_600_000;

const eventWithMid = (mid: string, overrides: object = {}) =>
  eventOf('interact', { type: 'TOUCH', id: 'next' }, { ets: NOW, mid, ...overrides }) as JsonObject;

const app = { context: { channel: 'c', env: 'e', pdata: { id: 'prod.diksha.app', ver: '1' } } };
const portal = { context: { channel: 'c', env: 'e', pdata: { id: 'prod.diksha.portal', ver: '1' } } };

/** Returns the record of an event that a collector accepted at a time. */
const acceptedRecord = (
  row: number,
  at: number,
  event: JsonObject,
  request: Partial<ObservedRequest> = {},
): TelemetryRecord =>
  recordOf(row, {
    event: observedEvent({ json: event, at }),
    requests: [requestOf({ id: `request ${row}`, at, ...request })],
  }).observed;

function predict(records: readonly TelemetryRecord[], pipeline: PipelineName = 'sunbird-5.0', sharesMid = true) {
  const context = { settings: defaultPipelineSettings[pipeline], check: createSchemaCheck(pipeline) };
  const all = records.map((record) => ({ ...record, sharesMid }));
  const last = all.at(-1);
  if (last === undefined) return null;
  const fate = predictRecordFate(last, toEarlierRows(all), context);
  expect(predictRecordFate(last, createFateRowIndex(all), context)).toEqual(fate);
  return fate;
}

const withEnd = (end: ObservedRequest['end']): RecordOverrides => ({ requests: [requestOf({ end })] });
const fromFile = { call: null, event: observedEvent({ observedIn: 'file', json: eventWithMid('a') }) };

it.each<[string, RecordOverrides, string]>([
  ['a collector accepted', {}, 'received'],
  [
    'a collector accepted before it was sent again',
    { requests: [requestOf(), requestOf({ id: 'b', end: { status: 'open' } })] },
    'received',
  ],
  ['a collector rejected', withEnd({ status: 'responded', httpStatus: 403, durationMs: 1 }), 'not-received'],
  ['no collector responded to', withEnd({ status: 'failed', message: 'offline', durationMs: 1 }), 'not-received'],
  ['a collector has not responded to yet', withEnd({ status: 'open' }), 'not-received'],
  ['was sent as a beacon', withEnd({ status: 'queued' }), 'unknown'],
  ['is from a file', { ...fromFile, requests: [] }, 'unknown'],
  ['has no observed request', { requests: [], unobserved: true }, 'unknown'],
  ['is waiting for a request', { requests: [] }, 'not-received'],
  ['was lost', { requests: [], lost: true }, 'not-received'],
])('the receipt is derived from the requests for an event that %s', (_, overrides, receipt) => {
  expect(receiptOf(recordOf(1, { requests: [requestOf()], ...overrides }).observed)).toBe(receipt);
});

it('no fate is predicted for an event that no collector received', () => {
  expect(predict([{ ...acceptedRecord(1, NOW, eventWithMid('a')), requests: [] }])).toBeNull();
});

it('an accepted event has a predicted fate, and is marked as received', () => {
  expect(predict([acceptedRecord(1, NOW, eventWithMid('a'))])).toMatchObject({
    receipt: 'received',
    fate: { step: 'druid-validator', reason: 'accepted' },
    observed: null,
    isAsObserved: null,
  });
});

it.each<[string, number, PipelineName, object, string]>([
  ['within the hour', HOUR_MS - 1, 'sunbird-5.0', app, 'druid-validator/duplicate/1'],
  ['within the hour, of a portal', HOUR_MS - 1, 'sunbird-5.0', portal, 'preprocessor/duplicate/1'],
  ['after the hour', HOUR_MS, 'sunbird-5.0', app, 'druid-validator/accepted/'],
  ['after the hour, in Obsrv 2', HOUR_MS, 'obsrv-2', app, 'preprocessor/duplicate/1'],
])('a repeated mid %s has the fate %s', (_, laterMs, pipeline, overrides, expected) => {
  const event = eventWithMid('a', overrides);
  const prediction = predict([acceptedRecord(1, NOW, event), acceptedRecord(2, NOW + laterMs, event)], pipeline);
  const { step, reason, params } = prediction?.fate ?? {};
  expect(`${step}/${reason}/${params && 'row' in params ? params.row : ''}`).toBe(expected);
});

it('a later event is no duplicate of an event that was not received or was rejected by its schema', () => {
  const lost = { ...acceptedRecord(1, NOW, eventWithMid('a')), requests: [], lost: true };
  expect(predict([lost, acceptedRecord(2, NOW, eventWithMid('a'))])?.fate.reason).toBe('accepted');
  const rejected = acceptedRecord(1, NOW, eventWithMid('a', { edata: { foo: 1 } }));
  expect(predict([rejected, acceptedRecord(2, NOW, eventWithMid('a'))])?.fate.reason).toBe('accepted');
});

it('a batch is dropped entirely if an earlier batch has the same msgid', () => {
  const batch = { bodyFields: { params: { msgid: 'same' } } };
  const prediction = predict([
    acceptedRecord(1, NOW, eventWithMid('a'), batch),
    acceptedRecord(2, NOW + 1000, eventWithMid('b'), batch),
  ]);
  expect(prediction?.fate).toMatchObject({ step: 'extractor', reason: 'duplicate-batch', params: { row: 1 } });
  const later = predict([
    acceptedRecord(1, NOW, eventWithMid('a'), batch),
    acceptedRecord(2, NOW + HOUR_MS, eventWithMid('b'), batch),
  ]);
  expect(later?.fate.reason).toBe('accepted');
});

it('events and batches of parallel runs are no duplicates of each other', () => {
  const row = (number: number, run: string, msgid: string) => ({
    ...acceptedRecord(number, NOW, eventWithMid('a'), { bodyFields: { params: { msgid } } }),
    sender: { run, address: '', page: '', userAgent: '', stamped: {} },
  });
  const rows = [row(1, 'one', 'same'), row(2, 'two', 'same'), row(3, 'two', 'same'), row(4, 'two', 'other')];
  const fates = rows.map((_, index) => predict(rows.slice(0, index + 1))?.fate);
  expect(fates).toMatchObject([
    { reason: 'accepted' },
    { reason: 'accepted' },
    { reason: 'duplicate-batch', params: { row: 2 } },
    { reason: 'duplicate', params: { row: 2 } },
  ]);
});

it('a duplicate of a batch does not prolong the time for which its msgid is a duplicate', () => {
  const batch = { bodyFields: { params: { msgid: 'same' } } };
  const times = [NOW, NOW + 0.8 * HOUR_MS, NOW + 1.2 * HOUR_MS, NOW + 1.9 * HOUR_MS];
  const rows = times.map((at, index) => acceptedRecord(index + 1, at, eventWithMid(`mid ${index}`), batch));
  expect(predict(rows.slice(0, 3))?.fate.reason).toBe('accepted');
  expect(predict(rows)?.fate).toMatchObject({ reason: 'duplicate-batch', params: { row: 3 } });
});

it('a batch of Obsrv 2 is a duplicate by the id in data, not by its msgid', () => {
  const batch = (msgid: string, id: string) => ({ bodyFields: { params: { msgid }, data: { id, events: [] } } });
  const fateOf = (msgid: string, id: string) =>
    predict(
      [
        acceptedRecord(1, NOW, eventWithMid('a'), batch('m', 'i')),
        acceptedRecord(2, NOW, eventWithMid('b'), batch(msgid, id)),
      ],
      'obsrv-2',
    );
  expect(fateOf('other', 'i')?.fate.reason).toBe('duplicate-batch');
  expect(fateOf('m', 'other')?.fate.reason).toBe('accepted');
});

it('an event of a batch that is dropped as a duplicate does not make a later event a duplicate', () => {
  const batch = { bodyFields: { params: { msgid: 'same' } } };
  const dropped = [
    acceptedRecord(1, NOW, eventWithMid('a'), batch),
    acceptedRecord(2, NOW + 1000, eventWithMid('b'), batch),
  ];
  expect(predict([...dropped, acceptedRecord(3, NOW + 2000, eventWithMid('b'))])?.fate.reason).toBe('accepted');
});

it.each<[string, ObservedRequest['end']]>([
  ['has not responded to yet', { status: 'open' }],
  ['rejected with 413', { status: 'responded', httpStatus: 413, durationMs: 1 }],
  ['may have received as a beacon', { status: 'queued' }],
])('a batch that a collector %s is predicted as rejected if it exceeds the collector’s size limit', (_, end) => {
  const predictWithSize = (bodyBytes: number) =>
    predict([acceptedRecord(1, NOW, eventWithMid('a'), { bodyBytes, end })]);
  expect(predictWithSize(5 * 2 ** 20 + 1)?.fate).toEqual({
    step: 'collector',
    reason: 'batch-too-large',
    params: { amount: 5, unit: 'MiB' },
    effects: [],
  });
  expect(predictWithSize(5 * 2 ** 20)?.fate.reason).not.toBe('batch-too-large');
});

it('the size limit does not apply to a batch that the collector accepted', () => {
  expect(predict([acceptedRecord(1, NOW, eventWithMid('a'), { bodyBytes: 6 * 2 ** 20 })])?.fate.reason).toBe(
    'accepted',
  );
});

it('an event from a queue has its observed fate in addition to the predicted one', () => {
  const rejected = eventWithMid('a', {
    flags: { pp_validation_processed: false },
    metadata: { pp_error: '/edata/foo' },
  });
  const record = recordOf(1, { call: null, event: observedEvent({ observedIn: 'file', json: rejected }) });
  expect(predict([record.observed])).toMatchObject({
    receipt: 'unknown',
    fate: { reason: 'accepted' },
    observed: { reason: 'invalid' },
    isAsObserved: false,
  });
});
