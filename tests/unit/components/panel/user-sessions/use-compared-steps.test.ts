import { expect, it } from 'vitest';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { compareSteps } from '#components/panel/user-sessions/use-compared-steps.ts';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';

it('comparing two long sessions yields before it has read many events', () => {
  const points = Array.from({ length: 20_000 }, (_, at) => ({ row: at + 1, ets: at, eid: 'INTERACT', type: null }));
  let reads = 0;
  const byRow = () => {
    reads += 1;
    return null;
  };
  const list = { get: () => ({ pointsOf: () => points }), records: { byRow } } as unknown as EventList;
  const session = {} as SessionSummary;
  const comparison = compareSteps(list, session, session);
  let [next, before, longest] = [comparison.next(), 0, reads];
  while (!next.done) {
    before = reads;
    next = comparison.next();
    longest = Math.max(longest, reads - before);
  }
  expect(next.value).toHaveLength(points.length);
  expect(reads).toBe(2 * points.length);
  expect(longest).toBeLessThan(1_000);
});
