import { describe, expect, it } from 'vitest';
import { MAX_ACTION_AGE_MS } from '#core/journey/call-origin';
import type { ObservationSource, SeenBatch, SeenCall } from '#core/journey/correlator/observations';
import { createEventCorrelator } from '#core/journey/event-correlator';
import { journeyState } from '#core/journey/journey-state';
import type { RequestEnd } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { secretGuard } from '#core/stream/secret-guard';

const place: ObservationSource = { documentKey: 'doc', frame: { frameId: 0, url: 'http://localhost/lesson' } };

function newJournal() {
  return createEventCorrelator(secretGuard);
}

const call = (callId: string, method = 'interact'): SeenCall => ({
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
const without1xDid = { hasDid: false, sdk: { global: '$t', generation: '1.x' } } as const;
const event = (mid: string, eid = 'INTERACT'): Json => ({ eid, mid, edata: {} });
const emitted = (callId: string | null, json: Json) => ({ callId, event: json, truncations: [], at: 2 });
const respondedWith = (http: number): RequestEnd => ({ status: 'responded', httpStatus: http, durationMs: 4 });
const batch = (id: string, events: readonly Json[], change: Partial<SeenBatch> = {}): SeenBatch => ({
  id,
  transport: 'unknown',
  url: 'http://localhost/v1/telemetry',
  method: 'POST',
  at: 3,
  end: respondedWith(200),
  bodyBytes: 10,
  bodyKey: JSON.stringify(events),
  events,
  ...change,
});

describe('one record per event', () => {
  it('joins call, event and request into one row', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    journal.emitted(emitted('c1', event('m1')), place);
    journal.settled('c1', returned, place);
    const [record] = journal.finished(batch('r1', [event('m1')]));
    expect(record).toMatchObject({ row: 1, call: { outcome: { status: 'returned' } }, event: { observedIn: 'page' } });
    expect(record?.requests).toMatchObject([{ id: 'r1', batchSize: 1, indexInBatch: 0 }]);
    expect(record && journeyState(record)).toBe('accepted');
    expect(journal.lastRow()).toBe(1);
  });

  it.each([
    ['its ets', 1_700_000_100_000, 1_700_000_100_000],
    ['that of its request where ets is in seconds', 1_700_000_100, 1_700_000_200_000],
    ['that of its request where ets is more than a day from it', 1_699_900_000_000, 1_700_000_200_000],
    ['that of its request where ets is no number', '1700000100000', 1_700_000_200_000],
  ])('one record per event has the time of an event of which only the request was seen: %s', (_, ets, at) => {
    const journal = newJournal();
    const seen = { eid: 'INTERACT', mid: 'm1', ets, edata: {} };
    const [record] = journal.finished(batch('r1', [seen], { at: 1_700_000_200_000 }));
    expect(record?.at).toBe(at);
    expect(record?.event?.at).toBe(1_700_000_200_000);
  });

  it('one record per event keeps the time of the call, and of an event that was posted by hand its request', () => {
    const journal = newJournal();
    const seen = { eid: 'INTERACT', mid: 'm1', ets: 50, edata: {} };
    journal.called(call('c1'), place);
    journal.emitted(emitted('c1', seen), place);
    expect(journal.finished(batch('r1', [seen]))[0]?.at).toBe(1);
    expect(journal.posting(batch('r2', [{ ...seen, mid: 'm2' }], { at: 70 }))[0]?.at).toBe(70);
  });

  it('one record per event gives an event without a call a row of its own', () => {
    const journal = newJournal();
    const [record] = journal.emitted(emitted(null, event('m1')), place);
    expect(record).toMatchObject({ row: 1, call: null, kind: 'interact' });
  });

  it('one record per event gives a second event inside one call a row of its own', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    journal.emitted(emitted('c1', event('m1')), place);
    const [second] = journal.emitted(emitted('c1', event('m2')), place);
    expect(second).toMatchObject({ row: 2, call: null });
  });

  it('one record per event gives an event that was seen only in a request a row, and says so', () => {
    const journal = newJournal();
    const [record] = journal.finished(batch('r1', [event('m1')]));
    expect(record).toMatchObject({ row: 1, call: null, event: { observedIn: 'request' } });
  });

  it('joins the asynchronous start of 2.x with the START that follows it', () => {
    const journal = newJournal();
    journal.called({ ...call('c1', 'start'), hasDid: false }, place);
    journal.settled('c1', { status: 'pending', at: 2 }, place);
    const [record] = journal.emitted(emitted(null, event('m1', 'START')), place);
    expect(record).toMatchObject({ row: 1, name: 'start', event: { at: 2 } });
  });

  it('one record per event keeps equal call ids of two documents apart', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    const [other] = journal.emitted(emitted('c1', event('m1')), { ...place, documentKey: 'frame' });
    expect(other).toMatchObject({ row: 2, call: null });
  });

  it('takes a retry as a further request of the same row', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1')), place);
    journal.finished(batch('r1', [event('m1')], { end: respondedWith(500) }));
    const [record] = journal.finished(batch('r2', [event('m1')]));
    expect(record?.row).toBe(1);
    expect(record?.requests.map(({ end }) => end)).toEqual([respondedWith(500), respondedWith(200)]);
  });

  it('one record per event gives two events that share a mid one request each', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1')), place);
    journal.emitted(emitted(null, event('m1')), place);
    const records = journal.finished(batch('r1', [event('m1'), event('m1')]));
    expect(records.map(({ row }) => row)).toEqual([1, 2]);
  });

  it('one record per event does not join events of different kinds that share a mid', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1', 'START')), place);
    const changed = journal.finished(batch('r1', [event('m1', 'END')]));
    const carriedRows = new Set(changed.filter(({ requests }) => requests.length > 0).map(({ row }) => row));
    expect(carriedRows).toEqual(new Set([2]));
  });

  it('marks what the panel fired', () => {
    const [record] = newJournal().called({ ...call('c1'), firedBy: 'q1' }, place);
    expect(record?.firedBy).toEqual({ type: 'panel', requestId: 'q1' });
  });
});

describe('what led to a call', () => {
  const action = { type: 'click', at: 100, tag: 'button', text: 'Play', selector: 'button' } as const;
  const actionOf = (over: Partial<SeenCall>) =>
    newJournal().called({ ...call('c1'), origin: { action }, at: 350, ...over }, place)[0]?.call?.action;

  it('is what the user did shortly before', () => {
    expect(actionOf({})).toEqual(action);
    expect(actionOf({ at: 100 + MAX_ACTION_AGE_MS })).toEqual(action);
    expect(actionOf({ at: 101 + MAX_ACTION_AGE_MS })).toBeUndefined();
    expect(actionOf({ at: 99 })).toBeUndefined();
  });

  it('is an order of the panel where the panel fired it', () => {
    expect(actionOf({ firedBy: 'r1' })).toBeUndefined();
  });

  it('has no secret in it', () => {
    const text = 'Open ?token=0123456789abcdef0123456789abcdef';
    expect(actionOf({ origin: { action: { ...action, text } } })?.text).not.toContain('0123456789abcdef');
  });

  it('stays with the record when its event comes', () => {
    const journal = newJournal();
    journal.called({ ...call('c1'), at: 350, origin: { action } }, place);
    const [record] = journal.emitted(emitted('c1', event('m1')), place);
    expect(record?.call?.action).toEqual(action);
  });
});

describe('the two views of one request', () => {
  const bySdk = { transport: 'fetch', end: { status: 'open' } } as const;

  it('the two views of one request are one request, with the page’s way and DevTools’ status, time and response', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1')), place);
    journal.sending(batch('page', [event('m1')], bySdk), place);
    journal.finished(batch('devtools', [event('m1')], { at: 5 }));
    const [record] = journal.responded('devtools', 'SUCCESS');
    expect(record?.requests).toMatchObject([
      { id: 'page', transport: 'fetch', end: respondedWith(200), responseText: 'SUCCESS' },
    ]);
  });

  it('the two views of one request are two requests where the body differs', () => {
    const journal = newJournal();
    journal.sending(batch('page', [event('m1')], bySdk), place);
    const [record] = journal.finished(batch('devtools', [event('m1')], { bodyKey: 'other' }));
    expect(record?.requests.map(({ id }) => id)).toEqual(['page', 'devtools']);
  });

  it('pair each try of a retried batch with its own', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1')), place);
    journal.sending(batch('p1', [event('m1')], { ...bySdk, at: 1_000 }), place);
    journal.finished(batch('d1', [event('m1')], { at: 1_001, end: respondedWith(500) }));
    journal.sending(batch('p2', [event('m1')], { ...bySdk, at: 2_000 }), place);
    const [record] = journal.finished(batch('d2', [event('m1')], { at: 2_001 }));
    expect(record?.requests).toMatchObject([
      { id: 'p1', end: respondedWith(500) },
      { id: 'p2', end: respondedWith(200) },
    ]);
  });

  it('the two views of one request are one request over a redirect, with the response of the last hop', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1')), place);
    journal.sending(batch('page', [event('m1')], bySdk), place);
    const url = 'http://localhost/v2/telemetry';
    journal.finished(batch('d1', [event('m1')], { redirectUrl: url, end: respondedWith(307) }));
    journal.finished(batch('d2', [event('m1')], { url, at: 7 }));
    const [record] = journal.responded('d2', 'SUCCESS');
    expect(record?.requests).toMatchObject([
      { id: 'page', end: { status: 'responded', httpStatus: 200 }, responseText: 'SUCCESS' },
    ]);
  });

  it('put the retry of a service worker after the try that failed, whichever DevTools reports first', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1')), place);
    journal.sending(batch('page', [event('m1')], bySdk), place);
    journal.finished(batch('d1', [event('m1')], { at: 30 }));
    journal.responded('d1', 'SUCCESS');
    journal.finished(batch('d2', [event('m1')], { at: 5, end: respondedWith(500) }));
    const [record] = journal.responded('d2', 'ERROR');
    expect(record?.requests).toMatchObject([
      { id: 'page', at: 3, end: respondedWith(500), responseText: 'ERROR' },
      { id: 'd1', at: 30, end: respondedWith(200), responseText: 'SUCCESS' },
    ]);
  });

  it('pair each request of a burst that DevTools reports long after the page', () => {
    const journal = newJournal();
    const burst = Array.from({ length: 10_000 }, (_, index) => [event(`m${index}`)]);
    for (const [index, events] of burst.entries()) journal.sending(batch(`p${index}`, events, bySdk), place);
    const records = burst.flatMap((events, index) => journal.finished(batch(`d${index}`, events)));
    expect(records.map(({ requests }) => requests.map(({ id }) => id))).toEqual(burst.map((_, index) => [`p${index}`]));
  });

  it('the two views of one request keep the page’s status if DevTools sees no response', () => {
    const journal = newJournal();
    journal.sending(batch('page', [event('m1')], bySdk), place);
    journal.ended('page', { status: 'responded', httpStatus: 200 }, 9);
    const [record] = journal.finished(
      batch('d', [event('m1')], { end: { status: 'failed', message: '', durationMs: 1 } }),
    );
    expect(record?.requests[0]?.end).toEqual({ status: 'responded', httpStatus: 200, durationMs: 6 });
  });

  it('take an end that is reported before the gzip body was read', () => {
    const journal = newJournal();
    journal.ended('page', { status: 'responded', httpStatus: 200 }, 9);
    const [record] = journal.sending(batch('page', [event('m1')], bySdk), place);
    expect(record?.requests[0]?.end).toEqual({ status: 'responded', httpStatus: 200, durationMs: 6 });
  });
});

describe('a batch that goes out inside the call, before the event is emitted, as 2.x does at END', () => {
  const insideCall = () => {
    const journal = newJournal();
    journal.called(call('c1', 'end'), place);
    const sent = journal.sending(
      batch('r1', [event('m1', 'END')], { transport: 'fetch', end: { status: 'open' } }),
      place,
    );
    return { journal, sent };
  };

  it('a batch that goes out inside the call, before the event is emitted, as 2.x does at END is joined to the call', () => {
    const { sent } = insideCall();
    expect(sent).toMatchObject([
      { row: 1, call: { id: 'c1' }, event: { observedIn: 'request' }, requests: [{ id: 'r1' }] },
    ]);
  });

  it('is one row with the event that follows, and its secrets are listed once', () => {
    const { journal } = insideCall();
    const [record] = journal.emitted(emitted('c1', event('m1', 'END')), place);
    expect(record).toMatchObject({ row: 1, event: { observedIn: 'page' }, requests: [{ id: 'r1' }] });
    expect(journal.lastRow()).toBe(1);
  });

  it('a batch that goes out inside the call, before the event is emitted, as 2.x does at END is two rows where two equal calls share a mid', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    journal.emitted(emitted('c1', event('m1')), place);
    journal.settled('c1', returned, place);
    journal.called(call('c2'), place);
    journal.sending(batch('r1', [event('m1'), event('m1')], { transport: 'fetch' }), place);
    journal.emitted(emitted('c2', event('m1')), place);
    const [second] = journal.settled('c2', returned, place);
    expect(second).toMatchObject({ row: 2, event: { observedIn: 'page' }, requests: [{ copies: 1 }] });
    expect(journal.lastRow()).toBe(2);
  });

  it('takes its own event, the last of its kind, where the panel has not seen those before it', () => {
    const journal = newJournal();
    journal.called(call('c3'), place);
    journal.sending(
      batch('r1', [event('m1'), event('m2'), event('m3'), event('m4', 'END')], { transport: 'fetch' }),
      place,
    );
    const [own] = journal.emitted(emitted('c3', event('m3')), place);
    expect(own).toMatchObject({ row: 1, call: { id: 'c3' }, event: { json: { mid: 'm3' }, observedIn: 'page' } });
    expect(journal.lastRow()).toBe(4);
  });

  it('a batch that goes out inside the call, before the event is emitted, as 2.x does at END is not joined to a call of another kind', () => {
    const journal = newJournal();
    journal.called(call('c1', 'interact'), place);
    const [record] = journal.sending(batch('r1', [event('m1', 'END')]), place);
    expect(record).toMatchObject({ row: 2, call: null });
  });
});

describe('a call of 1.x whose page has a dispatcher of its own, so that no event is emitted', () => {
  const sdk = { global: '$t', generation: '1.x' } as const;
  const withEdata = (mid: string, edata: Json, eid = 'INTERACT'): Json => ({ eid, mid, edata });
  const silentCalls = (...args: readonly (readonly [string, Json])[]) => {
    const journal = newJournal();
    args.forEach(([method, data], index) => {
      journal.called({ ...call(`c${index + 1}`, method), sdk, args: [data] }, place);
      journal.settled(`c${index + 1}`, returned, place);
    });
    return journal;
  };

  it('is one row with the request that is sent later, matched by its events', () => {
    const journal = silentCalls(['interact', { id: 'a' }], ['interact', { id: 'b' }]);
    const [record] = journal.sending(batch('r1', [withEdata('m2', { id: 'b' })], { transport: 'beacon' }), place);
    expect(record).toMatchObject({
      row: 2,
      call: { id: 'c2' },
      event: { observedIn: 'request' },
      requests: [{ id: 'r1' }],
    });
    expect(journal.lastRow()).toBe(2);
  });

  it('a call of 1.x whose page has a dispatcher of its own, so that no event is emitted is taken once: the same data sent twice is the two calls, in order', () => {
    const journal = silentCalls(['interact', { id: 'a' }], ['interact', { id: 'a' }]);
    const events = [withEdata('m1', { id: 'a' }), withEdata('m2', { id: 'a' })];
    expect(journal.sending(batch('r1', events), place).map(({ row }) => row)).toEqual([1, 2]);
  });

  it('a call of 1.x whose page has a dispatcher of its own, so that no event is emitted is known in spite of what the SDK drops', () => {
    const journal = silentCalls(['feedback', { rating: 4, comments: 'good' }]);
    const [record] = journal.sending(batch('r1', [withEdata('m1', { rating: 4 }, 'FEEDBACK')]), place);
    expect(record).toMatchObject({ row: 1, changes: [{ type: 'dropped', path: ['edata', 'comments'] }] });
  });

  it('a call of 1.x whose page has a dispatcher of its own, so that no event is emitted is not taken for an event of another document, or of another kind', () => {
    const journal = silentCalls(['interact', { id: 'a' }]);
    const elsewhere = { ...place, documentKey: 'other' };
    expect(journal.sending(batch('r1', [withEdata('m1', { id: 'a' })]), elsewhere)[0]).toMatchObject({ row: 2 });
    expect(journal.sending(batch('r2', [withEdata('m2', { id: 'a' }, 'LOG')]), place)[0]).toMatchObject({ row: 3 });
  });
});

describe('DevTools ahead of the page', () => {
  it('a request that DevTools reported first is matched with the page’s request', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    journal.emitted(emitted('c1', event('m1')), place);
    journal.finished(batch('request-1', [event('m1')]));
    const [record] = journal.sending(
      batch('r1', [event('m1')], { transport: 'fetch', end: { status: 'open' } }),
      place,
    );
    expect(record).toMatchObject({ row: 1, requests: [{ id: 'r1', transport: 'fetch', end: respondedWith(200) }] });
    expect(journal.responded('request-1', 'yes')[0]?.requests).toMatchObject([{ id: 'r1', responseText: 'yes' }]);
  });

  it('a request that DevTools reported before the page’s calls is joined with the call of each of its events', () => {
    const journal = newJournal();
    journal.finished(batch('request-1', [event('m1'), event('m2')]));
    for (const [callId, mid] of [
      ['c1', 'm1'],
      ['c2', 'm2'],
    ] as const) {
      journal.called({ ...call(callId), emits: event(mid) }, place);
      journal.emitted(emitted(callId, event(mid)), place);
      journal.settled(callId, returned, place);
    }
    const records = journal.sending(batch('r1', [event('m1'), event('m2')], { transport: 'fetch' }), place);
    expect(
      records.map(({ row, call: its, event: seen, documentKey }) => [row, its?.id, seen?.observedIn, documentKey]),
    ).toEqual([
      [1, 'c1', 'page', 'doc'],
      [2, 'c2', 'page', 'doc'],
    ]);
    expect(records.map(journeyState)).toEqual(['accepted', 'accepted']);
    expect(journal.lastRow()).toBe(2);
  });

  it('an event that was known from DevTools alone gets its frame', () => {
    const journal = newJournal();
    journal.finished(batch('request-1', [event('m1')]));
    const [record] = journal.sending(batch('r1', [event('m1')], { transport: 'fetch' }), place);
    expect(record).toMatchObject({ row: 1, documentKey: 'doc', frame: place.frame });
  });
});

describe('what goes wrong on the way', () => {
  it('what goes wrong on the way is lost when the page unloads for good with the event still held', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    journal.emitted(emitted('c1', event('m1')), place);
    journal.left(false, place);
    expect(journal.closed('doc')).toMatchObject([{ row: 1, lost: true }]);
  });

  it('what goes wrong on the way is not lost when it was sent on the way out', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1')), place);
    journal.left(false, place);
    journal.sending(batch('page', [event('m1')], { transport: 'beacon', end: { status: 'open' } }), place);
    expect(journal.closed('doc')).toEqual([]);
  });

  it('what goes wrong on the way is not lost when the page is kept in the back/forward cache', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1')), place);
    journal.left(true, place);
    expect(journal.closed('doc')).toEqual([]);
  });

  it('what may have left in a body that could not be read is not seen, and what came after it is lost', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('a')), place);
    journal.unread('stream', 'page', place);
    journal.emitted(emitted(null, event('b')), place);
    journal.unread('blob', 'page', place);
    journal.read('blob', place);
    journal.left(false, place);
    expect(journal.closed('doc').map(journeyState)).toEqual(['unobserved', 'lost']);
  });

  it('what may have left in a body is lost when the body was read and did not carry it', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('a')), place);
    journal.unread('r', 'page', place);
    journal.sending(batch('r', [event('b')]), place);
    journal.left(false, place);
    expect(journal.closed('doc')).toMatchObject([{ row: 1, lost: true }]);
  });

  it('what a shared worker may still send is not seen, and is sent where a request carries it', () => {
    const journal = newJournal();
    journal.unread('worker', 'worker', place);
    journal.emitted(emitted(null, event('a')), place);
    journal.left(false, place);
    expect(journal.closed('doc').map(journeyState)).toEqual(['unobserved']);
    expect(journal.finished(batch('late', [event('a')])).map(journeyState)).toEqual(['accepted']);
  });

  it('what goes wrong on the way is lost also when the call still owed its event', () => {
    const journal = newJournal();
    journal.called({ ...call('c1', 'start'), hasDid: false }, place);
    journal.settled('c1', { status: 'pending', at: 2 }, place);
    journal.left(false, place);
    expect(journal.closed('doc')).toMatchObject([{ row: 1, lost: true }]);
  });

  it('what goes wrong on the way is an event that stands twice in one batch: one row, two copies', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1')), place);
    const changed = journal.finished(batch('r1', [event('m1'), event('m1')]));
    expect(changed.at(-1)).toMatchObject({ row: 1, requests: [{ copies: 2 }] });
  });

  it('what goes wrong on the way is 17 calls without a device id that leave as 17 END with one mid, each on its own row', () => {
    const journal = newJournal();
    for (const method of ['start', 'impression', 'end']) {
      journal.called({ ...call(method, method), ...without1xDid }, place);
      journal.settled(method, returned, place);
    }
    const rows = [1, 2, 3].map(() => journal.emitted(emitted(null, event('END:1', 'END')), place).at(-1));
    expect(rows.map((record) => [record?.row, record?.name])).toEqual([
      [1, 'start'],
      [2, 'impression'],
      [3, 'end'],
    ]);
  });

  it('what goes wrong on the way is a START that came out behind two others', () => {
    const journal = newJournal();
    journal.called({ ...call('c1', 'start'), hasDid: false }, place);
    journal.settled('c1', { status: 'pending', at: 2 }, place);
    journal.emitted(emitted(null, event('m1')), place);
    journal.emitted(emitted(null, event('m2')), place);
    const [record] = journal.emitted(emitted(null, event('m3', 'START')), place);
    expect(record).toMatchObject({ row: 1, event: { eventsEmittedBefore: 2 } });
  });

  it('what goes wrong on the way is an argument that was used again before it was sent', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    journal.emitted(emitted('c1', { eid: 'INTERACT', mid: 'm1', edata: { type: 'TOUCH' } }), place);
    const [record] = journal.finished(batch('r1', [{ eid: 'INTERACT', mid: 'm1', edata: { type: 'DRAG' } }]));
    expect(record?.changes).toEqual([{ type: 'rewritten', path: ['edata', 'type'], called: 'TOUCH', sent: 'DRAG' }]);
  });

  it('what goes wrong on the way is a context that a later event has from an earlier call', () => {
    const journal = newJournal();
    const context = { cdata: [{ type: 'Chapter', id: '1' }] };
    journal.called({ ...call('c1'), args: [{ type: 'TOUCH' }, { context }] }, place);
    journal.emitted(emitted('c1', { ...(event('m1') as object), edata: { type: 'TOUCH' }, context } as Json), place);
    journal.called(call('c2'), place);
    const later = { ...(event('m2') as object), edata: { type: 'TOUCH' }, context } as Json;
    const [record] = journal.emitted(emitted('c2', later), place);
    expect(record?.changes).toEqual([{ type: 'added', path: ['context', 'cdata'], sent: context.cdata, fromRow: 1 }]);
  });

  it('what goes wrong on the way is what the SDK said while it dropped the event', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    const message = { level: 'error', message: 'Invalid INTERACT Event: data should have id' };
    expect(journal.said('c1', message, place)).toMatchObject([{ row: 1, call: { consoleMessages: [message] } }]);
  });
});

describe('a journal that is taken up again', () => {
  it('joins what comes next to the rows of before, and numbers on', () => {
    const before = newJournal();
    before.called(call('c1'), place);
    before.emitted(emitted('c1', event('m1')), place);
    const [restored] = before.settled('c1', returned, place);
    const journal = newJournal();
    journal.restore(restored ? [restored] : []);
    const [record] = journal.sending(
      batch('r1', [event('m1')], { transport: 'fetch', end: { status: 'open' } }),
      place,
    );
    expect(record).toMatchObject({ row: 1, requests: [{ id: 'r1' }] });
    expect(journal.ended('r1', { status: 'responded', httpStatus: 200 }, 5)).toMatchObject([{ row: 1 }]);
    expect(journal.called(call('c2'), place)[0]?.row).toBe(2);
  });

  it('still knows what a document holds when that document unloads', () => {
    const before = newJournal();
    const [restored] = before.emitted(emitted(null, event('m1')), place);
    const journal = newJournal();
    journal.restore(restored ? [restored] : []);
    journal.left(false, place);
    expect(journal.closed('doc')).toMatchObject([{ row: 1, lost: true }]);
  });
});

describe('what is dispatched as an event and has no eid', () => {
  it.each([['text' as Json], [null], [{ mid: 'm1' }], [{ eid: 7, mid: 'm1' }]])(
    'what is dispatched as an event and has no eid is no row: %j',
    (json) => {
      const journal = newJournal();
      expect(journal.emitted(emitted(null, json), place)).toEqual([]);
      journal.left(false, place);
      expect(journal.closed('doc')).toEqual([]);
    },
  );

  it.each([[{ note: 'no mid' }], [{ mid: 'm1' }]])(
    'what is dispatched as an event and has no eid is one row where it is sent along: %j',
    (json) => {
      const journal = newJournal();
      journal.called({ ...call('c1'), ...without1xDid }, place);
      journal.settled('c1', returned, place);
      journal.emitted(emitted(null, json), place);
      const changed = journal.sending(batch('r1', [json, event('m2')]), place);
      journal.left(false, place);
      expect(journal.closed('doc')).toEqual([]);
      expect(changed.map(({ name, call: made }) => [name, made?.id])).toEqual([
        ['no eid', undefined],
        ['interact', 'c1'],
      ]);
    },
  );

  it('what is dispatched as an event and has no eid is no event of the call that it is dispatched in', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    journal.emitted(emitted('c1', { note: 'of a listener' }), place);
    const [record] = journal.emitted(emitted('c1', event('m1')), place);
    expect(record).toMatchObject({ row: 1, event: { json: event('m1') } });
  });
});

it('the correlator finds secrets in observations as they come, and joins and stores them without', () => {
  const token = `eyJhbGciOiJSUzI1NiJ9.eyJ${'a'.repeat(20)}.${'b'.repeat(20)}`;
  const journal = newJournal();
  const frame = { frameId: 0, url: `http://localhost/?access_token=${token}` };
  const here = { documentKey: 'doc', frame };
  const sent = { eid: 'INTERACT', mid: 'm1', edata: { password: 'word', type: token } };
  journal.called({ ...call('c1'), args: [{ password: 'word', type: token }] }, here);
  journal.said('c1', { level: 'info', message: token }, here);
  journal.emitted(emitted('c1', sent), here);
  journal.settled('c1', { status: 'threw', at: 3, message: token }, here);
  journal.sending(batch('r1', [sent], { url: `http://localhost/?password=word` }), here);
  journal.ended('r1', { status: 'failed', message: token }, 4);
  const [record, ...others] = journal.responded('r1', `got ${token}`);
  expect(others).toEqual([]);
  expect(record?.secrets?.map(({ foundIn, path }) => [foundIn, path.join('.')])).toEqual([
    ['call', 'data.password'],
    ['call', 'data.type'],
  ]);
  expect(record).toMatchObject({ row: 1, changes: [], requests: [{ carriedEvent: null, responseText: 'got •••' }] });
  expect(JSON.stringify(record)).not.toMatch(/eyJ|"word"|=word/);
});

describe('echoes', () => {
  const frame: ObservationSource = { documentKey: 'frame', frame: { frameId: 7, url: 'http://localhost/player' } };
  const other: ObservationSource = { documentKey: 'other', frame: { frameId: 8, url: 'http://localhost/player' } };
  const onDocument = { task: 1, name: 'TelemetryEvent', target: 0 };
  const onElement = { task: 1, name: 'telemetryEvent', target: 1 };
  const dispatched = (callId: string | null, json: Json, dispatch: typeof onDocument, at = 2) => ({
    ...emitted(callId, json),
    at,
    dispatch,
  });

  it.each([
    ['under the other name at an element', onDocument, onElement],
    ['under the first name at the document', onElement, onDocument],
    ['at another target', onDocument, { ...onDocument, target: 2 }],
    ['under the other name at the same target', onDocument, { ...onElement, target: 0 }],
  ])('echoes join the row of the event: %s', (_, first, second) => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    journal.emitted(dispatched('c1', event('m1'), first), place);
    expect(journal.emitted(dispatched('c1', event('m1'), second), place)).toEqual([]);
    journal.settled('c1', returned, place);
    expect([journal.lastRow(), journal.finished(batch('r1', [event('m1')])).length]).toEqual([1, 1]);
  });

  it.each([
    ['the same name at the same target', onDocument, event('m1')],
    ['another task', { ...onElement, task: 2 }, event('m1')],
    ['other content', onElement, { ...(event('m1') as object), edata: { id: 'other' } } as Json],
  ])('echoes are not %s', (_, second, json) => {
    const journal = newJournal();
    journal.emitted(dispatched(null, event('m1'), onDocument), place);
    journal.emitted(dispatched(null, json, second), place);
    expect(journal.lastRow()).toBe(2);
  });

  it('echoes are not what an SDK call of its own emits', () => {
    const journal = newJournal();
    journal.emitted(dispatched(null, event('m1'), onElement), place);
    journal.called(call('c1'), place);
    expect(journal.emitted(dispatched('c1', event('m1'), onDocument), place)).toMatchObject([
      { row: 2, call: { id: 'c1' } },
    ]);
  });

  it('echoes of two equal events join one each', () => {
    const journal = newJournal();
    for (const place1 of [onDocument, onDocument, onElement, onElement])
      journal.emitted(dispatched(null, event('m1'), place1), place);
    expect(journal.lastRow()).toBe(2);
  });

  it('echoes of a frame join its row, whichever is reported first', () => {
    const frameFirst = newJournal();
    frameFirst.called(call('c1'), frame);
    frameFirst.emitted(dispatched('c1', event('m1'), onDocument), frame);
    frameFirst.emitted(dispatched(null, event('m1'), { ...onElement, task: 9 }, 20), place);
    expect(frameFirst.lastRow()).toBe(1);

    const pageFirst = newJournal();
    pageFirst.emitted(dispatched(null, event('m1'), onElement), place);
    pageFirst.called({ ...call('c1'), emits: event('m1') }, frame);
    const [record] = pageFirst.emitted(dispatched('c1', event('m1'), onDocument), frame);
    expect(record).toMatchObject({ row: 1, documentKey: 'frame', call: { id: 'c1' } });
    expect(pageFirst.lastRow()).toBe(1);
  });

  it('echoes of a frame within a frame join its row, whichever is reported first', () => {
    const inner = newJournal();
    inner.called(call('c1'), frame);
    inner.emitted(dispatched('c1', event('m1'), onDocument), frame);
    inner.emitted(dispatched(null, event('m1'), onElement, 20), other);
    inner.emitted(dispatched(null, event('m1'), onElement, 30), place);
    expect(inner.lastRow()).toBe(1);

    const outer = newJournal();
    outer.emitted(dispatched(null, event('m1'), onElement), other);
    outer.called({ ...call('c1'), emits: event('m1') }, frame);
    expect(outer.emitted(dispatched('c1', event('m1'), onDocument), frame)).toMatchObject([{ row: 1 }]);
    expect(outer.lastRow()).toBe(1);
  });

  it('echoes are not the equal events of two frames', () => {
    const journal = newJournal();
    journal.emitted(dispatched(null, event('m1'), onDocument), frame);
    journal.emitted(dispatched(null, event('m1'), onDocument), other);
    expect(journal.lastRow()).toBe(2);
  });
});

describe('calls that are handed on', () => {
  const ofStub = { sdk: { global: '$t', generation: 'unknown' } } as const;
  const stateOf = (record: Parameters<typeof journeyState>[0] | undefined) => record && journeyState(record);

  it('a call of a stub is not seen, until the SDK replays it: then it is one row', () => {
    const journal = newJournal();
    journal.called({ ...call('c1'), ...ofStub }, place);
    expect(stateOf(journal.settled('c1', returned, place)[0])).toBe('unobserved');
    expect(journal.called({ ...call('c2'), at: 50 }, place)).toMatchObject([
      { row: 1, at: 1, sdk: { generation: '2.x' } },
    ]);
    expect(stateOf(journal.emitted(emitted('c2', event('m1')), place)[0])).toBe('waiting');
    expect(journal.lastRow()).toBe(1);
  });

  it('a call of an asynchronous wrapper is one row with the call that it makes later', () => {
    const journal = newJournal();
    journal.called({ ...call('c1'), ...ofStub }, place);
    journal.settled('c1', { status: 'pending', at: 1 }, place);
    journal.called(call('c2'), place);
    journal.emitted(emitted('c2', event('m1')), place);
    const [record] = journal.settled('c2', returned, place);
    expect(journal.settled('c1', returned, place)).toEqual([]);
    expect([journal.lastRow(), stateOf(record)]).toEqual([1, 'waiting']);
  });

  it('equal calls of one SDK are calls of their own', () => {
    const journal = newJournal();
    for (const id of ['c1', 'c2']) {
      journal.called({ ...call(id), ...ofStub }, place);
      journal.settled(id, returned, place);
    }
    expect(journal.lastRow()).toBe(2);
  });

  it('a call that a dispatcher or a wrapper took is not seen, and joins the event that comes later', () => {
    const journal = newJournal();
    journal.called({ ...call('c1'), hasDispatcher: true }, place);
    expect(stateOf(journal.settled('c1', returned, place)[0])).toBe('unobserved');
    const seen = { eid: 'INTERACT', mid: 'm1', edata: { type: 'TOUCH' } };
    expect(journal.emitted(emitted(null, seen), place)).toMatchObject([{ row: 1, call: { id: 'c1' } }]);
  });

  it('a call whose dispatcher passes the event to the page around the frame joins the request of the page', () => {
    const inFrame: ObservationSource = { documentKey: 'frame', frame: { frameId: 7, url: 'http://localhost/player' } };
    const sent = { eid: 'INTERACT', mid: 'm1', edata: { type: 'TOUCH' } };
    for (const bring of ['sending', 'emitted'] as const) {
      const journal = newJournal();
      journal.called({ ...call('c1'), hasDispatcher: true }, inFrame);
      journal.settled('c1', returned, inFrame);
      const [record] =
        bring === 'sending' ? journal.sending(batch('r1', [sent]), place) : journal.emitted(emitted(null, sent), place);
      expect(record).toMatchObject({ row: 1, documentKey: 'frame', call: { id: 'c1' } });
      journal.sending(batch('r2', [{ ...sent, mid: 'm2' }]), place);
      expect(journal.lastRow()).toBe(2);
    }
  });

  it('a call of a known SDK is never joined with what another document sends', () => {
    const inFrame: ObservationSource = { documentKey: 'frame', frame: { frameId: 7, url: 'http://localhost/player' } };
    const journal = newJournal();
    journal.called(call('c1'), inFrame);
    journal.settled('c1', returned, inFrame);
    journal.sending(batch('r1', [{ eid: 'INTERACT', mid: 'm1', edata: { type: 'TOUCH' } }]), place);
    expect(journal.lastRow()).toBe(2);
  });

  it('a call that returned a promise is not seen, as only a wrapper returns one', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    journal.settled('c1', { status: 'pending', at: 1 }, place);
    expect(stateOf(journal.settled('c1', returned, place)[0])).toBe('unobserved');
  });

  it('what the SDK itself says it dropped is dropped, whoever called', () => {
    const journal = newJournal();
    journal.called({ ...call('c1'), ...ofStub }, place);
    journal.said('c1', { level: 'error', message: 'Invalid INTERACT Event: data should have id' }, place);
    expect(stateOf(journal.settled('c1', returned, place)[0])).toBe('dropped');
  });
});

describe('documents that do not come back', () => {
  const sourceOf = (documentKey: string): ObservationSource => ({ ...place, documentKey });

  it('of more cached documents than are remembered, the first has expired', () => {
    const journal = newJournal();
    const changed = Array.from({ length: 201 }, (_, index) => {
      journal.emitted(emitted(null, event(`m${index}`)), sourceOf(`doc${index}`));
      journal.left(true, sourceOf(`doc${index}`));
      return journal.closed(`doc${index}`);
    });
    expect(changed.slice(0, 200).flat()).toEqual([]);
    expect(changed[200]).toMatchObject([{ row: 1, lost: true, lossReason: 'cache-expired' }]);
  });

  it('what may have left in a request that could not be read is not seen, and waiting where the document comes back', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1')), place);
    journal.unread('r1', 'page', place);
    journal.emitted(emitted(null, event('m2')), place);
    journal.left(true, place);
    journal.closed(place.documentKey);
    expect(journal.expired(place.documentKey, 'cache-expired').map(journeyState)).toEqual(['unobserved', 'lost']);
    expect(journal.expired(place.documentKey, 'ended')).toEqual([]);
    expect(journal.reopened(place.documentKey).map(journeyState)).toEqual(['waiting', 'waiting']);
  });
});
