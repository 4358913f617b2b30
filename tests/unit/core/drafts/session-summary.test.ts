import { expect, it } from 'vitest';
import { panelRules } from '#core/drafts/panel-rules';
import { summarizeSession } from '#core/drafts/session-summary';
import { eventOf, recordOf } from '#tests/fixtures/records';

const event = (row: number, eid: string, ets: number, sid: string) =>
  recordOf(row, { event: eventOf({ json: { eid, ets, context: { sid }, edata: {} } }) });

it('the summary of a session counts only the page’s own events, and is a valid SUMMARY', () => {
  const start = 1_763_620_200_000;
  const manual = { firedBy: { type: 'panel', requestId: 'r' } } as const;
  const records = [
    event(1, 'INTERACT', start - 50_000, 'before'),
    event(2, 'START', start, 'now'),
    event(3, 'IMPRESSION', start + 1000, 'now'),
    event(4, 'INTERACT', start + 90_500, 'now'),
    { ...event(5, 'INTERACT', start + 99_000, 'now'), ...manual },
    recordOf(6, { event: null }),
  ];
  const summary = summarizeSession(records);
  expect(summary).toEqual({
    starttime: start,
    endtime: start + 90_500,
    timespent: 90.5,
    pageviews: 1,
    interactions: 1,
    eventssummary: [
      { id: 'START', count: 1 },
      { id: 'IMPRESSION', count: 1 },
      { id: 'INTERACT', count: 1 },
    ],
  });
  expect(panelRules.validateCall('summary', [{ edata: { type: 'session', ...summary } }]).verdict).toBe('valid');
  expect(summarizeSession([])).toBeNull();
});

it('the summary of a session does not count idle time, whatever the order of the events is', () => {
  const start = 1_763_620_200_000;
  const records = [
    event(1, 'START', start, 'now'),
    event(2, 'IMPRESSION', start + 1_602_500, 'now'),
    event(3, 'INTERACT', start + 2_500, 'now'),
    event(4, 'INTERACT', start + 2_202_500, 'now'),
  ];
  expect(summarizeSession(records)).toMatchObject({ starttime: start, endtime: start + 2_202_500, timespent: 602.5 });
});
