import { expect, it } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { createUnloadLosses } from '#components/panel/event-list/unload-losses.ts';
import type { Navigation } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { recordOf } from '#tests/fixtures/records';

const navigation = (at: number, afterRow: number) => ({ at, url: 'http://localhost/', afterRow });
/** Returns the losses. They are the same with navigations after, before or in between the records. */
function lossesOf(navigations: readonly Navigation[], records: readonly JudgedRecord[]): readonly number[] {
  const results = [0, 1, records.length].map((before) => {
    const losses = createUnloadLosses();
    for (const record of records.slice(0, before)) losses.count(record, null);
    losses.add(navigations);
    for (const record of records.slice(before)) losses.count(record, null);
    losses.update();
    return losses.navigations.map(({ lostBefore = 0 }) => lostBefore);
  });
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
  return results[0] ?? [];
}

it('lost events are not counted at a same-document navigation of a single-page app', () => {
  const records = [recordOf(1, { documentKey: 'a', at: 10, lost: true })];
  expect(
    lossesOf(
      [
        { ...navigation(10, 0), isSameDocument: true },
        { ...navigation(15, 1), isSameDocument: true },
        navigation(20, 1),
      ],
      records,
    ),
  ).toEqual([0, 0, 1]);
});

it('lost events are counted at the first navigation after the last event of their document', () => {
  const records = [
    recordOf(1, { documentKey: 'a', at: 10, lost: true }),
    recordOf(2, { documentKey: 'a', at: 20 }),
    recordOf(3, { documentKey: 'b', at: 40, lost: true }),
    recordOf(4, { documentKey: 'b', at: 41, lost: true }),
  ];
  expect(lossesOf([navigation(30, 2), navigation(50, 4)], records)).toEqual([1, 2]);
});

it('lost events are counted at the right navigation even if rows of the next page precede it', () => {
  const records = [
    recordOf(1, { documentKey: 'a', at: 10, lost: true }),
    recordOf(2, { documentKey: 'b', at: 29 }),
    recordOf(3, { documentKey: 'b', at: 40, lost: true }),
  ];
  expect(lossesOf([navigation(30, 2), navigation(50, 3)], records)).toEqual([1, 1]);
});

it('lost events of a document are counted at the first navigation that is late enough, even if the times of navigations are not ascending', () => {
  const records = [recordOf(1, { documentKey: 'a', at: 25, lost: true })];
  expect(lossesOf([navigation(30, 1), navigation(10, 1), navigation(40, 1)], records)).toEqual([1, 0, 0]);
  expect(lossesOf([navigation(10, 1), navigation(20, 1)], records)).toEqual([0, 0]);
});

it('a record is no longer counted at a navigation if it is not lost any more or changes its document', () => {
  const losses = createUnloadLosses();
  const lost = recordOf(1, { documentKey: 'a', at: 10, lost: true });
  losses.count(lost, null);
  losses.add([navigation(30, 1), navigation(50, 1)]);
  const moved = recordOf(1, { documentKey: 'b', at: 40, lost: true });
  losses.count(moved, lost);
  losses.update();
  expect(losses.navigations.map(({ lostBefore }) => lostBefore)).toEqual([undefined, 1]);
  losses.count(recordOf(1, { documentKey: 'b', at: 40 }), moved);
  expect(losses.update()).toBe(true);
  expect(losses.navigations.map(({ lostBefore }) => lostBefore)).toEqual([undefined, 0]);
});

it('lost events are counted at a navigation even if their loss is known only after the navigation', () => {
  const records = createRecords();
  const reported: string[] = [];
  records.apply([recordOf(1, { at: 10 })]);
  records.addNavigations([navigation(30, 1)]);
  records.subscribe(({ type }) => reported.push(type));
  records.apply([recordOf(1, { at: 10, lost: true })]);
  expect(records.navigations()).toEqual([{ ...navigation(30, 1), lostBefore: 1 }]);
  expect(reported).toEqual(['records', 'navigations']);
});

it('lost events are counted once per update, and before the list is cleared', () => {
  const records = createRecords();
  records.apply([recordOf(1, { at: 10 }), recordOf(2, { at: 11 })]);
  records.addNavigations([navigation(30, 2)]);
  const reported: string[] = [];
  records.subscribe(({ type }) => reported.push(type));
  records.take([recordOf(1, { at: 10, lost: true })]);
  records.take([recordOf(2, { at: 11, lost: true })]);
  expect(reported).toEqual(['records', 'records']);
  records.clear();
  records.restore();
  expect(records.navigations()).toEqual([{ ...navigation(30, 2), lostBefore: 2 }]);
  expect(reported).toEqual(['records', 'records', 'navigations', 'all', 'cleared', 'all', 'restored']);
});
