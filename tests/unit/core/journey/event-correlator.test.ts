import { describe, expect, it } from 'vitest';
import { MAX_ACTION_AGE_MS } from '#core/journey/call-origin';
import type { CallObservation, ObservationSource, ObservedBatch } from '#core/journey/correlator/observations';
import { createEventCorrelator } from '#core/journey/event-correlator';
import { journeyState } from '#core/journey/journey-state';
import type { RequestEnd } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { secretGuard } from '#core/stream/secret-guard';

const source: ObservationSource = { documentKey: 'doc', frame: { frameId: 0, url: 'http://localhost/lesson' } };

function newCorrelator() {
  return createEventCorrelator(secretGuard);
}

const call = (callId: string, method = 'interact'): CallObservation => ({
  callId,
  method,
  args: [{ type: 'TOUCH' }],
  truncations: [],
  at: 1,
  batchSize: 20,
  hasDid: true,
  sdk: { global: '$t', generation: '2.x' },
  firedBy: null,
});
const returned = { status: 'returned', at: 2 } as const;
const sdk1WithoutDid = { hasDid: false, sdk: { global: '$t', generation: '1.x' } } as const;
const event = (mid: string, eid = 'INTERACT'): Json => ({ eid, mid, edata: {} });
const emitted = (callId: string | null, json: Json) => ({ callId, event: json, truncations: [], at: 2 });
const respondedWith = (httpStatus: number): RequestEnd => ({ status: 'responded', httpStatus, durationMs: 4 });
const batch = (id: string, events: readonly Json[], overrides: Partial<ObservedBatch> = {}): ObservedBatch => ({
  id,
  transport: 'unknown',
  url: 'http://localhost/v1/telemetry',
  method: 'POST',
  at: 3,
  end: respondedWith(200),
  bodyBytes: 10,
  bodyKey: JSON.stringify(events),
  events,
  ...overrides,
});

it('the correlator joins a call, its event and its request into one row', () => {
  const correlator = newCorrelator();
  correlator.addCall(call('c1'), source);
  correlator.addEvent(emitted('c1', event('m1')), source);
  correlator.setCallOutcome('c1', returned, source);
  const [record] = correlator.addDevtoolsRequest(batch('r1', [event('m1')]));
  expect(record).toMatchObject({ row: 1, call: { outcome: { status: 'returned' } }, event: { observedIn: 'page' } });
  expect(record?.requests).toMatchObject([{ id: 'r1', batchSize: 1, indexInBatch: 0 }]);
  expect(record && journeyState(record)).toBe('accepted');
  expect(correlator.lastRow()).toBe(1);
});

it.each([
  ['its ets', 1_700_000_100_000, 1_700_000_100_000],
  ['the time of the request if ets is in seconds', 1_700_000_100, 1_700_000_200_000],
  ['the time of the request if ets differs by more than a day', 1_699_900_000_000, 1_700_000_200_000],
  ['the time of the request if ets is not a number', '1700000100000', 1_700_000_200_000],
])('the time of an event that was observed only in a request is %s', (_, ets, at) => {
  const correlator = newCorrelator();
  const sent = { eid: 'INTERACT', mid: 'm1', ets, edata: {} };
  const [record] = correlator.addDevtoolsRequest(batch('r1', [sent], { at: 1_700_000_200_000 }));
  expect(record?.at).toBe(at);
  expect(record?.event?.at).toBe(1_700_000_200_000);
});

it('the time of a row is the time of its call, or the time of the request for a manually posted event', () => {
  const correlator = newCorrelator();
  const json = { eid: 'INTERACT', mid: 'm1', ets: 50, edata: {} };
  correlator.addCall(call('c1'), source);
  correlator.addEvent(emitted('c1', json), source);
  expect(correlator.addDevtoolsRequest(batch('r1', [json]))[0]?.at).toBe(1);
  expect(correlator.addPostedBatch(batch('r2', [{ ...json, mid: 'm2' }], { at: 70 }))[0]?.at).toBe(70);
});

it('the correlator creates a row for an event without a call', () => {
  const correlator = newCorrelator();
  const [record] = correlator.addEvent(emitted(null, event('m1')), source);
  expect(record).toMatchObject({ row: 1, call: null, kind: 'interact' });
});

it('the correlator creates a separate row for a second event of one call', () => {
  const correlator = newCorrelator();
  correlator.addCall(call('c1'), source);
  correlator.addEvent(emitted('c1', event('m1')), source);
  const [second] = correlator.addEvent(emitted('c1', event('m2')), source);
  expect(second).toMatchObject({ row: 2, call: null });
});

it('the correlator creates a row for an event that was observed only in a request', () => {
  const correlator = newCorrelator();
  const [record] = correlator.addDevtoolsRequest(batch('r1', [event('m1')]));
  expect(record).toMatchObject({ row: 1, call: null, event: { observedIn: 'request' } });
});

it('the correlator joins an asynchronous start call of SDK 2.x with the START that follows', () => {
  const correlator = newCorrelator();
  correlator.addCall({ ...call('c1', 'start'), hasDid: false }, source);
  correlator.setCallOutcome('c1', { status: 'pending', at: 2 }, source);
  const [record] = correlator.addEvent(emitted(null, event('m1', 'START')), source);
  expect(record).toMatchObject({ row: 1, name: 'start', event: { at: 2 } });
});

it('the correlator distinguishes equal call ids of two documents', () => {
  const correlator = newCorrelator();
  correlator.addCall(call('c1'), source);
  const [other] = correlator.addEvent(emitted('c1', event('m1')), { ...source, documentKey: 'frame' });
  expect(other).toMatchObject({ row: 2, call: null });
});

it('the correlator adds a retry as another request to the same row', () => {
  const correlator = newCorrelator();
  correlator.addEvent(emitted(null, event('m1')), source);
  correlator.addDevtoolsRequest(batch('r1', [event('m1')], { end: respondedWith(500) }));
  const [record] = correlator.addDevtoolsRequest(batch('r2', [event('m1')]));
  expect(record?.row).toBe(1);
  expect(record?.requests.map(({ end }) => end)).toEqual([respondedWith(500), respondedWith(200)]);
});

it('the correlator matches two events that share a mid with one copy each in the batch', () => {
  const correlator = newCorrelator();
  correlator.addEvent(emitted(null, event('m1')), source);
  correlator.addEvent(emitted(null, event('m1')), source);
  const records = correlator.addDevtoolsRequest(batch('r1', [event('m1'), event('m1')]));
  expect(records.map(({ row }) => row)).toEqual([1, 2]);
});

it('the correlator does not join events of different kinds that share a mid', () => {
  const correlator = newCorrelator();
  correlator.addEvent(emitted(null, event('m1', 'START')), source);
  const changed = correlator.addDevtoolsRequest(batch('r1', [event('m1', 'END')]));
  const carriedRows = new Set(changed.filter(({ requests }) => requests.length > 0).map(({ row }) => row));
  expect(carriedRows).toEqual(new Set([2]));
});

it('the correlator marks a call that the panel fired', () => {
  const [record] = newCorrelator().addCall({ ...call('c1'), firedBy: 'q1' }, source);
  expect(record?.firedBy).toEqual({ type: 'panel', requestId: 'q1' });
});

describe('origins of calls', () => {
  const action = { type: 'click', at: 100, tag: 'button', text: 'Play', selector: 'button' } as const;
  const actionOf = (overrides: Partial<CallObservation>) =>
    newCorrelator().addCall({ ...call('c1'), origin: { action }, at: 350, ...overrides }, source)[0]?.call?.action;

  it('a call has the user action that occurred shortly before it', () => {
    expect(actionOf({})).toEqual(action);
    expect(actionOf({ at: 100 + MAX_ACTION_AGE_MS })).toEqual(action);
    expect(actionOf({ at: 101 + MAX_ACTION_AGE_MS })).toBeUndefined();
    expect(actionOf({ at: 99 })).toBeUndefined();
  });

  it('a call that the panel fired has no user action', () => {
    expect(actionOf({ firedBy: 'r1' })).toBeUndefined();
  });

  it('the user action of a call contains no secret', () => {
    const text = 'Open ?token=0123456789abcdef0123456789abcdef';
    expect(actionOf({ origin: { action: { ...action, text } } })?.text).not.toContain('0123456789abcdef');
  });

  it('the user action stays in the record when the event arrives', () => {
    const correlator = newCorrelator();
    correlator.addCall({ ...call('c1'), at: 350, origin: { action } }, source);
    const [record] = correlator.addEvent(emitted('c1', event('m1')), source);
    expect(record?.call?.action).toEqual(action);
  });
});

describe('requests in page and DevTools', () => {
  const openFetch = { transport: 'fetch', end: { status: 'open' } } as const;

  it('a request that the page and DevTools report is one request with the data of both', () => {
    const correlator = newCorrelator();
    correlator.addEvent(emitted(null, event('m1')), source);
    correlator.addRequest(batch('page', [event('m1')], openFetch), source);
    correlator.addDevtoolsRequest(batch('devtools', [event('m1')], { at: 5 }));
    const [record] = correlator.addResponse('devtools', 'SUCCESS');
    expect(record?.requests).toMatchObject([
      { id: 'page', transport: 'fetch', end: respondedWith(200), responseText: 'SUCCESS' },
    ]);
  });

  it('a request of the page and a request in DevTools are separate if their bodies differ', () => {
    const correlator = newCorrelator();
    correlator.addRequest(batch('page', [event('m1')], openFetch), source);
    const [record] = correlator.addDevtoolsRequest(batch('devtools', [event('m1')], { bodyKey: 'other' }));
    expect(record?.requests.map(({ id }) => id)).toEqual(['page', 'devtools']);
  });

  it('each attempt of a retried batch is matched with its own DevTools request', () => {
    const correlator = newCorrelator();
    correlator.addEvent(emitted(null, event('m1')), source);
    correlator.addRequest(batch('p1', [event('m1')], { ...openFetch, at: 1_000 }), source);
    correlator.addDevtoolsRequest(batch('d1', [event('m1')], { at: 1_001, end: respondedWith(500) }));
    correlator.addRequest(batch('p2', [event('m1')], { ...openFetch, at: 2_000 }), source);
    const [record] = correlator.addDevtoolsRequest(batch('d2', [event('m1')], { at: 2_001 }));
    expect(record?.requests).toMatchObject([
      { id: 'p1', end: respondedWith(500) },
      { id: 'p2', end: respondedWith(200) },
    ]);
  });

  it('a redirected request that the page and DevTools report is one request with the response of the last hop', () => {
    const correlator = newCorrelator();
    correlator.addEvent(emitted(null, event('m1')), source);
    correlator.addRequest(batch('page', [event('m1')], openFetch), source);
    const url = 'http://localhost/v2/telemetry';
    correlator.addDevtoolsRequest(batch('d1', [event('m1')], { redirectUrl: url, end: respondedWith(307) }));
    correlator.addDevtoolsRequest(batch('d2', [event('m1')], { url, at: 7 }));
    const [record] = correlator.addResponse('d2', 'SUCCESS');
    expect(record?.requests).toMatchObject([
      { id: 'page', end: { status: 'responded', httpStatus: 200 }, responseText: 'SUCCESS' },
    ]);
  });

  it('the retry of a service worker follows the failed attempt, even if DevTools reports the retry first', () => {
    const correlator = newCorrelator();
    correlator.addEvent(emitted(null, event('m1')), source);
    correlator.addRequest(batch('page', [event('m1')], openFetch), source);
    correlator.addDevtoolsRequest(batch('d1', [event('m1')], { at: 30 }));
    correlator.addResponse('d1', 'SUCCESS');
    correlator.addDevtoolsRequest(batch('d2', [event('m1')], { at: 5, end: respondedWith(500) }));
    const [record] = correlator.addResponse('d2', 'ERROR');
    expect(record?.requests).toMatchObject([
      { id: 'page', at: 3, end: respondedWith(500), responseText: 'ERROR' },
      { id: 'd1', at: 30, end: respondedWith(200), responseText: 'SUCCESS' },
    ]);
  });

  it('each request of a burst is matched, even if DevTools reports it long after the page', () => {
    const correlator = newCorrelator();
    const burst = Array.from({ length: 10_000 }, (_, index) => [event(`m${index}`)]);
    for (const [index, events] of burst.entries()) correlator.addRequest(batch(`p${index}`, events, openFetch), source);
    const records = burst.flatMap((events, index) => correlator.addDevtoolsRequest(batch(`d${index}`, events)));
    expect(records.map(({ requests }) => requests.map(({ id }) => id))).toEqual(burst.map((_, index) => [`p${index}`]));
  });

  it('a matched request has the page’s status if DevTools reports no response', () => {
    const correlator = newCorrelator();
    correlator.addRequest(batch('page', [event('m1')], { ...openFetch, at: 3 }), source);
    correlator.endRequest('page', { status: 'responded', httpStatus: 200 }, 9);
    const [record] = correlator.addDevtoolsRequest(
      batch('d', [event('m1')], { end: { status: 'failed', message: '', durationMs: 1 } }),
    );
    expect(record?.requests[0]?.end).toEqual({ status: 'responded', httpStatus: 200, durationMs: 6 });
  });

  it('the end of a request is applied even if it is reported before the gzip body was read', () => {
    const correlator = newCorrelator();
    correlator.endRequest('page', { status: 'responded', httpStatus: 200 }, 9);
    const [record] = correlator.addRequest(batch('page', [event('m1')], { ...openFetch, at: 3 }), source);
    expect(record?.requests[0]?.end).toEqual({ status: 'responded', httpStatus: 200, durationMs: 6 });
  });
});

describe('batches inside a call', () => {
  const sendInsideCall = () => {
    const correlator = newCorrelator();
    correlator.addCall(call('c1', 'end'), source);
    const sent = correlator.addRequest(
      batch('r1', [event('m1', 'END')], { transport: 'fetch', end: { status: 'open' } }),
      source,
    );
    return { correlator, sent };
  };

  it('a batch that is sent inside a call before the event is emitted is joined with the call', () => {
    const { sent } = sendInsideCall();
    expect(sent).toMatchObject([
      { row: 1, call: { id: 'c1' }, event: { observedIn: 'request' }, requests: [{ id: 'r1' }] },
    ]);
  });

  it('a batch that is sent inside a call is one row with the event that follows', () => {
    const { correlator } = sendInsideCall();
    const [record] = correlator.addEvent(emitted('c1', event('m1', 'END')), source);
    expect(record).toMatchObject({ row: 1, event: { observedIn: 'page' }, requests: [{ id: 'r1' }] });
    expect(correlator.lastRow()).toBe(1);
  });

  it('an event that the page’s own fetch changed in the batch is shown as changed, though the SDK emits it after the batch', () => {
    const { correlator } = sendInsideCall();
    const emittedJson = { eid: 'END', mid: 'm1', edata: { type: 'TOUCH' } };
    const [record] = correlator.addEvent(emitted('c1', emittedJson), source);
    expect(record).toMatchObject({
      event: { json: emittedJson, observedIn: 'page' },
      requests: [{ carriedEvent: event('m1', 'END') }],
      changes: [{ type: 'dropped', path: ['edata', 'type'], called: 'TOUCH' }],
    });
  });

  it('events whose mid the page’s own fetch changed are one row each, with their calls', () => {
    const correlator = newCorrelator();
    const eventWithTime = (mid: string, ets: number): Json => ({ eid: 'INTERACT', mid, ets, edata: { type: 'TOUCH' } });
    correlator.addCall(call('c1'), source);
    correlator.addEvent(emitted('c1', eventWithTime('m1', 5)), source);
    correlator.setCallOutcome('c1', returned, source);
    correlator.addCall(call('c2'), source);
    correlator.addRequest(
      batch('r1', [eventWithTime('x1', 5), eventWithTime('x2', 6)], { transport: 'fetch' }),
      source,
    );
    correlator.addEvent(emitted('c2', eventWithTime('m2', 6)), source);
    expect(correlator.lastRow()).toBe(2);
    const [second] = correlator.setCallOutcome('c2', returned, source);
    expect(second).toMatchObject({
      row: 2,
      call: { id: 'c2' },
      event: { json: { mid: 'm2' }, observedIn: 'page' },
      requests: [{ id: 'r1', carriedEvent: { mid: 'x2' } }],
    });
    const [first] = correlator.addRequest(batch('r2', [eventWithTime('m1', 5)], { transport: 'fetch' }), source);
    expect(first).toMatchObject({
      row: 1,
      event: { json: { mid: 'm1' } },
      requests: [
        { id: 'r1', carriedEvent: { mid: 'x1' } },
        { id: 'r2', carriedEvent: null },
      ],
    });
  });

  it('a batch that is sent inside the second of two equal calls with one mid results in two rows', () => {
    const correlator = newCorrelator();
    correlator.addCall(call('c1'), source);
    correlator.addEvent(emitted('c1', event('m1')), source);
    correlator.setCallOutcome('c1', returned, source);
    correlator.addCall(call('c2'), source);
    correlator.addRequest(batch('r1', [event('m1'), event('m1')], { transport: 'fetch' }), source);
    correlator.addEvent(emitted('c2', event('m1')), source);
    const [second] = correlator.setCallOutcome('c2', returned, source);
    expect(second).toMatchObject({ row: 2, event: { observedIn: 'page' }, requests: [{ copies: 1 }] });
    expect(correlator.lastRow()).toBe(2);
  });

  it('the last event of a kind in a batch that is sent inside a call is joined with the call if the earlier events are unknown', () => {
    const correlator = newCorrelator();
    correlator.addCall(call('c3'), source);
    correlator.addRequest(
      batch('r1', [event('m1'), event('m2'), event('m3'), event('m4', 'END')], { transport: 'fetch' }),
      source,
    );
    const [record] = correlator.addEvent(emitted('c3', event('m3')), source);
    expect(record).toMatchObject({ row: 1, call: { id: 'c3' }, event: { json: { mid: 'm3' }, observedIn: 'page' } });
    expect(correlator.lastRow()).toBe(4);
  });

  it('a batch that is sent inside a call of another kind is not joined with the call', () => {
    const correlator = newCorrelator();
    correlator.addCall(call('c1', 'interact'), source);
    const [record] = correlator.addRequest(batch('r1', [event('m1', 'END')]), source);
    expect(record).toMatchObject({ row: 2, call: null });
  });
});

describe('calls that emit no event', () => {
  const sdk = { global: '$t', generation: '1.x' } as const;
  const eventWithEdata = (mid: string, edata: Json, eid = 'INTERACT'): Json => ({ eid, mid, edata });
  const addSilentCalls = (...args: readonly (readonly [string, Json])[]) => {
    const correlator = newCorrelator();
    args.forEach(([method, data], index) => {
      correlator.addCall({ ...call(`c${index + 1}`, method), sdk, args: [data] }, source);
      correlator.setCallOutcome(`c${index + 1}`, returned, source);
    });
    return correlator;
  };

  it('an SDK 1.x call with a custom dispatcher is one row with the later request that contains its data', () => {
    const correlator = addSilentCalls(['interact', { id: 'a' }], ['interact', { id: 'b' }]);
    const [record] = correlator.addRequest(
      batch('r1', [eventWithEdata('m2', { id: 'b' })], { transport: 'beacon' }),
      source,
    );
    expect(record).toMatchObject({
      row: 2,
      call: { id: 'c2' },
      event: { observedIn: 'request' },
      requests: [{ id: 'r1' }],
    });
    expect(correlator.lastRow()).toBe(2);
  });

  it('two equal SDK 1.x calls with a custom dispatcher are joined in order with two equal events of a request', () => {
    const correlator = addSilentCalls(['interact', { id: 'a' }], ['interact', { id: 'a' }]);
    const events = [eventWithEdata('m1', { id: 'a' }), eventWithEdata('m2', { id: 'a' })];
    expect(correlator.addRequest(batch('r1', events), source).map(({ row }) => row)).toEqual([1, 2]);
  });

  it('an SDK 1.x call with a custom dispatcher is joined with its event even if the SDK dropped a field', () => {
    const correlator = addSilentCalls(['feedback', { rating: 4, comments: 'good' }]);
    const [record] = correlator.addRequest(batch('r1', [eventWithEdata('m1', { rating: 4 }, 'FEEDBACK')]), source);
    expect(record).toMatchObject({ row: 1, changes: [{ type: 'dropped', path: ['edata', 'comments'] }] });
  });

  it('an SDK 1.x call with a custom dispatcher is not joined with an event of another document or another kind', () => {
    const correlator = addSilentCalls(['interact', { id: 'a' }]);
    const otherSource = { ...source, documentKey: 'other' };
    expect(correlator.addRequest(batch('r1', [eventWithEdata('m1', { id: 'a' })]), otherSource)[0]).toMatchObject({
      row: 2,
    });
    expect(correlator.addRequest(batch('r2', [eventWithEdata('m2', { id: 'a' }, 'LOG')]), source)[0]).toMatchObject({
      row: 3,
    });
  });
});

describe('DevTools reports before the page’s', () => {
  it('a request that DevTools reports first is matched with the page’s request', () => {
    const correlator = newCorrelator();
    correlator.addCall(call('c1'), source);
    correlator.addEvent(emitted('c1', event('m1')), source);
    correlator.addDevtoolsRequest(batch('request-1', [event('m1')]));
    const [record] = correlator.addRequest(
      batch('r1', [event('m1')], { transport: 'fetch', end: { status: 'open' } }),
      source,
    );
    expect(record).toMatchObject({ row: 1, requests: [{ id: 'r1', transport: 'fetch', end: respondedWith(200) }] });
    expect(correlator.addResponse('request-1', 'yes')[0]?.requests).toMatchObject([{ id: 'r1', responseText: 'yes' }]);
  });

  it('each event of a request that DevTools reports before the page’s calls is joined with its call', () => {
    const correlator = newCorrelator();
    correlator.addDevtoolsRequest(batch('request-1', [event('m1'), event('m2')]));
    const callIdsAndMids = [
      ['c1', 'm1'],
      ['c2', 'm2'],
    ] as const;
    for (const [callId, mid] of callIdsAndMids) {
      correlator.addCall({ ...call(callId), emits: event(mid) }, source);
      correlator.addEvent(emitted(callId, event(mid)), source);
      correlator.setCallOutcome(callId, returned, source);
    }
    const records = correlator.addRequest(batch('r1', [event('m1'), event('m2')], { transport: 'fetch' }), source);
    expect(records).toMatchObject([
      { row: 1, call: { id: 'c1' }, event: { observedIn: 'page' }, documentKey: 'doc' },
      { row: 2, call: { id: 'c2' }, event: { observedIn: 'page' }, documentKey: 'doc' },
    ]);
    expect(records.map(journeyState)).toEqual(['accepted', 'accepted']);
    expect(correlator.lastRow()).toBe(2);
  });

  it('an event that only DevTools reported has its frame once the page reports the request', () => {
    const correlator = newCorrelator();
    correlator.addDevtoolsRequest(batch('request-1', [event('m1')]));
    const [record] = correlator.addRequest(batch('r1', [event('m1')], { transport: 'fetch' }), source);
    expect(record).toMatchObject({ row: 1, documentKey: 'doc', frame: source.frame });
  });
});

it('an event is lost if the page unloads while the SDK queues the event', () => {
  const correlator = newCorrelator();
  correlator.addCall(call('c1'), source);
  correlator.addEvent(emitted('c1', event('m1')), source);
  correlator.hideDocument(false, source);
  expect(correlator.closeDocument('doc')).toMatchObject([{ row: 1, lost: true }]);
});

it('an event is not lost if it is sent during unload', () => {
  const correlator = newCorrelator();
  correlator.addEvent(emitted(null, event('m1')), source);
  correlator.hideDocument(false, source);
  correlator.addRequest(batch('page', [event('m1')], { transport: 'beacon', end: { status: 'open' } }), source);
  expect(correlator.closeDocument('doc')).toEqual([]);
});

it('an event is not lost while the page is in the back/forward cache', () => {
  const correlator = newCorrelator();
  correlator.addEvent(emitted(null, event('m1')), source);
  correlator.hideDocument(true, source);
  expect(correlator.closeDocument('doc')).toEqual([]);
});

it('an event before an unreadable request is unobserved at unload, and an event after the request is lost', () => {
  const correlator = newCorrelator();
  correlator.addEvent(emitted(null, event('a')), source);
  correlator.addUnreadableRequest('stream', 'page', source);
  correlator.addEvent(emitted(null, event('b')), source);
  correlator.addUnreadableRequest('blob', 'page', source);
  correlator.dismissUnreadableRequest('blob', source);
  correlator.hideDocument(false, source);
  expect(correlator.closeDocument('doc').map(journeyState)).toEqual(['unobserved', 'lost']);
});

it('an event is lost if the body that could have contained it is read and does not contain it', () => {
  const correlator = newCorrelator();
  correlator.addEvent(emitted(null, event('a')), source);
  correlator.addUnreadableRequest('r', 'page', source);
  correlator.addRequest(batch('r', [event('b')]), source);
  correlator.hideDocument(false, source);
  expect(correlator.closeDocument('doc')).toMatchObject([{ row: 1, lost: true }]);
});

it('an event that a shared worker may have sent is unobserved until a request contains it', () => {
  const correlator = newCorrelator();
  correlator.addUnreadableRequest('worker', 'worker', source);
  correlator.addEvent(emitted(null, event('a')), source);
  correlator.hideDocument(false, source);
  expect(correlator.closeDocument('doc').map(journeyState)).toEqual(['unobserved']);
  expect(correlator.addDevtoolsRequest(batch('late', [event('a')])).map(journeyState)).toEqual(['accepted']);
});

it('a call without its event is lost on unload, too', () => {
  const correlator = newCorrelator();
  correlator.addCall({ ...call('c1', 'start'), hasDid: false }, source);
  correlator.setCallOutcome('c1', { status: 'pending', at: 2 }, source);
  correlator.hideDocument(false, source);
  expect(correlator.closeDocument('doc')).toMatchObject([{ row: 1, lost: true }]);
});

it('an event that occurs twice in one batch is one row with two copies', () => {
  const correlator = newCorrelator();
  correlator.addEvent(emitted(null, event('m1')), source);
  const changed = correlator.addDevtoolsRequest(batch('r1', [event('m1'), event('m1')]));
  expect(changed.at(-1)).toMatchObject({ row: 1, requests: [{ copies: 2 }] });
});

it('calls without a device id that are all emitted as END with one mid have one row each', () => {
  const correlator = newCorrelator();
  for (const method of ['start', 'impression', 'end']) {
    correlator.addCall({ ...call(method, method), ...sdk1WithoutDid }, source);
    correlator.setCallOutcome(method, returned, source);
  }
  const rows = [1, 2, 3].map(() => correlator.addEvent(emitted(null, event('END:1', 'END')), source).at(-1));
  expect(rows.map((record) => [record?.row, record?.name])).toEqual([
    [1, 'start'],
    [2, 'impression'],
    [3, 'end'],
  ]);
});

it('a START emitted after two later events reports how many events overtook it', () => {
  const correlator = newCorrelator();
  correlator.addCall({ ...call('c1', 'start'), hasDid: false }, source);
  correlator.setCallOutcome('c1', { status: 'pending', at: 2 }, source);
  correlator.addEvent(emitted(null, event('m1')), source);
  correlator.addEvent(emitted(null, event('m2')), source);
  const [record] = correlator.addEvent(emitted(null, event('m3', 'START')), source);
  expect(record).toMatchObject({ row: 1, event: { eventsEmittedBefore: 2 } });
});

it('a field that was changed between the call and the request is reported as rewritten', () => {
  const correlator = newCorrelator();
  correlator.addCall(call('c1'), source);
  correlator.addEvent(emitted('c1', { eid: 'INTERACT', mid: 'm1', edata: { type: 'TOUCH' } }), source);
  const [record] = correlator.addDevtoolsRequest(
    batch('r1', [{ eid: 'INTERACT', mid: 'm1', edata: { type: 'DRAG' } }]),
  );
  expect(record?.changes).toEqual([{ type: 'rewritten', path: ['edata', 'type'], called: 'TOUCH', sent: 'DRAG' }]);
});

it('a context that leaked from an earlier call is reported with the row of that call', () => {
  const correlator = newCorrelator();
  const context = { cdata: [{ type: 'Chapter', id: '1' }] };
  correlator.addCall({ ...call('c1'), args: [{ type: 'TOUCH' }, { context }] }, source);
  correlator.addEvent(emitted('c1', { ...(event('m1') as object), edata: { type: 'TOUCH' }, context } as Json), source);
  correlator.addCall(call('c2'), source);
  const later = { ...(event('m2') as object), edata: { type: 'TOUCH' }, context } as Json;
  const [record] = correlator.addEvent(emitted('c2', later), source);
  expect(record?.changes).toEqual([{ type: 'added', path: ['context', 'cdata'], sent: context.cdata, fromRow: 1 }]);
});

it('the record of a call contains the SDK’s console messages', () => {
  const correlator = newCorrelator();
  correlator.addCall(call('c1'), source);
  const message = { level: 'error', message: 'Invalid INTERACT Event: data should have id' };
  expect(correlator.addConsoleMessage('c1', message, source)).toMatchObject([
    { row: 1, call: { consoleMessages: [message] } },
  ]);
});

it('a restored correlator joins new observations to the restored rows, and continues the row numbers', () => {
  const earlierCorrelator = newCorrelator();
  earlierCorrelator.addCall(call('c1'), source);
  earlierCorrelator.addEvent(emitted('c1', event('m1')), source);
  const [restored] = earlierCorrelator.setCallOutcome('c1', returned, source);
  const correlator = newCorrelator();
  correlator.restore(restored ? [restored] : []);
  const [record] = correlator.addRequest(
    batch('r1', [event('m1')], { transport: 'fetch', end: { status: 'open' } }),
    source,
  );
  expect(record).toMatchObject({ row: 1, requests: [{ id: 'r1' }] });
  expect(correlator.endRequest('r1', { status: 'responded', httpStatus: 200 }, 5)).toMatchObject([{ row: 1 }]);
  expect(correlator.addCall(call('c2'), source)[0]?.row).toBe(2);
});

it('a restored correlator reports queued events as lost when their document unloads', () => {
  const earlierCorrelator = newCorrelator();
  const [restored] = earlierCorrelator.addEvent(emitted(null, event('m1')), source);
  const correlator = newCorrelator();
  correlator.restore(restored ? [restored] : []);
  correlator.hideDocument(false, source);
  expect(correlator.closeDocument('doc')).toMatchObject([{ row: 1, lost: true }]);
});

it.each([['text' as Json], [null], [{ mid: 'm1' }], [{ eid: 7, mid: 'm1' }]])(
  'a dispatched value without an eid has no row: %j',
  (json) => {
    const correlator = newCorrelator();
    expect(correlator.addEvent(emitted(null, json), source)).toEqual([]);
    correlator.hideDocument(false, source);
    expect(correlator.closeDocument('doc')).toEqual([]);
  },
);

it.each([[{ note: 'no mid' }], [{ mid: 'm1' }]])(
  'a dispatched value without an eid has one row if a request contains it: %j',
  (json) => {
    const correlator = newCorrelator();
    correlator.addCall({ ...call('c1'), ...sdk1WithoutDid }, source);
    correlator.setCallOutcome('c1', returned, source);
    correlator.addEvent(emitted(null, json), source);
    const changed = correlator.addRequest(batch('r1', [json, event('m2')]), source);
    correlator.hideDocument(false, source);
    expect(correlator.closeDocument('doc')).toEqual([]);
    expect(changed).toMatchObject([
      { name: 'no eid', call: null },
      { name: 'interact', call: { id: 'c1' } },
    ]);
  },
);

it('a dispatched value without an eid is not joined with the call during which it is dispatched', () => {
  const correlator = newCorrelator();
  correlator.addCall(call('c1'), source);
  correlator.addEvent(emitted('c1', { note: 'of a listener' }), source);
  const [record] = correlator.addEvent(emitted('c1', event('m1')), source);
  expect(record).toMatchObject({ row: 1, event: { json: event('m1') } });
});

it('the correlator lists each secret of a call and its event once, and stores only redacted values', () => {
  const token = `eyJhbGciOiJSUzI1NiJ9.eyJ${'a'.repeat(20)}.${'b'.repeat(20)}`;
  const correlator = newCorrelator();
  const frame = { frameId: 0, url: `http://localhost/?access_token=${token}` };
  const sourceWithToken = { documentKey: 'doc', frame };
  const sent = { eid: 'INTERACT', mid: 'm1', edata: { password: 'word', type: token } };
  correlator.addCall({ ...call('c1'), args: [{ password: 'word', type: token }] }, sourceWithToken);
  correlator.addConsoleMessage('c1', { level: 'info', message: token }, sourceWithToken);
  correlator.addEvent(emitted('c1', sent), sourceWithToken);
  correlator.setCallOutcome('c1', { status: 'threw', at: 3, message: token }, sourceWithToken);
  correlator.addRequest(batch('r1', [sent], { url: `http://localhost/?password=word` }), sourceWithToken);
  correlator.endRequest('r1', { status: 'failed', message: token }, 4);
  const [record, ...others] = correlator.addResponse('r1', `got ${token}`);
  expect(others).toEqual([]);
  expect(record?.secrets?.map(({ foundIn, path }) => [foundIn, path.join('.')])).toEqual([
    ['call', 'data.password'],
    ['call', 'data.type'],
  ]);
  expect(record).toMatchObject({ row: 1, changes: [], requests: [{ carriedEvent: null, responseText: 'got •••' }] });
  expect(JSON.stringify(record)).not.toMatch(/eyJ|"word"|=word/);
});

describe('repeated dispatches', () => {
  const frame: ObservationSource = { documentKey: 'frame', frame: { frameId: 7, url: 'http://localhost/player' } };
  const other: ObservationSource = { documentKey: 'other', frame: { frameId: 8, url: 'http://localhost/player' } };
  const documentDispatch = { task: 1, name: 'TelemetryEvent', target: 0 };
  const elementDispatch = { task: 1, name: 'telemetryEvent', target: 1 };
  const dispatched = (callId: string | null, json: Json, dispatch: typeof documentDispatch, at = 2) => ({
    ...emitted(callId, json),
    at,
    dispatch,
  });

  it.each([
    ['with the other event name, at an element after the document', documentDispatch, elementDispatch],
    ['with the other event name, at the document after an element', elementDispatch, documentDispatch],
    ['at another target', documentDispatch, { ...documentDispatch, target: 2 }],
    ['with the other event name, at the same target', documentDispatch, { ...elementDispatch, target: 0 }],
  ])('a repeated dispatch joins the row of its event: %s', (_, first, second) => {
    const correlator = newCorrelator();
    correlator.addCall(call('c1'), source);
    correlator.addEvent(dispatched('c1', event('m1'), first), source);
    expect(correlator.addEvent(dispatched('c1', event('m1'), second), source)).toEqual([]);
    correlator.setCallOutcome('c1', returned, source);
    expect([correlator.lastRow(), correlator.addDevtoolsRequest(batch('r1', [event('m1')])).length]).toEqual([1, 1]);
  });

  it.each([
    ['the same name and the same target', documentDispatch, event('m1')],
    ['a different task', { ...elementDispatch, task: 2 }, event('m1')],
    ['different content', elementDispatch, { ...(event('m1') as object), edata: { id: 'other' } } as Json],
  ])('a dispatch with %s is a separate event', (_, second, json) => {
    const correlator = newCorrelator();
    correlator.addEvent(dispatched(null, event('m1'), documentDispatch), source);
    correlator.addEvent(dispatched(null, json, second), source);
    expect(correlator.lastRow()).toBe(2);
  });

  it('an equal event that another SDK call emits is a separate event', () => {
    const correlator = newCorrelator();
    correlator.addEvent(dispatched(null, event('m1'), elementDispatch), source);
    correlator.addCall(call('c1'), source);
    expect(correlator.addEvent(dispatched('c1', event('m1'), documentDispatch), source)).toMatchObject([
      { row: 2, call: { id: 'c1' } },
    ]);
  });

  it('two equal events that are dispatched twice each are two rows', () => {
    const correlator = newCorrelator();
    for (const dispatch of [documentDispatch, documentDispatch, elementDispatch, elementDispatch])
      correlator.addEvent(dispatched(null, event('m1'), dispatch), source);
    expect(correlator.lastRow()).toBe(2);
  });

  it('a repeated dispatch in the parent page joins the row of the frame’s event, whichever is reported first', () => {
    const frameFirst = newCorrelator();
    frameFirst.addCall(call('c1'), frame);
    frameFirst.addEvent(dispatched('c1', event('m1'), documentDispatch), frame);
    frameFirst.addEvent(dispatched(null, event('m1'), { ...elementDispatch, task: 9 }, 20), source);
    expect(frameFirst.lastRow()).toBe(1);

    const pageFirst = newCorrelator();
    pageFirst.addEvent(dispatched(null, event('m1'), elementDispatch), source);
    pageFirst.addCall({ ...call('c1'), emits: event('m1') }, frame);
    const [record] = pageFirst.addEvent(dispatched('c1', event('m1'), documentDispatch), frame);
    expect(record).toMatchObject({ row: 1, documentKey: 'frame', call: { id: 'c1' } });
    expect(pageFirst.lastRow()).toBe(1);
  });

  it('a repeated dispatch in the parents of a nested frame joins the row of the frame’s event, whichever is reported first', () => {
    const inner = newCorrelator();
    inner.addCall(call('c1'), frame);
    inner.addEvent(dispatched('c1', event('m1'), documentDispatch), frame);
    inner.addEvent(dispatched(null, event('m1'), elementDispatch, 20), other);
    inner.addEvent(dispatched(null, event('m1'), elementDispatch, 30), source);
    expect(inner.lastRow()).toBe(1);

    const outer = newCorrelator();
    outer.addEvent(dispatched(null, event('m1'), elementDispatch), other);
    outer.addCall({ ...call('c1'), emits: event('m1') }, frame);
    expect(outer.addEvent(dispatched('c1', event('m1'), documentDispatch), frame)).toMatchObject([{ row: 1 }]);
    expect(outer.lastRow()).toBe(1);
  });

  it('equal events of two frames are separate events', () => {
    const correlator = newCorrelator();
    correlator.addEvent(dispatched(null, event('m1'), documentDispatch), frame);
    correlator.addEvent(dispatched(null, event('m1'), documentDispatch), other);
    expect(correlator.lastRow()).toBe(2);
  });
});

describe('stubs, wrappers and dispatchers', () => {
  const stubSdk = { sdk: { global: '$t', generation: 'unknown' } } as const;
  const stateOf = (record: Parameters<typeof journeyState>[0] | undefined) => record && journeyState(record);

  it('a call of a stub is unobserved until the SDK replays it, and both calls are one row', () => {
    const correlator = newCorrelator();
    correlator.addCall({ ...call('c1'), ...stubSdk }, source);
    expect(stateOf(correlator.setCallOutcome('c1', returned, source)[0])).toBe('unobserved');
    expect(correlator.addCall({ ...call('c2'), at: 50 }, source)).toMatchObject([
      { row: 1, at: 1, sdk: { generation: '2.x' } },
    ]);
    expect(stateOf(correlator.addEvent(emitted('c2', event('m1')), source)[0])).toBe('waiting');
    expect(correlator.lastRow()).toBe(1);
  });

  it('a call of an asynchronous wrapper is one row with the SDK call that the wrapper makes later', () => {
    const correlator = newCorrelator();
    correlator.addCall({ ...call('c1'), ...stubSdk }, source);
    correlator.setCallOutcome('c1', { status: 'pending', at: 1 }, source);
    correlator.addCall(call('c2'), source);
    correlator.addEvent(emitted('c2', event('m1')), source);
    const [record] = correlator.setCallOutcome('c2', returned, source);
    expect(correlator.setCallOutcome('c1', returned, source)).toEqual([]);
    expect([correlator.lastRow(), stateOf(record)]).toEqual([1, 'waiting']);
  });

  it('equal calls of one SDK are separate rows', () => {
    const correlator = newCorrelator();
    for (const id of ['c1', 'c2']) {
      correlator.addCall({ ...call(id), ...stubSdk }, source);
      correlator.setCallOutcome(id, returned, source);
    }
    expect(correlator.lastRow()).toBe(2);
  });

  it('a call with a custom dispatcher is unobserved until it is joined with a later event', () => {
    const correlator = newCorrelator();
    correlator.addCall({ ...call('c1'), hasDispatcher: true }, source);
    expect(stateOf(correlator.setCallOutcome('c1', returned, source)[0])).toBe('unobserved');
    const later = { eid: 'INTERACT', mid: 'm1', edata: { type: 'TOUCH' } };
    expect(correlator.addEvent(emitted(null, later), source)).toMatchObject([{ row: 1, call: { id: 'c1' } }]);
  });

  it('a call in a frame whose dispatcher passes the event to the parent page is joined with the page’s event or request', () => {
    const frameSource: ObservationSource = {
      documentKey: 'frame',
      frame: { frameId: 7, url: 'http://localhost/player' },
    };
    const sent = { eid: 'INTERACT', mid: 'm1', edata: { type: 'TOUCH' } };
    for (const reportType of ['sending', 'emitted'] as const) {
      const correlator = newCorrelator();
      correlator.addCall({ ...call('c1'), hasDispatcher: true }, frameSource);
      correlator.setCallOutcome('c1', returned, frameSource);
      const [record] =
        reportType === 'sending'
          ? correlator.addRequest(batch('r1', [sent]), source)
          : correlator.addEvent(emitted(null, sent), source);
      expect(record).toMatchObject({ row: 1, documentKey: 'frame', call: { id: 'c1' } });
      correlator.addRequest(batch('r2', [{ ...sent, mid: 'm2' }]), source);
      expect(correlator.lastRow()).toBe(2);
    }
  });

  it('a call without a custom dispatcher is not joined with a request of another document', () => {
    const frameSource: ObservationSource = {
      documentKey: 'frame',
      frame: { frameId: 7, url: 'http://localhost/player' },
    };
    const correlator = newCorrelator();
    correlator.addCall(call('c1'), frameSource);
    correlator.setCallOutcome('c1', returned, frameSource);
    correlator.addRequest(batch('r1', [{ eid: 'INTERACT', mid: 'm1', edata: { type: 'TOUCH' } }]), source);
    expect(correlator.lastRow()).toBe(2);
  });

  it('a call that returned a promise is unobserved, because only wrappers return promises', () => {
    const correlator = newCorrelator();
    correlator.addCall(call('c1'), source);
    correlator.setCallOutcome('c1', { status: 'pending', at: 1 }, source);
    expect(stateOf(correlator.setCallOutcome('c1', returned, source)[0])).toBe('unobserved');
  });

  it('a call of a stub is dropped if the SDK logs that it dropped the event', () => {
    const correlator = newCorrelator();
    correlator.addCall({ ...call('c1'), ...stubSdk }, source);
    correlator.addConsoleMessage(
      'c1',
      { level: 'error', message: 'Invalid INTERACT Event: data should have id' },
      source,
    );
    expect(stateOf(correlator.setCallOutcome('c1', returned, source)[0])).toBe('dropped');
  });
});

describe('documents that are not restored', () => {
  const sourceOf = (documentKey: string): ObservationSource => ({ ...source, documentKey });

  it('the oldest cached document expires if there are more than 200', () => {
    const correlator = newCorrelator();
    const changed = Array.from({ length: 201 }, (_, index) => {
      correlator.addEvent(emitted(null, event(`m${index}`)), sourceOf(`doc${index}`));
      correlator.hideDocument(true, sourceOf(`doc${index}`));
      return correlator.closeDocument(`doc${index}`);
    });
    expect(changed.slice(0, 200).flat()).toEqual([]);
    expect(changed[200]).toMatchObject([{ row: 1, lost: true, lossReason: 'cache-expired' }]);
  });

  it('the events of an expired document are unobserved before an unreadable request, lost after it, and waiting once the document is restored', () => {
    const correlator = newCorrelator();
    correlator.addEvent(emitted(null, event('m1')), source);
    correlator.addUnreadableRequest('r1', 'page', source);
    correlator.addEvent(emitted(null, event('m2')), source);
    correlator.hideDocument(true, source);
    correlator.closeDocument(source.documentKey);
    expect(correlator.expireDocument(source.documentKey, 'cache-expired').map(journeyState)).toEqual([
      'unobserved',
      'lost',
    ]);
    expect(correlator.expireDocument(source.documentKey, 'ended')).toEqual([]);
    expect(correlator.reopenDocument(source.documentKey).map(journeyState)).toEqual(['waiting', 'waiting']);
  });
});
