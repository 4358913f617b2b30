import { expect, it } from 'vitest';
import { countRetries, isChanged, isDuplicate, journeyState, sentAsEid } from '#core/journey/journey-state';

import {
  callOf as aCall,
  eventOf as anEvent,
  requestOf as aRequest,
  type RecordOverrides,
  recordOf,
} from '#tests/fixtures/records';

const aRecord = (change: RecordOverrides = {}) => recordOf(1, { requests: [aRequest()], ...change });

const withoutEvent = { event: null, requests: [] };
const validationMessages = [{ level: 'error', message: 'Invalid INTERACT Event: data should have id' }];
const respondedWith = (httpStatus: number) => aRequest({ end: { status: 'responded', httpStatus, durationMs: 1 } });
const rejectedOnce = respondedWith(503);

it.each<[string, RecordOverrides]>([
  ['called', { ...withoutEvent, call: aCall({ outcome: { status: 'running' } }) }],
  ['called', { ...withoutEvent, call: aCall({ outcome: { status: 'pending', at: 1 } }) }],
  ['called', { ...withoutEvent, call: aCall({ hasDid: false }), sdk: { global: '$t', generation: '1.x' } }],
  ['threw', { ...withoutEvent, call: aCall({ outcome: { status: 'threw', at: 1, message: 'x' } }) }],
  ['dropped', withoutEvent],
  ['dropped', { ...withoutEvent, call: aCall({ consoleMessages: validationMessages }) }],
  ['waiting', { requests: [] }],
  ['lost', { requests: [], lost: true }],
  ['sent', { requests: [aRequest({ end: { status: 'open' } })] }],
  ['sent', { requests: [aRequest({ transport: 'beacon', end: { status: 'queued' } })] }],
  ['accepted', {}],
  ['rejected', { requests: [rejectedOnce] }],
  ['failed', { requests: [aRequest({ end: { status: 'failed', message: '', durationMs: 1 } })] }],
  ['accepted', { requests: [rejectedOnce, aRequest({ id: 'r2' })] }],
  ['sent', { requests: [respondedWith(307)] }],
  ['sent', { requests: [respondedWith(308)] }],
  ['failed', { requests: [respondedWith(301)] }],
  ['failed', { requests: [respondedWith(302)] }],
  ['failed', { requests: [respondedWith(303)] }],
])('the journey state of an event is %s', (state, change) => {
  expect(journeyState(aRecord(change))).toBe(state);
});

it('a retry after a rejection is counted, and is not a duplicate', () => {
  const record = aRecord({ requests: [rejectedOnce, rejectedOnce, aRequest()] });
  expect(countRetries(record)).toBe(2);
  expect(isDuplicate(record)).toBe(false);
});

it.each([
  ['shares its mid', { sharesMid: true }],
  ['occurs twice in one batch', { requests: [aRequest({ copies: 2 })] }],
  ['is sent again after a success response', { requests: [aRequest(), aRequest({ id: 'r2' })] }],
])('an event is a duplicate if it %s', (_why, change) => {
  expect(isDuplicate(aRecord(change))).toBe(true);
});

it('an event is changed if a field was dropped or rewritten, but not if the SDK only added a field', () => {
  expect(isChanged(aRecord({ changes: [{ type: 'added', path: ['edata', 'uaspec'], sent: {}, fromRow: null }] }))).toBe(
    false,
  );
  expect(isChanged(aRecord({ changes: [{ type: 'dropped', path: ['edata', 'comments'], called: 'x' }] }))).toBe(true);
});

it('sentAsEid returns the eid of the event if it differs from the call', () => {
  expect(sentAsEid(aRecord({ event: anEvent({ json: { eid: 'END' } }) }))).toBe('END');
  expect(sentAsEid(aRecord())).toBeNull();
});
