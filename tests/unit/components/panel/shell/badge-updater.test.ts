import { expect, it } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { createBadgeUpdater } from '#components/panel/shell/start-panel.tsx';
import type { DocumentCounts } from '#core/stream/counts';
import { recordOf } from '#tests/fixtures/records';
import { createFakeTimers } from '../../../panel/persistence/memory-captures';

/** The shown counts of each document: events, invalid ones, invalid or lost ones. */
function follow() {
  const list = createRecords();
  const timers = createFakeTimers();
  const shown: object[] = [];
  const documents = () => list.counts.peek().documents;
  const show = (counted: ReadonlyMap<string, DocumentCounts>) =>
    void shown.push(
      Object.fromEntries([...counted].map(([key, { events, invalid, wrong }]) => [key, [events, invalid, wrong]])),
    );
  const badge = createBadgeUpdater({ list, documents, scheduler: timers.scheduler, show });
  return { list, timers, shown, badge };
}

it('the badge of an inspected tab is updated with the counts of the list, once per burst', () => {
  const { list, timers, shown } = follow();
  list.apply([recordOf(1, { lost: true })]);
  list.apply([recordOf(2, { verdict: 'invalid' })]);
  timers.run();
  expect(shown).toEqual([{ document: [2, 1, 2] }]);
});

it('the badge of an inspected tab counts events only after they are shown', () => {
  const { list, timers, shown } = follow();
  list.apply([recordOf(1, { lost: true })]);
  timers.run();
  list.take([recordOf(2, { lost: true })]);
  timers.run();
  list.show();
  timers.run();
  expect(shown).toEqual([{ document: [1, 0, 1] }, { document: [2, 0, 2] }]);
});

it('the badge of an inspected tab ignores updates without a change, and is set again after a page load', () => {
  const { list, timers, shown, badge } = follow();
  list.apply([recordOf(1, { lost: true })]);
  timers.run();
  list.addMarks([{ at: 5, url: 'http://x.org/', afterRow: 1 }]);
  timers.run();
  badge.refresh();
  timers.run();
  expect(shown).toEqual([{ document: [1, 0, 1] }, { document: [1, 0, 1] }]);
});

it('the badge of an inspected tab gets counts per document, even if the total is unchanged, and at once when the panel closes', () => {
  const { list, timers, shown, badge } = follow();
  list.apply([recordOf(1, { lost: true, documentKey: 'first' })]);
  timers.run();
  list.apply([recordOf(1, { documentKey: 'first' }), recordOf(2, { lost: true, documentKey: 'second' })]);
  badge.flush();
  badge.flush();
  expect(shown).toEqual([{ first: [1, 0, 1] }, { first: [1, 0, 0], second: [1, 0, 1] }]);
});

it('the badge of an inspected tab is hidden when the list is cleared', () => {
  const { list, timers, shown } = follow();
  list.apply([recordOf(1, { lost: true })]);
  timers.run();
  list.clear();
  timers.run();
  expect(shown).toEqual([{ document: [1, 0, 1] }, {}]);
});
