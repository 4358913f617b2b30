import { expect, it } from 'vitest';
import { journeyLabelsOf } from '#components/i18n/journey-labels.ts';
import { labelDiagnostics } from '#components/panel/details/journey/diagnostic-labels.ts';
import {
  formatAttemptTitle,
  formatBatch,
  formatWaiting,
  formatWaitingTitle,
} from '#components/panel/details/journey/journey-story.ts';
import { createCounter } from '#core/stream/counts';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const dropped = { type: 'dropped', path: ['edata', 'comments'], called: 'good' } as const;
const rejected = requestOf({ id: 'first', end: { status: 'responded', httpStatus: 500, durationMs: 1 } });

it.each([
  ['Accepted', recordOf(1, { requests: [requestOf()] })],
  ['Sent', recordOf(1, { requests: [requestOf({ end: { status: 'open' } })] })],
  ['Waiting', recordOf(1)],
  ['Lost', recordOf(1, { lost: true })],
  ['Lost', recordOf(1, { lost: true, changes: [dropped] })],
  ['Changed', recordOf(1, { changes: [dropped] })],
  [
    'Accepted',
    recordOf(1, { requests: [requestOf()], changes: [{ type: 'added', path: [], sent: 1, fromRow: null }] }),
  ],
  ['Duplicate', recordOf(1, { sharesMid: true, changes: [dropped] })],
  ['Duplicate', recordOf(1, { requests: [requestOf({ copies: 2 })] })],
  ['Threw', recordOf(1, { event: null, call: callOf({ outcome: { status: 'threw', at: 1, message: 'x' } }) })],
  ['Dropped', recordOf(1, { event: null })],
  ['Rejected', recordOf(1, { requests: [rejected], sharesMid: true })],
  ['Failed', recordOf(1, { requests: [requestOf({ end: { status: 'failed', message: '', durationMs: 1 } })] })],
])('the journey label of a row in the list is %s', (word, record) => {
  expect(journeyLabelsOf(record).label).toBe(word);
});

it('the sentence of a row states that the response of a beacon is not visible', () => {
  const beaconRecord = recordOf(1, { requests: [requestOf({ transport: 'beacon', end: { status: 'queued' } })] });
  expect(journeyLabelsOf(beaconRecord).sentence).toBe('Sent; response not visible');
});

it('the sentence of a row includes both the last step and the changes of an event', () => {
  expect(journeyLabelsOf(recordOf(1, { changes: [dropped], requests: [requestOf()] })).sentence).toBe(
    'Sent data differs from the call. Accepted (200), not validated yet',
  );
});

const rowNumbers = { numberOf: (row: number) => row };

it('the journey shows how many events of the batch size the SDK has queued', () => {
  expect(formatWaitingTitle(3, callOf())).toBe('Queued, 3 of 20');
  expect(formatWaiting(3, callOf())).toBe(
    'The SDK has 3 of 20 events in its queue. The queue is sent at 20 events, or with an END.',
  );
  expect(formatWaitingTitle(3, null)).toBe('Waiting');
});

it('the journey shows how a batch was sent, and that the batch contains the event twice', () => {
  expect(formatBatch(requestOf({ transport: 'beacon', copies: 2 }))).toBe(
    'Sent with sendBeacon. Batch of 4, 3.1 kB; event 3. The batch contains it 2 times.',
  );
  expect([formatAttemptTitle(1), formatAttemptTitle(2)]).toEqual(['Sent', 'Sent again, attempt 2']);
});

it('the journey shows each problem at the step that it belongs to', () => {
  const record = recordOf(1, { requests: [rejected, requestOf()], changes: [dropped] });
  expect(labelDiagnostics(record, rowNumbers).map(({ code, step, tone }) => [code, step, tone])).toEqual([
    ['retried', 'response', 'warning'],
    ['changed', 'emitted', 'warning'],
  ]);
  const changedInRequest = { ...record, requests: [requestOf({ carriedEvent: {} })] };
  expect(labelDiagnostics(changedInRequest, rowNumbers)).toMatchObject([{ code: 'changed', step: 'request' }]);
});

it('the counter counts an event that is both invalid and lost once, and counts waiting events per document', () => {
  const counter = createCounter();
  counter.add(recordOf(1, { verdict: 'invalid', lost: true }));
  counter.add(recordOf(2, { event: null }));
  const waiting = recordOf(3, { documentKey: 'other', event: eventOf() });
  counter.add(waiting);
  const counts = counter.snapshot();
  expect(counts).toMatchObject({ invalid: 1, lost: 2, waitingIn: new Map([['other', 1]]) });
  const wrong = [...counts.documents.values()].reduce((sum, document) => sum + document.wrong, 0);
  expect(wrong).toBe(2);
  expect(counts.documents.get('other')).toEqual({ events: 1, invalid: 0, wrong: 0 });
  counter.remove(waiting);
  expect(counter.snapshot().waitingIn.get('other')).toBe(0);
  expect(counter.snapshot().documents.has('other')).toBe(false);
});
