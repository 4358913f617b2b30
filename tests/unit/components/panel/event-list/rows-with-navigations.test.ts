import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createRowsWithNavigations,
  isNavigation,
  type RowsWithNavigations,
} from '#components/panel/event-list/rows-with-navigations.ts';
import type { Navigation } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { recordOf } from '#tests/fixtures/records';

const navigationAfter = (afterRow: number): Navigation => ({ at: afterRow, url: `after ${afterRow}`, afterRow });
const linesOf = (rows: RowsWithNavigations) =>
  Array.from({ length: rows.length() }, (_, line) => {
    const item = rows.at(line);
    return item === undefined ? 'nothing' : isNavigation(item) ? item.url : item.row;
  });

/** Computes the expected lines one after the other. */
function computeExpectedLines(present: readonly number[], afterRows: readonly number[]): readonly (number | string)[] {
  const navigationsAfter = (row: number, next: number) =>
    afterRows.filter((after) => after >= row && after < next).map((after) => `after ${after}`);
  const first = present[0] ?? Number.POSITIVE_INFINITY;
  const before = navigationsAfter(Number.NEGATIVE_INFINITY, first);
  return [
    ...before,
    ...present.flatMap((row, index) => [row, ...navigationsAfter(row, present[index + 1] ?? Number.POSITIVE_INFINITY)]),
  ];
}

it('rows and navigations are in order after any sequence of additions and removals', () => {
  const steps = fc.array(fc.record({ row: fc.integer({ min: 1, max: 12 }), isPresent: fc.boolean() }));
  const navigations = fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 4 });
  fc.assert(
    fc.property(steps, navigations, (changes, afterRows) => {
      const rows = createRowsWithNavigations();
      const ordered = [...afterRows].sort((one, other) => one - other);
      rows.setNavigations(ordered.map(navigationAfter));
      const present = new Set<number>();
      for (const { row, isPresent } of changes) {
        if (isPresent) rows.put(recordOf(row));
        else rows.remove(row);
        if (isPresent) present.add(row);
        else present.delete(row);
      }
      const sorted = [...present].sort((one, other) => one - other);
      expect(linesOf(rows)).toEqual(computeExpectedLines(sorted, ordered));
      expect(rows.count()).toBe(sorted.length);
      for (let row = 0; row <= 13; row += 1) expect(rows.indexOfRow(row)).toBe(linesOf(rows).indexOf(row));
    }),
  );
});

it('rows with navigations change neither the list that was passed in nor a list that was returned', () => {
  const passedRecords: readonly JudgedRecord[] = [recordOf(1), recordOf(2)];
  const rows = createRowsWithNavigations();
  rows.setRecords(passedRecords);
  rows.remove(1);
  const returnedRecords = rows.records();
  rows.put(recordOf(3));
  expect(passedRecords.map(({ row }) => row)).toEqual([1, 2]);
  expect(returnedRecords.map(({ row }) => row)).toEqual([2]);
  expect(linesOf(rows)).toEqual([2, 3]);
});

it('a navigation that refers to an earlier row than the previous navigation is listed after it', () => {
  const rows = createRowsWithNavigations();
  rows.setRecords([recordOf(1), recordOf(2)]);
  rows.setNavigations([navigationAfter(2), navigationAfter(1)]);
  expect(linesOf(rows)).toEqual([1, 2, 'after 2', 'after 1']);
  expect(rows.indexOfRow(2)).toBe(1);
});

it('a filtered list shows only navigations that have a row after them', () => {
  const rows = createRowsWithNavigations();
  rows.setRecords([recordOf(2), recordOf(7)]);
  rows.setNavigations([0, 1, 3, 5, 9].map(navigationAfter), true);
  expect(linesOf(rows)).toEqual(['after 1', 2, 'after 5', 7]);
  expect([2, 7].map(rows.indexOfRow)).toEqual([1, 3]);
  rows.put(recordOf(10));
  expect(linesOf(rows)).toEqual(['after 1', 2, 'after 5', 7, 'after 9', 10]);
  rows.remove(7);
  expect(linesOf(rows)).toEqual(['after 1', 2, 'after 9', 10]);
  rows.setNavigations([0, 1, 3, 5, 9].map(navigationAfter));
  expect(rows.length()).toBe(7);
});
