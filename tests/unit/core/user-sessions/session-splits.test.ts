import { expect, it } from 'vitest';
import type { SessionEvent } from '#core/user-sessions/session-event';
import { SessionSplits } from '#core/user-sessions/session-splits';

const createEvent = (row: number, did = 'd'): SessionEvent => ({
  row,
  ets: row,
  eid: 'INTERACT',
  type: null,
  mode: '',
  pageId: null,
  env: '',
  sid: 's',
  reported: null,
  origin: { did, channel: 'c', producer: 'p' },
});

// Searching the rows one by one would take 20 s.
it('100,000 rows of one log-in session can be removed and added again', () => {
  const rows = new Map<number, SessionEvent>();
  const splits = new SessionSplits({ get: (row) => rows.get(row) });
  const add = (event: SessionEvent) => {
    rows.set(event.row, event);
    splits.add(event);
  };
  const events = Array.from({ length: 100_000 }, (_, at) => createEvent(at + 2));
  add(createEvent(1));
  for (const event of events) add(event);
  for (const event of events) {
    rows.delete(event.row);
    splits.remove(event);
  }
  splits.takeChange();
  for (const event of events) add(event);
  add(createEvent(200_000, 'other'));
  expect(splits.takeChange()).toMatchObject({ found: [{ code: 'session-split', rows: [200_000, 1] }], withdrawn: [] });
}, 10_000);
