import { describe, expect, it } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { createBadgeUpdater } from '#components/panel/shell/badge-updater.ts';
import { recordOf } from '#tests/fixtures/records';
import { handTimers } from '../../../extension/panel/persistence/memory-sessions';

function follow() {
  const list = createRecords();
  const timers = handTimers();
  const shown: object[] = [];
  const wrongIn = () => list.counts.peek().wrongIn;
  const show = (wrong: ReadonlyMap<string, number>) => void shown.push(Object.fromEntries(wrong));
  const badge = createBadgeUpdater({ list, wrongIn, scheduler: timers.scheduler, show });
  return { list, timers, shown, badge };
}

describe('the badge of an inspected tab', () => {
  it('the badge of an inspected tab follows the list, once for a burst', () => {
    const { list, timers, shown } = follow();
    list.apply([recordOf(1, { lost: true })]);
    list.apply([recordOf(2, { verdict: 'invalid' })]);
    timers.run();
    expect(shown).toEqual([{ document: 2 }]);
  });

  it('the badge of an inspected tab follows what was taken in when that is shown, however late', () => {
    const { list, timers, shown } = follow();
    list.apply([recordOf(1, { lost: true })]);
    timers.run();
    list.take([recordOf(2, { lost: true })]);
    timers.run();
    list.show();
    timers.run();
    expect(shown).toEqual([{ document: 1 }, { document: 2 }]);
  });

  it('the badge of an inspected tab is not touched by what changes nothing, and shown again after a page load', () => {
    const { list, timers, shown, badge } = follow();
    list.apply([recordOf(1, { lost: true })]);
    timers.run();
    list.apply([recordOf(2)]);
    timers.run();
    badge.again();
    timers.run();
    expect(shown).toEqual([{ document: 1 }, { document: 1 }]);
  });

  it('tells of each document, also where the sum stays the same, and at once when the panel closes', () => {
    const { list, timers, shown, badge } = follow();
    list.apply([recordOf(1, { lost: true, documentKey: 'first' })]);
    timers.run();
    list.apply([recordOf(1, { documentKey: 'first' }), recordOf(2, { lost: true, documentKey: 'second' })]);
    badge.flush();
    badge.flush();
    expect(shown).toEqual([{ first: 1 }, { second: 1 }]);
  });

  it('the badge of an inspected tab goes when the list is cleared', () => {
    const { list, timers, shown } = follow();
    list.apply([recordOf(1, { lost: true })]);
    timers.run();
    list.clear();
    timers.run();
    expect(shown).toEqual([{ document: 1 }, {}]);
  });
});
