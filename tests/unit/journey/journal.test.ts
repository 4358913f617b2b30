import { describe, expect, it } from 'vitest';
import { createJournal, type SeenCall, type SightingPlace } from '../../../lib/journey/journal';
import { journeyState } from '../../../lib/journey/state';
import type { Json } from '../../../lib/json';
import type { Verdict } from '../../../lib/telemetry/findings';
import { isEventKind } from '../../../lib/telemetry/kinds';

const place: SightingPlace = { documentKey: 'doc', frame: { frameId: 0, url: 'http://localhost/lesson' } };

/** Valid whatever it is, with one envelope notice on events so that joined findings can be told. */
function judge(name: string, ruleSet: 'definition' | 'envelope'): Verdict {
  const kind = name.toLowerCase();
  if (!isEventKind(kind)) return { verdict: 'unknown', kind: null, findings: [] };
  const finding = { ruleSet, severity: 'notice', code: 'missing', path: [ruleSet], message: ruleSet } as const;
  return { verdict: 'valid', kind, findings: [finding] };
}

function newJournal() {
  return createJournal({
    validateCall: (method) => judge(method, 'definition'),
    validateEvent: (event) => judge((event as { eid: string }).eid, 'envelope'),
    headlineOfCall: (method) => method,
    headlineOfEvent: () => 'event',
  });
}

const call = (callId: string, method = 'interact'): SeenCall => ({
  callId,
  method,
  args: [{ type: 'TOUCH' }],
  cuts: [],
  at: 1,
  sdk: { global: '$t', generation: '2.x' },
  firedBy: null,
});
const event = (mid: string, eid = 'INTERACT'): Json => ({ eid, mid, edata: {} });
const emitted = (callId: string | null, json: Json) => ({ callId, event: json, cuts: [], at: 2 });
const request = (id: string, events: readonly Json[], status = 200) => ({
  id,
  url: 'http://localhost/v1/telemetry',
  method: 'POST',
  at: 3,
  durationMs: 4,
  status,
  answer: null,
  bodyBytes: 10,
  events,
});

describe('one record per event', () => {
  it('joins call, event and request into one row', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    journal.emitted(emitted('c1', event('m1')), place);
    journal.settled('c1', { status: 'returned', at: 2 }, place);
    const [record] = journal.requested(request('r1', [event('m1')]));
    expect(record).toMatchObject({ row: 1, call: { outcome: { status: 'returned' } }, event: { seenIn: 'page' } });
    expect(record?.requests).toMatchObject([{ id: 'r1', batchSize: 1, indexInBatch: 0 }]);
    expect(record && journeyState(record)).toBe('answered');
    expect(journal.lastRow()).toBe(1);
  });

  it('says what the definitions say of the call and the envelope rules of the event, each once', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    const [record] = journal.emitted(emitted('c1', event('m1')), place);
    expect(record?.findings.map(({ ruleSet }) => ruleSet)).toEqual(['definition', 'envelope']);
  });

  it('gives an event without a call a row of its own', () => {
    const journal = newJournal();
    const [record] = journal.emitted(emitted(null, event('m1')), place);
    expect(record).toMatchObject({ row: 1, call: null, kind: 'interact' });
  });

  it('gives a second event inside one call a row of its own', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    journal.emitted(emitted('c1', event('m1')), place);
    const [second] = journal.emitted(emitted('c1', event('m2')), place);
    expect(second).toMatchObject({ row: 2, call: null });
  });

  it('gives an event that was seen only in a request a row, and says so', () => {
    const journal = newJournal();
    const [record] = journal.requested(request('r1', [event('m1')]));
    expect(record).toMatchObject({ row: 1, call: null, event: { seenIn: 'request' } });
  });

  it('joins the asynchronous start of 2.x with the START that follows it', () => {
    const journal = newJournal();
    journal.called(call('c1', 'start'), place);
    journal.settled('c1', { status: 'returned', at: 2 }, place);
    const [record] = journal.emitted(emitted(null, event('m1', 'START')), place);
    expect(record).toMatchObject({ row: 1, name: 'start', event: { at: 2 } });
  });

  it('keeps equal call ids of two documents apart', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    const [other] = journal.emitted(emitted('c1', event('m1')), { ...place, documentKey: 'frame' });
    expect(other).toMatchObject({ row: 2, call: null });
  });

  it('takes a retry as a further request of the same row', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1')), place);
    journal.requested(request('r1', [event('m1')], 500));
    const [record] = journal.requested(request('r2', [event('m1')], 200));
    expect(record?.row).toBe(1);
    expect(record?.requests.map(({ status }) => status)).toEqual([500, 200]);
  });

  it('gives two events that share a mid one request each', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1')), place);
    journal.emitted(emitted(null, event('m1')), place);
    const records = journal.requested(request('r1', [event('m1'), event('m1')]));
    expect(records.map(({ row }) => row)).toEqual([1, 2]);
  });

  it('does not join events of different kinds that share a mid', () => {
    const journal = newJournal();
    journal.emitted(emitted(null, event('m1', 'START')), place);
    const [record] = journal.requested(request('r1', [event('m1', 'END')]));
    expect(record?.row).toBe(2);
  });

  it('marks what the panel fired', () => {
    const [record] = newJournal().called({ ...call('c1'), firedBy: 'q1' }, place);
    expect(record?.firedBy).toEqual({ from: 'panel', requestId: 'q1' });
  });

  it('never gives a row number twice, also after it was cleared', () => {
    const journal = newJournal();
    journal.called(call('c1'), place);
    journal.clear();
    expect(journal.settled('c1', { status: 'returned', at: 2 }, place)).toEqual([]);
    expect(journal.called(call('c2'), place)[0]?.row).toBe(2);
  });
});

describe('how far an event got', () => {
  const base = { call: null, event: null, requests: [] };
  it.each([
    ['called', { ...base, call: { ...call('c'), id: 'c', outcome: { status: 'running' } as const } }],
    ['threw', { ...base, call: { ...call('c'), id: 'c', outcome: { status: 'threw', at: 1, message: 'x' } as const } }],
    ['emitted', { ...base, event: { seenIn: 'page' as const, json: {}, cuts: [], at: 1 } }],
    ['answered', { ...base, requests: [{ ...request('r', []), batchSize: 1, indexInBatch: 0 }] }],
    ['refused', { ...base, requests: [{ ...request('r', [], 500), batchSize: 1, indexInBatch: 0 }] }],
    ['failed', { ...base, requests: [{ ...request('r', [], 0), batchSize: 1, indexInBatch: 0 }] }],
  ])('is %s', (state, record) => {
    expect(journeyState(record)).toBe(state);
  });
});
