import { describe, expect, it } from 'vitest';
import { formatRequestCode } from '#core/formats/write/request-code';
import type { TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { parseBatchBody } from '#core/wire/batch-body';
import { eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const unredacted = (json: Json) => json;
const sentRecord = (row: number, id: string, indexInBatch = 0) =>
  recordOf(row, {
    event: eventOf({ json: { eid: 'LOG', mid: `m${row}` } }),
    requests: [requestOf({ id: 'first', batchSize: 1 }), requestOf({ id, batchSize: 2, indexInBatch })],
  });

describe('code', () => {
  const [firstRecord, other, recordInOtherBatch] = [
    sentRecord(1, 'batch'),
    sentRecord(2, 'batch', 1),
    sentRecord(3, 'else'),
  ];
  const all = [firstRecord, other, recordInOtherBatch];

  it('formatRequestCode returns the last request that contained the event, with the whole batch', () => {
    const code = formatRequestCode('fetch', firstRecord, all, unredacted) ?? '';
    expect(code).toMatch(/^await fetch\("https?:\/\//);
    expect(code.match(/\\"mid\\"/g)).toHaveLength(2);
    expect(code).not.toContain('m3');
  });

  it('the fetch code of an event sends the whole batch when it runs', async () => {
    const code = formatRequestCode('fetch', firstRecord, all, unredacted) ?? '';
    const [, options] = await runFetch(code);
    expect(options.method).toBe('POST');
    expect(JSON.parse(options.body).events.map(({ mid }: { mid: string }) => mid)).toEqual(['m1', 'm2']);
  });

  it('the curl code of an event is redacted like an export', () => {
    const code = formatRequestCode('curl', firstRecord, all, (json) =>
      JSON.parse(JSON.stringify(json).replaceAll('m1', 'hidden')),
    );
    expect(code).toMatch(/^curl /);
    expect(code).toContain('hidden');
    expect(code).not.toContain('m1');
  });

  it('an event that was never sent has no code', () => {
    expect(formatRequestCode('curl', recordOf(9), all, unredacted)).toBeNull();
  });

  const [event, otherEvent] = [
    { eid: 'LOG', mid: 'm1', edata: {} },
    { eid: 'LOG', mid: 'm2', edata: {} },
  ];
  const field = (json: Json) => encodeURIComponent(JSON.stringify(json));
  it.each([
    [
      'a batch of an SDK',
      JSON.stringify({ id: 'api', ver: '3.0', params: { msgid: 'a' }, ets: 1, events: [event, otherEvent] }),
    ],
    ['a batch of Obsrv', JSON.stringify({ id: 'api', data: { id: 'b-1', events: [event, otherEvent] } })],
    ['one event of Obsrv', JSON.stringify({ data: { event }, sentAt: 1 })],
    ['a list in data', JSON.stringify({ data: [event, otherEvent] })],
    ['an event', JSON.stringify(event)],
    ['a list', JSON.stringify([event, otherEvent])],
    ['a form', `event=${field(event)}`],
    ['a form with an event in each field', `event=${field(event)}&event=${field(otherEvent)}`],
    ['a form with a list', `events=${field([event, otherEvent])}`],
    ['a form with a batch', `payload=${field({ app: 'x', events: [event, otherEvent] })}`],
  ])('the code of an event has the original body structure: %s', async (_, body) => {
    const sentBody = parseBatchBody(body);
    const { events = [], bodyFields, bodyShape } = sentBody ?? {};
    const shape = { ...(bodyFields ? { bodyFields } : {}), ...(bodyShape ? { bodyShape } : {}) };
    const records = events.map((json, indexInBatch) =>
      recordOf(indexInBatch + 1, {
        event: eventOf({ json }),
        requests: [requestOf({ id: 'r', batchSize: events.length, indexInBatch, ...shape })],
      }),
    );
    const code = formatRequestCode('fetch', records[0] as TelemetryRecord, records, unredacted) ?? '';
    const [, options] = await runFetch(code);
    expect(options.body.startsWith('{') ? JSON.parse(options.body) : decodeURIComponent(options.body)).toEqual(
      body.startsWith('{') ? JSON.parse(body) : decodeURIComponent(body),
    );
    const isForm = body.includes('%22');
    expect(options.headers['Content-Type']).toBe(isForm ? 'application/x-www-form-urlencoded' : 'application/json');
  });

  it('the code of an event sends a multipart form if the original request did', async () => {
    const form = { type: 'multipart', field: 'ev"ent', hasOtherFields: false } as const;
    const bodyShape = { path: [], content: 'event', form } as const;
    const record = recordOf(1, { event: eventOf({ json: event }), requests: [requestOf({ batchSize: 1, bodyShape })] });
    const [, options] = await runFetch(formatRequestCode('fetch', record, [record], unredacted) ?? '');
    const parsed = await new Response(options.body, { headers: options.headers }).formData();
    expect([...parsed]).toEqual([['ev"ent', JSON.stringify(event)]]);
  });
});

type FetchCall = readonly [
  string,
  { readonly method: string; readonly body: string; readonly headers: Record<string, string> },
];

async function runFetch(code: string): Promise<FetchCall> {
  const calls: unknown[][] = [];
  const run = new Function('fetch', `return (async () => { ${code} })()`) as (fetch: unknown) => Promise<void>;
  await run((...args: unknown[]) => calls.push(args));
  expect(calls).toHaveLength(1);
  return calls[0] as unknown as FetchCall;
}
