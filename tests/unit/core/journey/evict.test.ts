import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { CallObservation, ObservedBatch } from '#core/journey/correlator/observations';
import { createEventCorrelator, type EventCorrelator } from '#core/journey/event-correlator';
import { journeyState } from '#core/journey/journey-state';
import type { TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { noGuard } from '#tests/fixtures/no-guard';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const source = { documentKey: 'doc', frame: { frameId: 0, url: 'http://localhost/lesson' } };

const newCorrelator = () => createEventCorrelator(noGuard);

const call = (callId: string, overrides: Partial<CallObservation> = {}): CallObservation => ({
  callId,
  method: 'interact',
  args: [{ id: callId }],
  truncations: [],
  at: 1,
  batchSize: 20,
  hasDid: true,
  sdk: { global: '$t', generation: '2.x' },
  firedBy: null,
  ...overrides,
});
const event = (mid: string, overrides: { readonly [key: string]: Json } = {}): Json => ({
  eid: 'INTERACT',
  ets: 1,
  mid,
  edata: { id: mid },
  ...overrides,
});
const batch = (id: string, events: readonly Json[], overrides: Partial<ObservedBatch> = {}): ObservedBatch => ({
  id,
  transport: 'fetch',
  url: 'http://localhost/v1/telemetry',
  method: 'POST',
  at: 3,
  end: { status: 'open' },
  bodyBytes: 10,
  bodyKey: JSON.stringify(events),
  events,
  ...overrides,
});
const returned = { status: 'returned', at: 2 } as const;
const pending = { status: 'pending', at: 2 } as const;
const emitted = (callId: string | null, json: Json) => ({ callId, event: json, truncations: [], at: 2 });
const accepted = { status: 'responded', httpStatus: 200, durationMs: 4 } as const;

type Step = (correlator: EventCorrelator) => readonly TelemetryRecord[];
type Sequence = readonly Step[];
const addCall = (callId: string, overrides: Partial<CallObservation> = {}): Step => {
  return (correlator) => correlator.addCall(call(callId, overrides), source);
};
const settleCall = (callId: string, outcome: typeof returned | typeof pending = returned): Step => {
  return (correlator) => correlator.setCallOutcome(callId, outcome, source);
};
const emitEvent = (callId: string | null, json: Json): Step => {
  return (correlator) => correlator.addEvent(emitted(callId, json), source);
};
const sendBatch = (id: string, json: Json): Step => {
  return (correlator) => correlator.addRequest(batch(id, [json]), source);
};
const endRequest = (id: string, httpStatus = 200): Step => {
  return (correlator) => correlator.endRequest(id, { status: 'responded', httpStatus }, 9);
};
const reportInDevtools = (id: string, json: Json): Step => {
  return (correlator) => correlator.addDevtoolsRequest(batch(id, [json], { transport: 'unknown', end: accepted }));
};

const m1 = event('m1');
const sdk1WithoutDid = { hasDid: false, sdk: { global: '$t', generation: '1.x' } } as const;
const ofSdk1 = { sdk: { global: '$t', generation: '1.x' } } as const;
/** The observations of one event, for each way in which an SDK sends an event. */
const sequences: Readonly<Record<string, Sequence>> = {
  'a call that emits at once': [
    addCall('m1'),
    emitEvent('m1', m1),
    settleCall('m1'),
    sendBatch('r1', m1),
    endRequest('r1'),
    reportInDevtools('d1', m1),
    (correlator) => correlator.addResponse('d1', 'SUCCESS'),
  ],
  'a call whose batch is sent before its event is emitted': [
    addCall('m1'),
    sendBatch('r1', m1),
    emitEvent('m1', m1),
    settleCall('m1'),
    reportInDevtools('d1', m1),
  ],
  'a start that waits for a promise': [
    addCall('m1'),
    settleCall('m1', pending),
    emitEvent(null, m1),
    settleCall('m1'),
    sendBatch('r1', m1),
    endRequest('r1'),
  ],
  'a call of SDK 1.x that waits for a device id': [
    addCall('m1', sdk1WithoutDid),
    settleCall('m1'),
    emitEvent(null, m1),
    sendBatch('r1', m1),
  ],
  'a call of SDK 1.x with a custom dispatcher': [
    addCall('m1', ofSdk1),
    settleCall('m1'),
    sendBatch('r1', m1),
    endRequest('r1'),
  ],
  'a batch that is rejected and retried': [
    addCall('m1'),
    emitEvent('m1', m1),
    settleCall('m1'),
    sendBatch('r1', m1),
    endRequest('r1', 500),
    reportInDevtools('d1', m1),
    sendBatch('r2', m1),
    reportInDevtools('d2', m1),
  ],
  'a page that is in the back/forward cache': [
    addCall('m1'),
    emitEvent('m1', m1),
    settleCall('m1'),
    (correlator) => correlator.hideDocument(true, source),
    (correlator) => correlator.closeDocument('doc'),
    sendBatch('r1', m1),
    endRequest('r1'),
    reportInDevtools('d1', m1),
  ],
  'a page that unloads': [
    addCall('m1'),
    emitEvent('m1', m1),
    settleCall('m1'),
    (correlator) => correlator.hideDocument(false, source),
    sendBatch('r1', m1),
    (correlator) => correlator.closeDocument('doc'),
    reportInDevtools('d1', m1),
  ],
};

/** Number of steps until page and DevTools have reported the end of the request, whose later reports are dropped. */
const stepsUntilEnd: Readonly<Record<string, number>> = {
  'a call that emits at once': 6,
  'a batch that is rejected and retried': 6,
};

describe('eviction of unfinished events', () => {
  for (const [name, steps] of Object.entries(sequences)) {
    for (const isUndoable of [true, false]) {
      it(`the later reports of an evicted event add no row: ${name}, ${isUndoable ? 'with undo' : 'without undo'}`, () => {
        for (let evictAfter = 1; evictAfter < steps.length; evictAfter += 1) {
          const correlator = newCorrelator();
          for (const step of steps.slice(0, evictAfter)) step(correlator);
          expect(correlator.lastRow()).toBe(1);
          correlator.evict(1, isUndoable);
          for (const step of steps.slice(evictAfter)) step(correlator);
          expect(correlator.lastRow(), `evicted after step ${evictAfter}`).toBe(1);
        }
      });
    }

    it(`an event that is evicted and restored has the same record as without the eviction: ${name}`, () => {
      const withoutEviction = newCorrelator();
      const last = steps.flatMap((step) => step(withoutEviction)).at(-1);
      for (let evictAfter = 1; evictAfter < (stepsUntilEnd[name] ?? steps.length); evictAfter += 1) {
        const correlator = newCorrelator();
        const records = new Map<number, TelemetryRecord>();
        const run = (steps: Sequence): void => {
          for (const record of steps.flatMap((step) => step(correlator))) records.set(record.row, record);
        };
        run(steps.slice(0, evictAfter));
        correlator.evict(1, true);
        run(steps.slice(evictAfter, evictAfter + 1));
        correlator.restore([...records.values()]);
        run(steps.slice(evictAfter + 1));
        expect(records.get(1), `evicted after step ${evictAfter}`).toEqual(last);
      }
    });
  }
});

it('a new event with the mid of an evicted event has its own row', () => {
  const correlator = newCorrelator();
  for (const step of sequences['a call that emits at once'] ?? []) step(correlator);
  correlator.evict(1, false);
  sendBatch('r2', event('m1', { ets: 2 }))(correlator);
  expect(correlator.lastRow()).toBe(2);
});

it('row numbers continue after an eviction', () => {
  const correlator = newCorrelator();
  addCall('m1')(correlator);
  correlator.evict(1, false);
  expect(addCall('m2')(correlator)[0]?.row).toBe(2);
});

it('a restored event that the SDK still queues is lost when the page unloads', () => {
  const correlator = newCorrelator();
  const [record] = emitEvent(null, m1)(correlator);
  correlator.evict(1, true);
  if (record) correlator.restore([record]);
  correlator.hideDocument(false, source);
  expect(correlator.closeDocument('doc').map(journeyState)).toEqual(['lost']);
});

it('at most 2,000 records or 2 MB of a page’s queued events remain after an eviction', () => {
  const correlator = newCorrelator();
  for (let index = 0; index < 5_000; index += 1) emitEvent(null, event(`m${index}`))(correlator);
  correlator.evict(5_000, false);
  correlator.hideDocument(false, source);
  expect(correlator.closeDocument('doc')).toHaveLength(2_000);
  for (let index = 0; index < 50; index += 1) {
    const large = event(`large${index}`, { edata: { text: 'x'.repeat(100_000) } });
    correlator.addEvent(emitted(null, large), { ...source, documentKey: 'other' });
  }
  correlator.evict(5_050, false);
  correlator.hideDocument(false, { ...source, documentKey: 'other' });
  expect(correlator.closeDocument('other')).toHaveLength(19);
});

describe('memory', () => {
  /** Observes `count` events of one document until their requests end. Returns weak references to their records. */
  const observeEvents = (
    correlator: EventCorrelator,
    documentKey: string,
    count: number,
  ): readonly WeakRef<TelemetryRecord>[] => {
    const refs: WeakRef<TelemetryRecord>[] = [];
    const documentSource = { ...source, documentKey };
    for (let index = 0; index < count; index += 1) {
      const id = `${documentKey}-${index}`;
      const json = event(id, { context: { sid: id } });
      const results = [
        correlator.addCall(call(id, { args: [{ id }, { context: { sid: id } }] }), documentSource),
        correlator.addEvent(emitted(id, json), documentSource),
        correlator.setCallOutcome(id, returned, documentSource),
        correlator.addRequest(batch(`p${id}`, [json]), documentSource),
        correlator.endRequest(`p${id}`, { status: 'responded', httpStatus: 200 }, 9),
        correlator.addDevtoolsRequest(batch(`d${id}`, [json], { transport: 'unknown', end: accepted })),
        correlator.addResponse(`d${id}`, 'SUCCESS'),
      ];
      for (const record of results.flat()) refs.push(new WeakRef(record));
    }
    return refs;
  };
  const MAX_COLLECTIONS = 5;
  const countReachable = async (refs: readonly WeakRef<TelemetryRecord>[]): Promise<number> => {
    let reachable: number = refs.length;
    // The stack of a call that has just ended can refer to a record, so one garbage collection may miss the record.
    for (let collections = 0; reachable > 0 && collections < MAX_COLLECTIONS; collections += 1) {
      // A WeakRef keeps its target until the current task ends.
      await new Promise(setImmediate);
      collectGarbage();
      reachable = refs.filter((ref) => ref.deref() !== undefined).length;
    }
    return reachable;
  };

  it('the correlator frees the memory of evicted records', async () => {
    const correlator = newCorrelator();
    const refs = observeEvents(correlator, 'doc', 100);
    expect(await countReachable(refs)).toBeGreaterThanOrEqual(100);
    correlator.evict(100, true);
    expect(await countReachable(refs)).toBe(0);
    expect(correlator.lastRow()).toBe(100);
  });

  it('the correlator frees the memory of 20 unloaded documents that had queued events', async () => {
    const correlator = newCorrelator();
    const load = (documentKey: string): readonly WeakRef<TelemetryRecord>[] => {
      const refs = [...observeEvents(correlator, documentKey, 20)];
      const queued = correlator.addEvent(emitted(null, event(`queued ${documentKey}`)), { ...source, documentKey });
      for (const record of queued) refs.push(new WeakRef(record));
      correlator.hideDocument(false, { ...source, documentKey });
      correlator.closeDocument(documentKey);
      correlator.evict(correlator.lastRow(), false);
      return refs;
    };
    const refs = Array.from({ length: 20 }, (_, index) => load(`doc${index}`)).flat();
    expect(await countReachable(refs)).toBe(0);
  });
});
