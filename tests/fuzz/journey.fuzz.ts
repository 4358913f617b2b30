import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ObservationSource, ObservedBatch } from '#core/journey/correlator/observations';
import { createEventCorrelator, type EventCorrelator } from '#core/journey/event-correlator';
import { journeyState } from '#core/journey/journey-state';
import type { TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { secretGuard } from '#core/stream/secret-guard';
import { fuzzRuns } from './fuzz-runs';

const SOURCE: ObservationSource = { documentKey: 'document', frame: { frameId: 0, url: 'http://localhost/' } };

/** A call of the page. The SDK may drop it: then there is no event. */
interface PageCall {
  readonly isDropped: boolean;
}

/** Passes one report of the page or of DevTools to the correlator. */
type Step = (correlator: EventCorrelator) => readonly TelemetryRecord[];

interface Streams {
  readonly page: readonly Step[];
  readonly devtools: readonly Step[];
}

const eventOf = (index: number): Json => ({
  eid: 'LOG',
  mid: `LOG:${index}`,
  ets: index,
  edata: { message: `${index}` },
});

/** Returns the reports of both observers, for an SDK that sends within the call that fills its batch. */
function streamsOf(calls: readonly PageCall[], batchSize: number): Streams {
  const page: Step[] = [];
  const devtools: Step[] = [];
  let queue: Json[] = [];
  for (const [index, { isDropped }] of calls.entries()) {
    const callId = `call-${index}`;
    const event = eventOf(index);
    const steps: Step[] = [
      (correlator) =>
        correlator.addCall(
          {
            callId,
            method: 'log',
            args: [{ message: `${index}` }],
            truncations: [],
            at: index,
            batchSize,
            hasDid: true,
            sdk: { global: 'EkTelemetry', generation: '1.x' },
            firedBy: null,
            emits: isDropped ? undefined : event,
          },
          SOURCE,
        ),
    ];
    if (!isDropped) {
      queue.push(event);
      steps.push((correlator) => correlator.addEvent({ callId, event, truncations: [], at: index }, SOURCE));
    }
    if (queue.length === batchSize) {
      const sent = batchOf(`page-${index}`, queue);
      const devtoolsRequest = {
        ...sent,
        id: `devtools-${index}`,
        end: { status: 'responded', httpStatus: 200, durationMs: 1 },
      } as const;
      queue = [];
      steps.push((correlator) => correlator.addRequest(sent, SOURCE));
      devtools.push((correlator) => correlator.addDevtoolsRequest(devtoolsRequest));
    }
    steps.push((correlator) => correlator.setCallOutcome(callId, { status: 'returned', at: index }, SOURCE));
    // The hook sends all observations of a call in one report.
    page.push((correlator) => steps.flatMap((step) => step(correlator)));
  }
  return { page, devtools };
}

function batchOf(id: string, events: readonly Json[]): ObservedBatch {
  const bodyKey = JSON.stringify(events);
  const request = {
    transport: 'fetch',
    url: 'http://localhost/v1/telemetry',
    method: 'POST',
    end: { status: 'open' },
  } as const;
  return { ...request, id, at: 0, bodyBytes: bodyKey.length, bodyKey, events: [...events] };
}

/**
 * Correlates both streams.
 * Reports arrive in the order of their stream, and either stream may be ahead.
 */
function correlate({ page, devtools }: Streams, turns: readonly boolean[]): readonly TelemetryRecord[] {
  const correlator = createEventCorrelator(secretGuard);
  const records = new Map<number, TelemetryRecord>();
  const runSteps = (steps: readonly Step[]) => {
    for (const step of steps) for (const record of step(correlator)) records.set(record.row, record);
  };
  let [nextPageStep, nextDevtoolsStep] = [0, 0];
  for (const isPage of turns) {
    if (isPage) runSteps(page.slice(nextPageStep, ++nextPageStep));
    else runSteps(devtools.slice(nextDevtoolsStep, ++nextDevtoolsStep));
  }
  runSteps(page.slice(nextPageStep));
  runSteps(devtools.slice(nextDevtoolsStep));
  return [...records.values()];
}

test('each call has one row with its own event and request, in any order of the reports of page and DevTools', () => {
  const calls = fc.array(fc.record({ isDropped: fc.boolean() }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      calls,
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 24 }),
      (pageCalls, batchSize, turns) => {
        const records = correlate(streamsOf(pageCalls, batchSize), turns);
        const sent = pageCalls.filter(({ isDropped }) => !isDropped).length;
        const inFullBatches = sent - (sent % batchSize);
        let emitted = 0;
        const expected = pageCalls.map(({ isDropped }, index) => {
          if (!isDropped) emitted += 1;
          const isSent = !isDropped && emitted <= inFullBatches;
          return [`call-${index}`, isDropped ? null : eventOf(index), isSent ? 1 : 0];
        });
        const found = records
          .map(({ call, event, requests }) => [call?.id ?? null, event?.json ?? null, requests.length])
          .sort(([one], [other]) => String(one).localeCompare(String(other), 'en', { numeric: true }));
        expect(found).toEqual(expected);
        expect(records.filter((record) => journeyState(record) === 'accepted')).toHaveLength(inFullBatches);
      },
    ),
    { numRuns: fuzzRuns },
  );
});
