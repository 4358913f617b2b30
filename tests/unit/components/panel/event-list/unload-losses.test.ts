import { expect, it } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { createUnloadLosses } from '#components/panel/event-list/unload-losses.ts';
import type { NavigationMark } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { recordOf } from '#tests/fixtures/records';

const mark = (at: number, afterRow: number) => ({ at, url: 'http://localhost/', afterRow });
/** Returns the losses. They are the same with marks after, before or in between the records. */
function lossesOf(marks: readonly NavigationMark[], records: readonly JudgedRecord[]): readonly number[] {
  const all = [0, 1, records.length].map((before) => {
    const losses = createUnloadLosses();
    for (const record of records.slice(0, before)) losses.count(record, null);
    losses.add(marks);
    for (const record of records.slice(before)) losses.count(record, null);
    losses.update();
    return losses.marks.map(({ lostBefore = 0 }) => lostBefore);
  });
  expect(all[1]).toEqual(all[0]);
  expect(all[2]).toEqual(all[0]);
  return all[0] ?? [];
}

it('lost events are not counted at a same-document navigation of a single-page app', () => {
  const records = [recordOf(1, { documentKey: 'a', at: 10, lost: true })];
  expect(
    lossesOf(
      [{ ...mark(10, 0), isSameDocument: true }, { ...mark(15, 1), isSameDocument: true }, mark(20, 1)],
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
  expect(lossesOf([mark(30, 2), mark(50, 4)], records)).toEqual([1, 2]);
});

it('lost events are counted at the right mark even if rows of the next page precede that mark', () => {
  const records = [
    recordOf(1, { documentKey: 'a', at: 10, lost: true }),
    recordOf(2, { documentKey: 'b', at: 29 }),
    recordOf(3, { documentKey: 'b', at: 40, lost: true }),
  ];
  expect(lossesOf([mark(30, 2), mark(50, 3)], records)).toEqual([1, 1]);
});

it('lost events of a document are counted at the first mark that is late enough, even if the times of marks are not ascending', () => {
  const records = [recordOf(1, { documentKey: 'a', at: 25, lost: true })];
  expect(lossesOf([mark(30, 1), mark(10, 1), mark(40, 1)], records)).toEqual([1, 0, 0]);
  expect(lossesOf([mark(10, 1), mark(20, 1)], records)).toEqual([0, 0]);
});

it('a record is no longer counted at a mark if it is not lost any more or changes its document', () => {
  const losses = createUnloadLosses();
  const lost = recordOf(1, { documentKey: 'a', at: 10, lost: true });
  losses.count(lost, null);
  losses.add([mark(30, 1), mark(50, 1)]);
  const moved = recordOf(1, { documentKey: 'b', at: 40, lost: true });
  losses.count(moved, lost);
  losses.update();
  expect(losses.marks.map(({ lostBefore }) => lostBefore)).toEqual([undefined, 1]);
  losses.count(recordOf(1, { documentKey: 'b', at: 40 }), moved);
  expect(losses.update()).toBe(true);
  expect(losses.marks.map(({ lostBefore }) => lostBefore)).toEqual([undefined, 0]);
});

it('lost events are counted at a navigation mark even if their loss is known only after the mark', () => {
  const records = createRecords();
  const reported: string[] = [];
  records.apply([recordOf(1, { at: 10 })]);
  records.addMarks([mark(30, 1)]);
  records.subscribe(({ type }) => reported.push(type));
  records.apply([recordOf(1, { at: 10, lost: true })]);
  expect(records.marks()).toEqual([{ ...mark(30, 1), lostBefore: 1 }]);
  expect(reported).toEqual(['records', 'marks']);
});

it('lost events are counted once per update, and before the list is cleared', () => {
  const records = createRecords();
  records.apply([recordOf(1, { at: 10 }), recordOf(2, { at: 11 })]);
  records.addMarks([mark(30, 2)]);
  const reported: string[] = [];
  records.subscribe(({ type }) => reported.push(type));
  records.take([recordOf(1, { at: 10, lost: true })]);
  records.take([recordOf(2, { at: 11, lost: true })]);
  expect(reported).toEqual(['records', 'records']);
  records.clear();
  records.restore();
  expect(records.marks()).toEqual([{ ...mark(30, 2), lostBefore: 2 }]);
  expect(reported).toEqual(['records', 'records', 'marks', 'all', 'cleared', 'all', 'restored']);
});
