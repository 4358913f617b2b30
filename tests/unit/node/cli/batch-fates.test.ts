import { expect, it } from 'vitest';
import { type JsonObject, stringAt } from '#core/json/json';
import { defaultPipelineSettings } from '#core/pipeline/pipeline-settings';
import { predictRecordFate, toEarlierRows } from '#core/pipeline/record-fate';
import { createSchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import { observedOf } from '#core/stream/judged-record';
import { readFileContent } from '#tests/fixtures/exchange';
import { recordOf, requestOf } from '#tests/fixtures/records';
import { eventOf } from '../../core/telemetry/sample-events';
import { startUpstream } from '../collector/start-upstream';
import { runOn } from './run-cli';
import { startServe } from './run-serve';

const RECEIVED_AT = Date.UTC(2026, 10, 27, 10, 15);
const HOUR_MS = 3_600_000;

const interact = (mid: string, more: object = {}): JsonObject => ({
  ...(eventOf('interact', { type: 'TOUCH', id: 'next' }, { ets: RECEIVED_AT }) as JsonObject),
  mid,
  ...more,
});
const batchOf = (msgid: string, events: readonly JsonObject[], more: object = {}) => ({
  ...{ id: 'api.telemetry', ver: '3.0', params: { msgid } },
  events,
  ...more,
});

async function fatesOf(input: string, ...args: readonly string[]) {
  const { lines } = await runOn(input, ['validate', '-', '--fate', ...args], { chunkBytes: 100_000 });
  return lines.map((line) => [line.mid, (line as unknown as { fate?: { reason: string } }).fate?.reason ?? null]);
}

const twoBatches = [batchOf('same', [interact('a')]), batchOf('same', [interact('b')])];

it.each([
  ['one in each line', twoBatches.map((batch) => JSON.stringify(batch)).join('\n')],
  [
    'one after the other, each over several lines',
    twoBatches.map((batch) => JSON.stringify(batch, null, 2)).join('\n'),
  ],
  ['in an array in one line', JSON.stringify(twoBatches)],
  ['in an array over several lines', JSON.stringify(twoBatches, null, 2)],
])('a batch with the msgid of an earlier one is a duplicate if the batches are %s', async (_, input) => {
  expect(await fatesOf(input)).toEqual([
    ['a', 'accepted'],
    ['b', 'duplicate-batch'],
  ]);
});

it.each([
  ['in one line', undefined],
  ['over several lines', 2],
])('events without syncts have the time of receipt of their batch, which is %s', async (_, indent) => {
  const old = batchOf('m1', [interact('a', { ets: 0 }), interact('b', { ets: 0, syncts: 0 })], { syncts: RECEIVED_AT });
  expect(await fatesOf(JSON.stringify(old, null, indent))).toEqual([
    ['a', 'too-old'],
    ['b', 'accepted'],
  ]);
});

it.each([
  ['in one line', undefined],
  ['over several lines', 2],
])('Import predicts the same fates as validate for batches with syncts that are %s', async (_, indent) => {
  const at = (hours: number, msgid: string, event: JsonObject) =>
    JSON.stringify(batchOf(msgid, [event], { syncts: RECEIVED_AT + hours * HOUR_MS }), null, indent);
  const stamped = interact('c', { ets: 0, syncts: 0 });
  const input = [at(0, 'm1', interact('a')), at(2, 'm2', interact('a')), at(0, 'm3', interact('b', { ets: 0 }))];
  const text = [...input, at(0, 'm4', stamped)].join('\n');
  const records = (await readFileContent(text)).records.map(observedOf);
  const capture = JSON.stringify({ format: 'telemetry-v3-capture', version: 1, records });
  const context = { settings: defaultPipelineSettings['sunbird-5.0'], check: createSchemaCheck('sunbird-5.0') };
  const all = records.map((record) => ({ ...record, sharesMid: true }));
  const imported = all.map((record) => [
    stringAt(record.event?.json, ['mid']),
    predictRecordFate(record, toEarlierRows(all), context)?.fate.reason,
  ]);
  const expected = [
    ['a', 'accepted'],
    ['a', 'accepted'],
    ['b', 'too-old'],
    ['c', 'accepted'],
  ];
  expect(imported).toEqual(expected);
  expect(await fatesOf(text)).toEqual(expected);
  expect(await fatesOf(capture)).toEqual(expected);
});

it('a mid that repeats in a batch more than an hour later is no duplicate', async () => {
  const at = (time: number, msgid: string) => JSON.stringify(batchOf(msgid, [interact('a')], { syncts: time }));
  const later = at(RECEIVED_AT + 2 * HOUR_MS, 'm3');
  const input = [at(RECEIVED_AT, 'm1'), at(RECEIVED_AT + HOUR_MS - 1, 'm2'), later].join('\n');
  expect(await fatesOf(input)).toEqual([
    ['a', 'accepted'],
    ['a', 'duplicate'],
    ['a', 'accepted'],
  ]);
});

const harOf = (...requests: readonly { readonly response: object; readonly batch: object }[]) =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: requests.map(({ response, batch }, index) => ({
        startedDateTime: new Date(RECEIVED_AT + index * 2_000).toISOString(),
        time: 20,
        request: {
          method: 'POST',
          url: 'https://example.org/v1/telemetry',
          postData: { mimeType: 'application/json', text: JSON.stringify(batch) },
        },
        response,
      })),
    },
  });

it.each([
  ['rejected', { status: 503 }],
  ['failed', { status: 0, _error: 'net::ERR_FAILED' }],
  ['redirected without its body', { status: 302 }],
])('a batch of a HAR file has no fate if its request was %s, and a retry is no duplicate', async (_, response) => {
  const batch = batchOf('m1', [interact('a')]);
  const har = harOf({ response, batch }, { response: { status: 200 }, batch }, { response: { status: 200 }, batch });
  expect(await fatesOf(har)).toEqual([
    ['a', null],
    ['a', 'accepted'],
    ['a', 'duplicate-batch'],
  ]);
});

it('a batch of a HAR file that was redirected has the fate of an accepted one, once', async () => {
  const batch = batchOf('m1', [interact('a')]);
  const redirect = { status: 307, redirectURL: 'https://example.org/v1/telemetry' };
  expect(await fatesOf(harOf({ response: redirect, batch }, { response: { status: 200 }, batch }))).toEqual([
    ['a', 'accepted'],
  ]);
});

it('a large batch of a HAR file is rejected, unless the collector accepted it', async () => {
  const batch = batchOf('m1', [interact('a')], { padding: 'x'.repeat(6 * 1024 * 1024) });
  expect(await fatesOf(harOf({ response: { status: 413 }, batch }))).toEqual([['a', 'batch-too-large']]);
  expect(await fatesOf(harOf({ response: { status: 200 }, batch }))).toEqual([['a', 'accepted']]);
});

it('a large body of a HAR entry without a status is rejected only if it is a batch', async () => {
  const events = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((mid) => interact(mid, { tags: ['x'.repeat(900_000)] }));
  for (const [body, reason] of [
    [batchOf('m1', events), 'batch-too-large'],
    [events, 'accepted'],
  ] as const) {
    expect(await fatesOf(harOf({ response: {}, batch: body }))).toEqual(events.map(({ mid }) => [mid, reason]));
  }
});

it('an event of a capture file has no fate if no collector accepted it', async () => {
  const event = (mid: string) => ({
    ...{ observedIn: 'page', json: interact(mid), truncations: [], at: RECEIVED_AT, eventsEmittedBefore: 0 },
  });
  const rejected = requestOf({ end: { status: 'responded', httpStatus: 503, durationMs: 5 } });
  const accepted = requestOf({ end: { status: 'responded', httpStatus: 200, durationMs: 5 } });
  const records = [
    { ...recordOf(1, { requests: [rejected] }).observed, event: event('a') },
    { ...recordOf(2, { requests: [], lost: true }).observed, event: event('a') },
    { ...recordOf(3, { requests: [rejected, accepted] }).observed, event: event('a') },
    { ...recordOf(4, { requests: [] }).observed, event: { ...event('a'), observedIn: 'file' } },
  ];
  const capture = { format: 'telemetry-v3-capture', version: 1, records };
  expect(await fatesOf(JSON.stringify(capture))).toEqual([
    ['a', null],
    ['a', null],
    ['a', 'accepted'],
    ['a', 'duplicate'],
  ]);
});

it.each([
  ['a large batch', 5 * 2 ** 20 + 1, 'batch-too-large'],
  ['a batch', 5 * 2 ** 20, 'accepted'],
])('an event of a capture file has a fate if no response to %s was observed', async (_, bodyBytes, reason) => {
  const event = { observedIn: 'page', json: interact('a'), truncations: [], at: RECEIVED_AT, eventsEmittedBefore: 0 };
  const request = requestOf({ bodyBytes, end: { status: 'queued' } });
  const records = [{ ...recordOf(1, { requests: [request] }).observed, event }];
  const capture = { format: 'telemetry-v3-capture', version: 1, records };
  expect(await fatesOf(JSON.stringify(capture))).toEqual([['a', reason]]);
});

it('the age of an event of a capture file is measured until its request, not until it was emitted', async () => {
  const emittedAt = Date.UTC(2026, 1, 1);
  const json = interact('a', { ets: emittedAt });
  const event = { observedIn: 'page', json, truncations: [], at: emittedAt, eventsEmittedBefore: 0 };
  const records = [{ ...recordOf(1, { requests: [requestOf({ at: RECEIVED_AT })] }).observed, event }];
  const capture = { format: 'telemetry-v3-capture', version: 1, records };
  expect(await fatesOf(JSON.stringify(capture))).toEqual([['a', 'too-old']]);
});

it('serve --upstream --fate predicts a fate only for events that the upstream accepted', async () => {
  const statuses = [503, 200, 200];
  const upstream = await startUpstream((request, response) =>
    request.resume().on('end', () => response.writeHead(statuses.shift() ?? 500).end()),
  );
  const serve = await startServe(['--fate', '--upstream', upstream.origin]);
  const post = async (msgid: string, id: string) =>
    (await serve.post(batchOf(msgid, [interact('a', { edata: { type: 'TOUCH', id } })]))).text();
  const fates = async () => {
    const { events } = await serve.getJson('/api/events');
    return events.map(({ fate }: { fate?: { reason: string } }) => fate?.reason);
  };
  await post('m1', 'next');
  await expect.poll(fates).toEqual([undefined]);
  await post('m1', 'next');
  await post('m2', 'back');
  await expect.poll(fates).toEqual(['accepted', 'duplicate']);
  const { lines, err } = await serve.end();
  expect(lines.slice(1).map(({ mid, fate }) => [mid, fate?.reason])).toEqual([
    ['a', undefined],
    ['a', 'duplicate'],
  ]);
  expect(err).toContain('Fate in sunbird-5.0: 1 accepted, 1 duplicate;');
});

it('serve --fate predicts no fate for an event that it rejected', async () => {
  const serve = await startServe(['--fate', '--respond', '503']);
  await serve.post(batchOf('m1', [interact('a')]));
  await serve.post(batchOf('m1', [interact('a')]));
  const { events } = await serve.getJson('/api/events');
  expect(events).toMatchObject([{ mid: 'a', requests: 2 }]);
  expect(events[0]).not.toHaveProperty('fate');
  expect((await serve.end()).err).toContain('Fate in sunbird-5.0: no events.');
});

it('serve --fate refers to the first event of a duplicate by its row', async () => {
  const serve = await startServe(['--fate']);
  const post = (msgid: string, id: string) =>
    serve.post(batchOf(msgid, [interact('a', { edata: { type: 'TOUCH', id } })]));
  const originals = async () => {
    const { events } = await serve.getJson('/api/events?filter=is:valid');
    return events.map(({ row, fate }: { row: number; fate: { params: object } }) => [row, fate.params]);
  };
  await fetch(`${serve.collector}/v1/telemetry`, { method: 'POST', body: '{"events":[{"eid":"START",]}' });
  await post('m1', 'next');
  await post('m2', 'back');
  expect(await originals()).toEqual([
    [2, {}],
    [3, { row: 2 }],
  ]);
  await fetch(`${serve.api}/api/clear`, { method: 'POST' });
  await post('m3', 'next');
  await post('m4', 'back');
  expect(await originals()).toEqual([
    [4, {}],
    [5, { row: 4 }],
  ]);
});

it('a recording of serve has the fates that serve predicted', async () => {
  const lines: string[] = [];
  const deps = { appendText: async (_: string, text: string) => void lines.push(text), exists: () => false };
  let now = RECEIVED_AT;
  const rejecting = await startServe(['--fate', '--record', 'r.ndjson', '--respond', '503'], {
    ...deps,
    now: () => now,
  });
  await rejecting.post(batchOf('m1', [interact('a')]));
  await rejecting.end();
  const serve = await startServe(['--fate', '--record', 'r.ndjson'], { ...deps, now: () => now });
  await serve.post(batchOf('m1', [interact('a'), interact('old', { ets: 0 })]));
  now += 2 * HOUR_MS;
  await serve.post(batchOf('m1', [interact('a', { edata: { type: 'TOUCH', id: 'back' } })]));
  await serve.post(batchOf('m1', [interact('b')]));
  const { events } = await serve.getJson('/api/events');
  await serve.end();
  const predicted = events.map(({ mid, fate }: { mid: string; fate: { reason: string } }) => [mid, fate.reason]);
  expect(predicted.map(([, reason]: [string, string]) => reason)).toEqual([
    'accepted',
    'too-old',
    'accepted',
    'duplicate-batch',
  ]);
  expect(await fatesOf(lines.join(''))).toEqual([['a', null], ...predicted]);
});

it('the events of parallel runs are no duplicates of each other, and no duplicates of cleared events', async () => {
  const lines: string[] = [];
  const appendText = async (_: string, text: string) => void lines.push(text);
  const serve = await startServe(['--fate', '--record', 'r.ndjson'], { appendText, exists: () => false });
  const predicted = async () => {
    const { events } = await serve.getJson('/api/events');
    return events.map(({ fate }: { fate: { reason: string } }) => fate.reason);
  };
  const post = (run: string, msgid: string) => serve.post(batchOf(msgid, [interact('a')]), `/run/${run}/v1/telemetry`);
  const other = batchOf('m2', [interact('a', { edata: { type: 'TOUCH', id: 'back' } })]);
  await post('one', 'm1');
  await post('two', 'm1');
  await serve.post(other, '/run/two/v1/telemetry');
  expect(await predicted()).toEqual(['accepted', 'accepted', 'duplicate']);
  expect((await fatesOf(lines.join(''))).map(([, reason]) => reason)).toEqual(['accepted', 'accepted', 'duplicate']);
  await fetch(`${serve.api}/api/clear?run=two`, { method: 'POST' });
  await post('two', 'm1');
  expect(await predicted()).toEqual(['accepted', 'accepted']);
});

it('events of parallel runs in a capture file are no duplicates of each other, even of batches without an id', async () => {
  const event = { observedIn: 'request', json: interact('a'), truncations: [], at: RECEIVED_AT };
  const senderOf = (run: string) => ({ run, address: '', page: '', userAgent: '', stamped: {} });
  const records = ['one', 'two', 'two'].map((run, index) => ({
    ...recordOf(index + 1, { requests: [requestOf({ id: `r${index}`, at: RECEIVED_AT })] }).observed,
    event: { ...event, eventsEmittedBefore: 0 },
    sender: senderOf(run),
  }));
  const capture = { format: 'telemetry-v3-capture', version: 1, records };
  expect((await fatesOf(JSON.stringify(capture))).map(([, reason]) => reason)).toEqual([
    'accepted',
    'accepted',
    'duplicate',
  ]);
});

it('a recording has the ids of the batches of Obsrv 2', async () => {
  const lines: string[] = [];
  const appendText = async (_: string, text: string) => void lines.push(text);
  const args = ['--fate', '--pipeline', 'obsrv-2'];
  const serve = await startServe([...args, '--record', 'r.ndjson'], { appendText, exists: () => false });
  for (const mid of ['a', 'b']) await serve.post({ data: { id: 'same', events: [interact(mid)] } });
  await serve.post({ data: { event: interact('c') } });
  await serve.end();
  expect(await fatesOf(lines.join(''), '--pipeline', 'obsrv-2')).toEqual([
    ['a', 'accepted'],
    ['b', 'duplicate-batch'],
    ['c', 'accepted'],
  ]);
});

it.each([
  ['an open request', { status: 'open' }, 'accepted'],
  ['a failed request', { status: 'failed' }, undefined],
])('an event of %s of a recording has the same fate after --resume as with validate', async (_, end, reason) => {
  const line = JSON.stringify({ receivedAt: RECEIVED_AT, end, body: batchOf('m1', [interact('a')]) });
  const open = async function* () {
    yield new TextEncoder().encode(`${line}\n`);
  };
  const serve = await startServe(['--fate', '--record', 'r.ndjson', '--resume'], { open });
  const { events } = await serve.getJson('/api/events');
  expect(events.map(({ fate }: { fate?: { reason: string } }) => fate?.reason)).toEqual([reason]);
  expect(await fatesOf(line)).toEqual([['a', reason ?? null]]);
});
