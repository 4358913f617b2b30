import { expect, it } from 'vitest';
import type { JsonObject } from '#core/json/json';
import { recordOf, requestOf } from '#tests/fixtures/records';
import { eventOf } from '../../core/telemetry/sample-events';
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
  ['answered with a redirect that drops the body', { status: 302 }],
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

it('serve --fate predicts no fate for an event that it rejected', async () => {
  const serve = await startServe(['--fate', '--respond', '503']);
  await serve.post(batchOf('m1', [interact('a')]));
  await serve.post(batchOf('m1', [interact('a')]));
  const { events } = await (await fetch(`${serve.api}/api/events`)).json();
  expect(events).toMatchObject([{ mid: 'a', requests: 2 }]);
  expect(events[0]).not.toHaveProperty('fate');
  expect((await serve.end()).err).toContain('Fate in sunbird-5.0: no events.');
});

it('serve --fate refers to the first event of a duplicate by its row', async () => {
  const serve = await startServe(['--fate']);
  const post = (msgid: string, id: string) =>
    serve.post(batchOf(msgid, [interact('a', { edata: { type: 'TOUCH', id } })]));
  const originals = async () => {
    const { events } = await (await fetch(`${serve.api}/api/events?filter=is:valid`)).json();
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
  const { events } = await (await fetch(`${serve.api}/api/events`)).json();
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
