import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { diagnose } from '#core/journey/diagnostics';

import {
  callOf as aCall,
  eventOf as anEvent,
  requestOf as aRequest,
  type RecordOverrides,
  recordOf,
} from '#tests/fixtures/records';

const aRecord = (change: RecordOverrides = {}) => recordOf(1, { requests: [aRequest()], ...change });

const ofSdk1 = { sdk: { global: '$t', generation: '1.x' } } as const;
const withoutEvent = { event: null, requests: [] };
const withMessage = (message: string) => ({
  ...withoutEvent,
  call: aCall({ consoleMessages: [{ level: 'info', message }] }),
});
const withError = (message: string) => ({
  ...withoutEvent,
  call: aCall({ outcome: { status: 'threw', at: 1, message } }),
});
const respondedWith = (httpStatus: number) => aRequest({ end: { status: 'responded', httpStatus, durationMs: 1 } });

it.each<[string, string, RecordOverrides]>([
  ['threw', 'enableValidation to false', { ...withError('TypeError: x'), ...ofSdk1, kind: 'metrics' }],
  ['threw', "'unsafe-eval'", withError('EvalError: Refused to evaluate a string as JavaScript')],
  ['dropped-by-validation', 'data should have id', withMessage('Invalid INTERACT Event: data should have id')],
  [
    'end-without-start',
    'END without START The SDK emits an END only after a START: one END per START. Call start first. If you did, it may still be waiting for the device ID: set did in the configuration.',
    withMessage('Please invoke start before invoking end event.'),
  ],
  [
    'no-event',
    'No event emitted The SDK returned from interact without emitting an event. Check whether the SDK is initialized. With a custom dispatcher, SDK 1.x emits no event.',
    withoutEvent,
  ],
  [
    'lost',
    'Lost on page unload The page unloaded while the event was queued in the SDK, which sends batches of 20, or at END. Call end before the page unloads, reduce batchsize, or send the queue on pagehide with sendBeacon or fetch keepalive. Chromium blocks synchronous requests during unload.',
    { requests: [], lost: true },
  ],
  ['lost', 'Lost with the page The page wasn’t restored', { requests: [], lost: true, lossReason: 'cache-expired' }],
  ['lost', 'Lost with the page The page ended without', { requests: [], lost: true, lossReason: 'ended' }],
  ['rejected', 'authtoken', { requests: [respondedWith(401)] }],
  [
    'rejected',
    'Rejected (500) The collector responded with 500. Check the response in the Journey tab. The SDK retries automatically.',
    { requests: [respondedWith(500)] },
  ],
  ['failed', 'CORS', { requests: [aRequest({ end: { status: 'failed', message: 'x', durationMs: 1 } })] }],
  [
    'body-dropped',
    'Not delivered: redirect dropped the body After a 302 redirect, browsers repeat a POST as GET without its body. Use the target URL in the SDK’s host and endpoint, or redirect with 307 or 308.',
    { requests: [respondedWith(302)] },
  ],
  ['retried', 'once', { requests: [respondedWith(500), aRequest()] }],
  [
    'sent-as-another-kind',
    'Sent as END SDK 1.x reuses one event object while it waits for the device ID, so all calls made meanwhile are sent as the last one. Set did in the SDK configuration.',
    { ...ofSdk1, event: anEvent({ json: { eid: 'END' } }) },
  ],
  ['shared-mid', 'same mid', { sharesMid: true }],
  [
    'sent-twice',
    'Sent more than once The event was sent again although the first request succeeded. SDK 1.x included twice queues each event twice. Check whether the SDK script is included twice.',
    { requests: [aRequest({ copies: 2 })] },
  ],
  [
    'out-of-order',
    'Emitted out of order (after 2 later events) The SDK waited for the device ID before it emitted this event. Later events didn’t wait. Set did in the SDK configuration, or await start.',
    { event: anEvent({ eventsEmittedBefore: 2 }) },
  ],
  ['changed', 'edata.comments', { changes: [{ type: 'dropped', path: ['edata', 'comments'], called: 'x' }] }],
  ['sticky-options', 'row 7', { changes: [{ type: 'added', path: ['context', 'cdata'], sent: [], fromRow: 7 }] }],
])('the diagnosis %s contains the text “%s”', (code, text, change) => {
  const [diagnostic] = diagnose(aRecord(change));
  expect(diagnostic?.code).toBe(code);
  expect(diagnostic && messageText([diagnostic.title, diagnostic.cause, diagnostic.remedy])).toContain(text);
});

it('an event that was accepted without a change has no diagnosis', () => {
  expect(diagnose(aRecord())).toEqual([]);
});
