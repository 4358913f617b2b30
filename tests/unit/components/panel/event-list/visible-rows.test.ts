import { expect, it } from 'vitest';
import { createRecords, type Records } from '#components/panel/event-list/record-store.ts';
import { isMark } from '#components/panel/event-list/rows-with-navigations.ts';
import { createVisible, type VisibleItems } from '#components/panel/event-list/visible-rows.ts';
import { createFilter, type FilterModel } from '#components/panel/filter/filter.ts';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { recordOf } from '#tests/fixtures/records';

interface List {
  readonly records: Records;
  readonly filter: FilterModel;
  readonly visible: VisibleItems;
}

function list(): List {
  const records = createRecords();
  const filter = createFilter();
  return { records, filter, visible: createVisible(records, filter, createFakeScheduler().scheduler) };
}

function lines({ visible }: List): readonly (number | string)[] {
  return Array.from({ length: visible.length.value }, (_, index) => {
    const item = visible.at(index);
    return item === undefined ? 'nothing' : isMark(item) ? item.url : item.row;
  });
}

const invalid = { verdict: 'invalid' } as const;

it('the lines of the list are sorted by row, and a page load follows the row that it refers to', () => {
  const it = list();
  it.records.apply([recordOf(1), recordOf(2)]);
  it.records.addMarks([{ at: 9, url: 'next', afterRow: 2 }]);
  it.records.apply([recordOf(3)]);
  expect(lines(it)).toEqual([1, 2, 'next', 3]);
  expect(it.visible.shown.value).toBe(3);
  expect(it.visible.indexOfRow(3)).toBe(3);
});

it('new events become lines when the list is shown, or earlier if the filter changes', () => {
  const it = list();
  it.records.apply([recordOf(1)]);
  expect(it.visible.length.value).toBe(1);
  it.records.take([recordOf(2, invalid), recordOf(3)]);
  expect(lines(it)).toEqual([1]);
  it.filter.toggleChip('is', 'invalid');
  expect(lines(it)).toEqual([2]);
  it.filter.clear();
  it.records.show();
  expect(lines(it)).toEqual([1, 2, 3]);
});

it('the lines of the list are the same after single updates as after a complete filtering', () => {
  const it = list();
  it.records.apply([recordOf(1)]);
  it.records.addMarks([{ at: 1, url: 'a', afterRow: 1 }]);
  it.records.addMarks([{ at: 2, url: 'b', afterRow: 1 }]);
  it.records.apply([recordOf(2)]);
  const before = lines(it);
  it.filter.setText('next');
  it.filter.clear();
  expect(lines(it)).toEqual(before);
});

it('the lines of the list omit an event once it no longer matches, and include it once it matches', () => {
  const it = list();
  it.filter.toggleChip('is', 'invalid');
  it.records.apply([recordOf(1), recordOf(2, invalid), recordOf(3)]);
  expect(lines(it)).toEqual([2]);
  it.records.apply([recordOf(2), recordOf(1, invalid)]);
  expect(lines(it)).toEqual([1]);
  expect(it.visible.indexOfRow(2)).toBe(-1);
});

it('the lines of the list are empty after clearing, and return when clearing is undone', () => {
  const it = list();
  it.records.apply([recordOf(1), recordOf(2)]);
  it.records.clear();
  expect(lines(it)).toEqual([]);
  it.records.restore();
  expect(lines(it)).toEqual([1, 2]);
});

it('the lines of the list return when a filter text is widened again', () => {
  const it = list();
  it.records.apply([recordOf(1), recordOf(2), recordOf(12)]);
  it.filter.setText('"TOUCH · 1');
  expect(lines(it)).toEqual([1, 12]);
  it.filter.setText('"TOUCH · 12');
  expect(lines(it)).toEqual([12]);
  it.filter.setText('TOUCH');
  expect(lines(it)).toEqual([1, 2, 12]);
});

it('the lines of the list are correct if an earlier filter is set again after events were added', () => {
  const it = list();
  it.records.apply([recordOf(1), recordOf(2)]);
  it.filter.setText('next');
  it.filter.setText('nexts');
  it.records.apply([recordOf(3), recordOf(1, { headline: 'other', call: null })]);
  it.filter.setText('next');
  expect(lines(it)).toEqual([2, 3]);
  it.filter.setText('nexts');
  it.filter.setText('next');
  it.filter.toggleChip('is', 'invalid');
  expect(lines(it)).toEqual([]);
  it.filter.toggleChip('is', 'invalid');
  expect(lines(it)).toEqual([2, 3]);
});

it('the lines of the list stay the same after the list is stopped', () => {
  const it = list();
  it.visible.stop();
  it.records.apply([recordOf(1)]);
  expect(lines(it)).toEqual([]);
});
