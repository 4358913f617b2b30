import { describe, expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { troublesOf } from '#core/journey/diagnostics';
import type { TelemetryRecord } from '#core/journey/record';
import { callOf as aCall, eventOf as anEvent, requestOf as aRequest, recordOf } from '#tests/fixtures/records';

const aRecord = (change: Partial<TelemetryRecord> = {}) => recordOf(1, { requests: [aRequest()], ...change });

const old = { sdk: { global: '$t', generation: '1.x' } } as const;
const calledOnly = { event: null, requests: [] };
const said = (message: string) => ({ ...calledOnly, call: aCall({ said: [{ level: 'info', message }] }) });
const threw = (message: string) => ({ ...calledOnly, call: aCall({ outcome: { status: 'threw', at: 1, message } }) });
const ended = (http: number) => aRequest({ end: { status: 'answered', http, durationMs: 1 } });

describe('what went wrong, by name', () => {
  it.each<[string, string, Partial<TelemetryRecord>]>([
    ['threw', 'enableValidation to false', { ...threw('TypeError: x'), ...old, kind: 'metrics' }],
    ['threw', "'unsafe-eval'", threw('EvalError: Refused to evaluate a string as JavaScript')],
    ['dropped-by-validation', 'data should have id', said('Invalid INTERACT Event: data should have id')],
    ['end-without-start', 'one END for each START', said('Please invoke start before invoking end event.')],
    ['no-event', 'dispatcher of its own', calledOnly],
    ['lost', '20 at a time', { requests: [], lost: true }],
    ['refused', 'authtoken', { requests: [ended(401)] }],
    ['refused', 'tries again', { requests: [ended(500)] }],
    ['failed', 'CORS', { requests: [aRequest({ end: { status: 'failed', message: 'x', durationMs: 1 } })] }],
    ['body-dropped', 'redirect with 302', { requests: [ended(302)] }],
    ['retried', 'once', { requests: [ended(500), aRequest()] }],
    ['left-as-another', 'Left as END', { ...old, event: anEvent({ json: { eid: 'END' } }) }],
    ['shared-mid', 'same mid', { sharesMid: true }],
    ['sent-twice', 'loaded twice', { requests: [aRequest({ copies: 2 })] }],
    ['overtaken', 'after 2 events', { event: anEvent({ overtakenBy: 2 }) }],
    ['changed', 'edata.comments', { changes: [{ type: 'dropped', path: ['edata', 'comments'], called: 'x' }] }],
    ['sticky-options', 'row 7', { changes: [{ type: 'added', path: ['context', 'cdata'], sent: [], fromRow: 7 }] }],
  ])('%s says “%s”', (code, says, change) => {
    const [trouble] = troublesOf(aRecord(change));
    expect(trouble?.code).toBe(code);
    expect(trouble && messageText([trouble.title, trouble.why, trouble.toDo])).toContain(says);
  });

  it('is nothing for an event that arrived as it was called', () => {
    expect(troublesOf(aRecord())).toEqual([]);
  });
});
