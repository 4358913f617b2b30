import { expect, it } from 'vitest';
import type { CollectedChange } from '#core/collector/collected-change';
import { createCollectedEvents } from '#core/collector/collected-events';
import { CollectedRow } from '#core/collector/collected-row';
import { splitRun } from '#core/collector/request-source';
import { type Json, valueAt } from '#core/json/json';
import { createDefaultJudge } from '#core/stream/default-judge';
import type { Judge } from '#core/stream/no-judge';
import { headlineOfEvent } from '#core/telemetry/headline';
import { batchOf, createReceivedBatch, createReceivedText, parseBatchOrThrow, touch } from './received-batch';

function startCollection(limits = {}) {
  const events = createCollectedEvents(createDefaultJudge(), limits);
  const changes: CollectedChange[] = [];
  events.onChange((change) => changes.push(change));
  const add = (body: object, run = '', httpStatus = 200) => {
    const end = { status: 'responded', httpStatus, durationMs: 0 } as const;
    events.add({ ...createReceivedBatch(body, { run }), end });
  };
  return { events, changes, add, rows: () => [...events.all()].map(({ record }) => record.row) };
}

it('a collection joins a retry with the row of its event, but only within the same run', () => {
  const { events, add, changes } = startCollection();
  add([touch('a')], 'one', 500);
  add([touch('a')], 'one');
  add([touch('a')], 'two');
  const all = [...events.all()];
  expect(all.map(({ source, request, record }) => [source.run, request, record.requests.length])).toEqual([
    ['one', 1, 2],
    ['two', 3, 1],
  ]);
  expect(
    changes.map((change) => (change.type === 'events' ? [change.added.length, change.changed.length] : [])),
  ).toEqual([
    [1, 0],
    [0, 1],
    [1, 0],
  ]);
  expect(events.totals()).toMatchObject({ requests: 3, events: 2 });
});

it('a collection evicts and counts its oldest events beyond the maximum number', () => {
  const { events, add, rows, changes } = startCollection({ maxEvents: 10, evictionBatchSize: 3 });
  for (let index = 0; index < 25; index += 1) add([touch(`${index}`)]);
  expect(rows().length).toBeLessThanOrEqual(10);
  expect(rows().at(-1)).toBe(25);
  expect(events.totals()).toMatchObject({ events: 25, evicted: 25 - rows().length });
  const reportedCount = changes.reduce((sum, change) => sum + (change.type === 'evicted' ? change.count : 0), 0);
  expect(reportedCount).toBe(events.totals().evicted);
});

it('the JSON text of a packed record equals the JSON of the record, also after redaction or a retry', () => {
  const { events, add } = startCollection();
  const token = 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg';
  add([touch('a'), touch('b', { tags: ['\ud800', 'वर्ग', '"}'] }), touch('c', { authorization: token })]);
  add([touch('a'), 7]);
  const rows = [...events.all()].map(({ record }) => record);
  expect(rows.some((row) => row instanceof CollectedRow)).toBe(true);
  for (const row of rows) {
    if (!(row instanceof CollectedRow)) continue;
    const [before, event, after] = row.observedParts();
    const text = `${before}${new TextDecoder().decode(event)}${after}`;
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(row.observed)));
    expect(text).not.toContain('eyJzdWIiOiIxIn0');
  }
});

function packedTexts(events: ReturnType<typeof createCollectedEvents>): readonly string[] {
  return [...events.all()].flatMap(({ record }) =>
    record instanceof CollectedRow ? [new TextDecoder().decode(record.observedParts()[1])] : [],
  );
}

it('an event is stored with the text that was sent, unless it has several lines or hides a secret', () => {
  const password = '"password":"Summer-2026!"';
  const bodies = {
    sent: '{"events":[{"eid":"LOG","mid":"1","ets":1.50e12,"edata":{"pageid":"caf\\u00e9"}}]}',
    lines: '{"events":[\n{"eid":"LOG","mid":"2","ets":1.50e12,\n"edata":{}}]}',
    repeated: `{"events":[{"eid":"LOG","mid":"3","ets":1.50e12,"edata":{${password}},"edata":{}}]}`,
    other: '{"data":{"events":[{"eid":"LOG","mid":"4","ets":1.50e12,"edata":{}}]}}',
  };
  const { events } = startCollection();
  for (const body of Object.values(bodies)) events.add(createReceivedText(body));
  expect(packedTexts(events)).toEqual([
    '{"eid":"LOG","mid":"1","ets":1.50e12,"edata":{"pageid":"caf\\u00e9"}}',
    '{"eid":"LOG","mid":"2","ets":1500000000000,"edata":{}}',
    '{"eid":"LOG","mid":"3","ets":1500000000000,"edata":{}}',
    '{"eid":"LOG","mid":"4","ets":1500000000000,"edata":{}}',
  ]);
});

it('a truncated event is stored without its deep parts', () => {
  const deep = `${'['.repeat(300)}1${']'.repeat(300)}`;
  const { events } = startCollection();
  events.add(createReceivedText(`{"events":[{"eid":"LOG","mid":"1","ets":1,"edata":{"deep":${deep}}}]}`));
  const [text = ''] = packedTexts(events);
  expect(text).toContain('"deep":[[');
  expect(text.length).toBeLessThan(deep.length);
});

it('an event is judged once on arrival, and not again when it is read', () => {
  const judge = createDefaultJudge();
  let judgeCalls = 0;
  const countingJudge: Judge = {
    ...judge,
    judge(...args) {
      judgeCalls += 1;
      return judge.judge(...args);
    },
  };
  const events = createCollectedEvents(countingJudge);
  for (let batch = 0; batch < 4; batch += 1)
    events.add(createReceivedBatch(batchOf(...Array.from({ length: 100 }, (_, index) => touch(`${batch}-${index}`)))));
  const ids = [...events.all()].map(({ record }) => valueAt(record.event?.json, ['edata', 'id']));
  expect([ids.length, ids.at(-1), judgeCalls]).toEqual([400, '3-99', 400]);
});

it('a collection evicts its oldest events beyond the maximum number of bytes', () => {
  const { events, add, rows } = startCollection({ maxEventBytes: 100_000, evictionBatchSize: 1 });
  for (let index = 0; index < 10; index += 1) add([touch(`${index}`, { tags: ['x'.repeat(20_000)] })]);
  expect(rows()).toEqual([7, 8, 9, 10]);
  expect(events.totals()).toMatchObject({ events: 10, evicted: 6 });
});

it('a collection returns an event and its findings unchanged after many later events', () => {
  const { events, add } = startCollection();
  const names = ['a', 'जल', '\u2028"\\', '💧'];
  for (const name of names) add([touch(name, { ver: name === 'a' ? '3.0' : 3 })]);
  for (let index = 0; index < 600; index += 20)
    add(Array.from({ length: 20 }, (_, offset) => touch(`more-${index + offset}`)));
  const first = [...events.all()].slice(0, names.length).map(({ record }) => record);
  expect(first.map(({ event }) => event?.json)).toEqual(
    names.map((name) => touch(name, { ver: name === 'a' ? '3.0' : 3 })),
  );
  expect(first.map(({ findings, verdict }) => [findings.length > 0, verdict])).toEqual([
    [false, 'valid'],
    ...names.slice(1).map(() => [true, 'invalid']),
  ]);
  expect(first[0]).toMatchObject({ row: 1, kind: 'interact', name: 'INTERACT', headline: headlineOfEvent(touch('a')) });
  expect(JSON.parse(JSON.stringify(first[0]))).toMatchObject({ row: 1, verdict: 'valid', event: { json: touch('a') } });
});

it('a collection counts the copies of an event in one batch, and has separate rows for different events with one mid', () => {
  const { events, add } = startCollection();
  add([touch('a'), touch('a'), touch('b', { mid: 'INTERACT:a' })]);
  add([touch('a')]);
  expect([...events.all()].map(({ record }) => record.requests.map(({ copies }) => copies))).toEqual([[2, 1], [1]]);
  expect([...events.all()].map(({ record }) => record.sharesMid)).toEqual([true, true]);
});

it('a collection adds new rows if the same events arrive again after a clear', () => {
  const { events, add, rows } = startCollection();
  add([touch('a'), touch('b')]);
  events.clear();
  expect(rows()).toEqual([]);
  add([touch('a')]);
  expect(rows()).toEqual([3]);
  expect(events.totals()).toMatchObject({ requests: 1, events: 1 });
});

it('a collection counts only the requests of the remaining events after a partial clear', () => {
  const { events, add, rows } = startCollection();
  for (const id of ['a', 'b', 'c', 'c']) add([touch(id), touch(`${id}2`)]);
  events.clear(2);
  expect(rows()).toEqual([3, 4, 5, 6]);
  expect(events.totals()).toMatchObject({ requests: 3, events: 4 });
  events.clear(5);
  expect(events.totals()).toMatchObject({ requests: 2, events: 1 });
});

it('a collection does not count a rejected body as an event after a partial clear', () => {
  const { events, add } = startCollection();
  add([touch('a')]);
  const rejection = { reason: 'wrong-charset', charset: 'utf-16', text: '{"eid": 1}' } as const;
  events.addRejected({ ...createReceivedBatch([touch('b')]), rejection, bodyBytes: 10, responseText: '' });
  expect(events.totals()).toMatchObject({ requests: 1, events: 1 });
  events.clear(1);
  expect([...events.all()]).toHaveLength(1);
  expect(events.totals()).toMatchObject({ requests: 0, events: 0 });
});

it('a collection clears the events of one run only', () => {
  const { events, add } = startCollection();
  add([touch('a')], 'one');
  add([touch('a')], 'two');
  events.clearRun('one');
  expect([...events.all()].map(({ source }) => source.run)).toEqual(['two']);
});

it('a collection flags events that share a mid, until only one of them is left', () => {
  const { events, add } = startCollection({ maxEvents: 3, evictionBatchSize: 1 });
  const shares = () => [...events.all()].map(({ record }) => record.sharesMid);
  add([touch('a', { mid: 'same' })]);
  add([touch('b', { mid: 'same' })]);
  expect(shares()).toEqual([true, true]);
  add([touch('c')]);
  add([touch('d')]);
  expect(shares()).toEqual([false, false, false]);
});

it('a collection flags a page’s event while a received event of a run shares its mid', () => {
  const { events, add } = startCollection();
  const { correlator, put } = events.observePages(1);
  const event = { callId: null, event: touch('a', { mid: 'same' }), truncations: [], at: 1_763_620_200_400 };
  put(correlator.addEvent(event, { documentKey: 'page', frame: { frameId: 0, url: '' } }), () => null);
  const isShared = () => events.get(1)?.record.sharesMid;
  expect(isShared()).toBe(false);
  add([touch('b', { mid: 'same' })], 'nightly');
  expect(isShared()).toBe(true);
  events.clearRun('nightly');
  expect(isShared()).toBe(false);
});

it('a collection reports an event that shares its mid with a new one only once', () => {
  const { add, changes } = startCollection();
  for (const id of ['a', 'b', 'c']) add([touch(id, { mid: 'same' })]);
  add([touch('d')]);
  const reflagged = changes.flatMap((change) =>
    change.type === 'events' ? [change.reflagged.map(({ record }) => record.row)] : [],
  );
  expect(reflagged).toEqual([[], [1], [], []]);
});

it.each([
  ['/run/worker-1/v1/telemetry', 'worker-1', '/v1/telemetry'],
  ['/run/worker%201/v1/telemetry?x', 'worker 1', '/v1/telemetry?x'],
  ['/run/a', 'a', '/'],
  ['/run/%/v1', '%', '/v1'],
  ['/run//v1', '', '/run//v1'],
  ['/v1/run/a', '', '/v1/run/a'],
])('the path %s belongs to the run “%s”', (path, run, rest) => {
  expect(splitRun(path)).toEqual({ run, path: rest });
});

it('a request that the hook reports and the collector receives is listed once, in either order', () => {
  const { events, add, changes } = startCollection();
  const { correlator, put } = events.observePages(1);
  const frame = { frameId: 0, url: 'http://127.0.0.1:4330/home' };
  const report = (id: string, body: Json) => {
    const [at, end] = [1_763_620_200_400, { status: 'open' }] as const;
    const request = { id, transport: 'fetch', method: 'POST', url: '/v1/telemetry', at, end } as const;
    put(correlator.addRequest({ ...request, ...parseBatchOrThrow(body) }, { documentKey: 'page', frame }), () => null);
  };
  const requests = () => [...events.all()].map(({ record }) => record.requests.map(({ end }) => end.status));
  report('1', [touch('a')]);
  expect(requests()).toEqual([['open']]);
  add([touch('a')]);
  add([touch('b')], '', 500);
  report('2', [touch('b')]);
  expect(requests()).toEqual([['responded'], ['responded']]);
  expect([...events.all()].map(({ request }) => request)).toEqual([1, 2]);
  expect(changes.map(({ type }) => type)).toEqual(['observed', 'events', 'events', 'observed']);

  events.clear();
  put(correlator.endRequest('1', { status: 'queued' }, 1_763_620_200_600), () => null);
  expect(requests()).toEqual([]);
  report('3', [touch('c')]);
  expect(requests()).toEqual([['open']]);
});

it('a collection evicts the oldest of large events that pages report', () => {
  const { events } = startCollection({ maxEventBytes: 1_000_000, evictionBatchSize: 1 });
  const { correlator, put } = events.observePages(1);
  const source = { documentKey: 'page', frame: { frameId: 0, url: '' } };
  for (let index = 0; index < 10; index += 1) {
    const event = touch(`${index}`, { tags: ['x'.repeat(300_000)] });
    put(correlator.addEvent({ callId: null, event, truncations: [], at: index }, source), () => null);
  }
  expect([...events.all()].map(({ record }) => record.row)).toEqual([8, 9, 10]);
  events.clear();
  const small = { callId: null, event: touch('small'), truncations: [], at: 10 };
  put(correlator.addEvent(small, source), () => null);
  expect([...events.all()]).toHaveLength(1);
});

it.each(['page', 'collector'] as const)(
  'an event that was received before pages were observed is listed once if the %s reports its retry',
  (reporter) => {
    const { events, add } = startCollection();
    add([touch('a'), touch('b')], '', 503);
    add([touch('a')], 'nightly', 503);
    const { correlator, put } = events.observePages(1);
    const body = parseBatchOrThrow([touch('a')]);
    const request = { id: 'page 1', transport: 'fetch', method: 'POST', url: '/v1/telemetry', at: 2, ...body } as const;
    const source = { documentKey: 'page', frame: { frameId: 0, url: '' } };
    if (reporter === 'page') put(correlator.addRequest({ ...request, end: { status: 'open' } }, source), () => null);
    else add([touch('a')]);
    const rows = [...events.all()].map(({ record, source: { run } }) => [record.row, run, record.requests.length]);
    expect(rows).toEqual([
      [1, '', 2],
      [2, '', 1],
      [3, 'nightly', 1],
    ]);
  },
);

it('the number of a request stays the same until its end, even if other requests arrive or the events are cleared', () => {
  const { events } = startCollection();
  events.observePages(1);
  const add = (id: string) => {
    return events.add({ ...createReceivedBatch([touch(id)]), end: { status: 'open' } });
  };
  const endFirst = add('a');
  const endSecond = add('b');
  events.clear();
  const end = { status: 'responded', httpStatus: 200, durationMs: 5 } as const;
  endSecond(end);
  endFirst(end);
  expect([...events.all()].map(({ request, record }) => [request, record.requests[0]?.id])).toEqual([
    [2, '2'],
    [1, '1'],
  ]);
});
