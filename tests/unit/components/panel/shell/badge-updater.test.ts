import { expect, it } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { createBadgeUpdater } from '#components/panel/shell/badge-updater.ts';
import type { DocumentCounts } from '#core/stream/counts';
import { recordOf } from '#tests/fixtures/records';
import { createFakeTimers } from '../../../panel/persistence/memory-captures';

function setUp() {
  const list = createRecords();
  const timers = createFakeTimers();
  const shownCounts: object[] = [];
  const documents = () => list.counts.peek().documents;
  const show = (counted: ReadonlyMap<string, DocumentCounts>) =>
    void shownCounts.push(
      Object.fromEntries([...counted].map(([key, { events, invalid, wrong }]) => [key, { events, invalid, wrong }])),
    );
  const badge = createBadgeUpdater({ records: list, documents, scheduler: timers.scheduler, show });
  return { list, timers, shownCounts, badge };
}

it('the badge of an inspected tab is updated with the counts of the list, once per burst', () => {
  const { list, timers, shownCounts } = setUp();
  list.apply([recordOf(1, { lost: true })]);
  list.apply([recordOf(2, { verdict: 'invalid' })]);
  timers.run();
  expect(shownCounts).toEqual([{ document: { events: 2, invalid: 1, wrong: 2 } }]);
});

it('the badge of an inspected tab counts events only after they are shown', () => {
  const { list, timers, shownCounts } = setUp();
  list.apply([recordOf(1, { lost: true })]);
  timers.run();
  list.take([recordOf(2, { lost: true })]);
  timers.run();
  list.show();
  timers.run();
  expect(shownCounts).toEqual([
    { document: { events: 1, invalid: 0, wrong: 1 } },
    { document: { events: 2, invalid: 0, wrong: 2 } },
  ]);
});

it('the badge of an inspected tab ignores updates without a change, and is set again after a page load', () => {
  const { list, timers, shownCounts, badge } = setUp();
  list.apply([recordOf(1, { lost: true })]);
  timers.run();
  list.addNavigations([{ at: 5, url: 'http://x.org/', afterRow: 1 }]);
  timers.run();
  badge.refresh();
  timers.run();
  expect(shownCounts).toEqual([
    { document: { events: 1, invalid: 0, wrong: 1 } },
    { document: { events: 1, invalid: 0, wrong: 1 } },
  ]);
});

it('the badge of an inspected tab gets counts per document, even if the total is unchanged, and at once when the panel closes', () => {
  const { list, timers, shownCounts, badge } = setUp();
  list.apply([recordOf(1, { lost: true, documentKey: 'first' })]);
  timers.run();
  list.apply([recordOf(1, { documentKey: 'first' }), recordOf(2, { lost: true, documentKey: 'second' })]);
  badge.flush();
  badge.flush();
  expect(shownCounts).toEqual([
    { first: { events: 1, invalid: 0, wrong: 1 } },
    { first: { events: 1, invalid: 0, wrong: 0 }, second: { events: 1, invalid: 0, wrong: 1 } },
  ]);
});

it('the badge of an inspected tab is hidden when the list is cleared', () => {
  const { list, timers, shownCounts } = setUp();
  list.apply([recordOf(1, { lost: true })]);
  timers.run();
  list.clear();
  timers.run();
  expect(shownCounts).toEqual([{ document: { events: 1, invalid: 0, wrong: 1 } }, {}]);
});
