import { expect, it } from 'vitest';
import { createRecords, type Records } from '#components/panel/event-list/record-store.ts';
import { isNavigation } from '#components/panel/event-list/rows-with-navigations.ts';
import { createVisible, type VisibleItems } from '#components/panel/event-list/visible-rows.ts';
import { createFilter, type FilterModel } from '#components/panel/filter/filter.ts';
import { filterLanguage } from '#components/panel/filter/filter-language.ts';
import type { LoadRowFacts, RowFacts } from '#core/query/search/search-index';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createDeferred } from '#tests/drivers/deferred';
import { waitFor } from '#tests/drivers/wait-for';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { recordOf } from '#tests/fixtures/records';

interface List {
  readonly records: Records;
  readonly filter: FilterModel;
  readonly visible: VisibleItems;
}

function createList(): List {
  const records = createRecords();
  const filter = createFilter();
  return { records, filter, visible: createVisible(records, filter, createFakeScheduler().scheduler) };
}

function linesOf({ visible }: List): readonly (number | string)[] {
  return Array.from({ length: visible.length.value }, (_, index) => {
    const item = visible.at(index);
    return item === undefined ? 'nothing' : isNavigation(item) ? item.url : item.row;
  });
}

const invalid = { verdict: 'invalid' } as const;

it('the lines of the list are sorted by row, and a page load follows the row that it refers to', () => {
  const list = createList();
  list.records.apply([recordOf(1), recordOf(2)]);
  list.records.addNavigations([{ at: 9, url: 'next', afterRow: 2 }]);
  list.records.apply([recordOf(3)]);
  expect(linesOf(list)).toEqual([1, 2, 'next', 3]);
  expect(list.visible.eventCount.value).toBe(3);
  expect(list.visible.indexOfRow(3)).toBe(3);
});

it('new events become lines when the list is shown, or earlier if the filter changes', () => {
  const list = createList();
  list.records.apply([recordOf(1)]);
  expect(list.visible.length.value).toBe(1);
  list.records.take([recordOf(2, invalid), recordOf(3)]);
  expect(linesOf(list)).toEqual([1]);
  list.filter.toggleChip('is', 'invalid');
  expect(linesOf(list)).toEqual([2]);
  list.filter.clear();
  list.records.show();
  expect(linesOf(list)).toEqual([1, 2, 3]);
});

it('the lines of the list are the same after single updates as after a complete filtering', () => {
  const list = createList();
  list.records.apply([recordOf(1)]);
  list.records.addNavigations([{ at: 1, url: 'a', afterRow: 1 }]);
  list.records.addNavigations([{ at: 2, url: 'b', afterRow: 1 }]);
  list.records.apply([recordOf(2)]);
  const before = linesOf(list);
  list.filter.setText('next');
  list.filter.clear();
  expect(linesOf(list)).toEqual(before);
});

it('the lines of the list omit an event once it no longer matches, and include it once it matches', () => {
  const list = createList();
  list.filter.toggleChip('is', 'invalid');
  list.records.apply([recordOf(1), recordOf(2, invalid), recordOf(3)]);
  expect(linesOf(list)).toEqual([2]);
  list.records.apply([recordOf(2), recordOf(1, invalid)]);
  expect(linesOf(list)).toEqual([1]);
  expect(list.visible.indexOfRow(2)).toBe(-1);
});

it('the lines of the list are empty after clearing, and return when clearing is undone', () => {
  const list = createList();
  list.records.apply([recordOf(1), recordOf(2)]);
  list.records.clear();
  expect(linesOf(list)).toEqual([]);
  list.records.restore();
  expect(linesOf(list)).toEqual([1, 2]);
});

it('the lines of the list return when a filter text is widened again', () => {
  const list = createList();
  list.records.apply([recordOf(1), recordOf(2), recordOf(12)]);
  list.filter.setText('"TOUCH · 1');
  expect(linesOf(list)).toEqual([1, 12]);
  list.filter.setText('"TOUCH · 12');
  expect(linesOf(list)).toEqual([12]);
  list.filter.setText('TOUCH');
  expect(linesOf(list)).toEqual([1, 2, 12]);
});

it('the lines of the list are correct if an earlier filter is set again after events were added', () => {
  const list = createList();
  list.records.apply([recordOf(1), recordOf(2)]);
  list.filter.setText('next');
  list.filter.setText('nexts');
  list.records.apply([recordOf(3), recordOf(1, { headline: 'other', call: null })]);
  list.filter.setText('next');
  expect(linesOf(list)).toEqual([2, 3]);
  list.filter.setText('nexts');
  list.filter.setText('next');
  list.filter.toggleChip('is', 'invalid');
  expect(linesOf(list)).toEqual([]);
  list.filter.toggleChip('is', 'invalid');
  expect(linesOf(list)).toEqual([2, 3]);
});

it('a new filter is applied, although facts of the previous filter change while facts of the new one are loaded', async () => {
  await filterLanguage.load();
  const records = createRecords();
  records.apply([recordOf(1), recordOf(2)]);
  const filter = createFilter();
  const factsOf = (row: number) => ({
    has: (record: JudgedRecord) => record.row === row,
    whenReady: (callback: () => void) => callback(),
    stop: () => undefined,
  });
  const sessions = createDeferred<RowFacts>();
  let changeFates = (): void => undefined;
  const loadFacts: LoadRowFacts = async (key, _, onChange) => {
    if (key === 'user-session') return sessions.promise;
    changeFates = onChange;
    return factsOf(1);
  };
  const { scheduler } = createFakeScheduler();
  const list = { records, filter, visible: createVisible(records, filter, scheduler, undefined, loadFacts) };
  filter.setQuery('fate:duplicate');
  await waitFor(() => expect(linesOf(list)).toEqual([1]));
  filter.setQuery('user-session:*');
  changeFates();
  sessions.resolve(factsOf(2));
  await waitFor(() => expect(list.visible.isSearching.value).toBe(false));
  expect(linesOf(list)).toEqual([2]);
});

it('a filter that gets a further term while its facts change is applied to all events', async () => {
  await filterLanguage.load();
  const records = createRecords();
  records.apply([recordOf(1), recordOf(2)]);
  const filter = createFilter();
  let rowOfSession = 1;
  let changeSessions = (): void => undefined;
  const loadFacts: LoadRowFacts = async (_, __, onChange) => {
    changeSessions = onChange;
    return {
      has: ({ row }) => row === rowOfSession,
      whenReady: (callback) => void Promise.resolve().then(callback),
      stop: () => undefined,
    };
  };
  const { scheduler } = createFakeScheduler();
  const list = { records, filter, visible: createVisible(records, filter, scheduler, undefined, loadFacts) };
  filter.setQuery('user-session:*');
  await waitFor(() => expect(linesOf(list)).toEqual([1]));
  rowOfSession = 2;
  changeSessions();
  filter.setQuery('user-session:* kind:interact');
  await waitFor(() => expect(list.visible.isSearching.value).toBe(false));
  expect(linesOf(list)).toEqual([2]);
});

it('the lines of the list stay the same after the list is stopped', () => {
  const list = createList();
  list.visible.stop();
  list.records.apply([recordOf(1)]);
  expect(linesOf(list)).toEqual([]);
});
