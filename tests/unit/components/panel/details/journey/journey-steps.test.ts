import { describe, expect, it } from 'vitest';
import { journeySteps, misleadingResponseText } from '#components/panel/details/journey/journey-steps.ts';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const labels = (record: Parameters<typeof journeySteps>[0]) => journeySteps(record).map(({ label }) => label);

it('the four steps of a journey have times, and gaps between the times', () => {
  const steps = journeySteps(recordOf(1, { requests: [requestOf()] }));
  expect(steps).toEqual([
    { label: 'Called', at: 1000, status: 'reached', gapToNextMs: 1 },
    { label: 'Emitted', at: 1001, status: 'reached', gapToNextMs: 6999 },
    { label: 'Sent', at: 8000, status: 'reached', gapToNextMs: 38 },
    { label: 'Accepted (200)', at: 8038, status: 'reached', gapToNextMs: null },
  ]);
});

it('the four steps of a journey are in chronological order, also if the SDK sent the event before emitting it', () => {
  const sent = { at: 1000.5, end: { status: 'responded', httpStatus: 200, durationMs: 38 } } as const;
  const steps = journeySteps(recordOf(1, { requests: [requestOf(sent)] }));
  expect(steps.map(({ label, gapToNextMs }) => [label, gapToNextMs])).toEqual([
    ['Called', 0.5],
    ['Sent', 0.5],
    ['Emitted', 37.5],
    ['Accepted (200)', null],
  ]);
  const responded = { ...sent, end: { ...sent.end, durationMs: 0.25 } };
  expect(labels(recordOf(1, { requests: [requestOf(responded)] }))).toEqual([
    'Called',
    'Sent',
    'Accepted (200)',
    'Emitted',
  ]);
});

it.each([
  ['waiting', recordOf(1), ['Called', 'Emitted', 'Waiting', 'No response yet']],
  ['dropped', recordOf(1, { event: null }), ['Called', 'Dropped', 'Not sent', 'No response yet']],
  [
    'still being called',
    recordOf(1, { event: null, call: callOf({ outcome: { status: 'running' } }) }),
    ['Called', 'Not emitted', 'Not sent', 'No response yet'],
  ],
  ['lost', recordOf(1, { lost: true }), ['Called', 'Emitted', 'Lost', 'No response yet']],
  [
    'threw',
    recordOf(1, { event: null, call: callOf({ outcome: { status: 'threw', at: 1001, message: 'Invalid' } }) }),
    ['Called', 'Threw', 'Not sent', 'No response yet'],
  ],
  ['only an event', recordOf(1, { call: null }), ['Call not captured', 'Emitted', 'Waiting', 'No response yet']],
  [
    'only a request',
    recordOf(1, { call: null, event: null, requests: [requestOf()] }),
    ['Call not captured', 'Event not captured', 'Sent', 'Accepted (200)'],
  ],
  [
    'rejected',
    recordOf(1, { requests: [requestOf({ end: { status: 'responded', httpStatus: 400, durationMs: 1 } })] }),
    ['Called', 'Emitted', 'Sent', 'Rejected (400)'],
  ],
  [
    'failed',
    recordOf(1, { requests: [requestOf({ end: { status: 'failed', message: 'net', durationMs: 1 } })] }),
    ['Called', 'Emitted', 'Sent', 'No response'],
  ],
  [
    'sent as a beacon',
    recordOf(1, { event: eventOf(), requests: [requestOf({ end: { status: 'queued' } })] }),
    ['Called', 'Emitted', 'Sent', 'Response not visible'],
  ],
])('the labels of the four steps of a journey depend on the state of the event: %s', (_, record, expected) => {
  expect(labels(record)).toEqual(expected);
});

describe('a misleading response', () => {
  it('a response is misleading if it is a 200 to an invalid event', () => {
    const requests = [requestOf()];
    expect(misleadingResponseText(recordOf(1, { verdict: 'invalid', requests }))).toMatch(
      /^Accepted \(200\), not validated yet\. /,
    );
    expect(misleadingResponseText(recordOf(1, { requests }))).toBeNull();
    expect(misleadingResponseText(recordOf(1, { verdict: 'invalid' }))).toBeNull();
  });
});
