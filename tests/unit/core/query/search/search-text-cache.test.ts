import { beforeEach, expect, it, vi } from 'vitest';
import { createRecords, type Records } from '#components/panel/event-list/record-store.ts';
import { createVisible, type VisibleItems } from '#components/panel/event-list/visible-rows.ts';
import { createFilter, type FilterModel } from '#components/panel/filter/filter.ts';
import { createIndexedFinder } from '#core/query/search/indexed-finder';
import { createSearchIndex } from '#core/query/search/search-index';
import { createSearchTextCache, type SearchTextCache } from '#core/query/search/search-text-cache';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { recordOf } from '#tests/fixtures/records';

let records: Records;
let filter: FilterModel;
let texts: SearchTextCache;
let visible: VisibleItems;
let preparedCount: number;
let fake: ReturnType<typeof createFakeScheduler>;

beforeEach(() => {
  records = createRecords();
  filter = createFilter();
  fake = createFakeScheduler();
  preparedCount = 0;
  const plain = createIndexedFinder();
  const finder = {
    ...plain,
    prepare: (record: JudgedRecord) => {
      preparedCount += 1;
      plain.prepare(record);
    },
  };
  texts = createSearchTextCache(records, finder, fake.scheduler);
  visible = createVisible(records, filter, fake.scheduler);
});

const add = (from: number, count: number) =>
  records.apply(
    Array.from({ length: count }, (_, index) => recordOf(from + index, { headline: index % 2 ? 'odd' : 'even' })),
  );

it('search texts are created in batches of 600 once they are requested', () => {
  add(1, 2_000);
  expect(preparedCount).toBe(0);
  texts.prepare();
  expect(preparedCount).toBe(600);
  fake.runTasks();
  expect(preparedCount).toBe(1_200);
  for (let run = 0; run < 10; run += 1) fake.runTasks();
  expect(preparedCount).toBe(2_000);
  texts.prepare();
  expect(preparedCount).toBe(2_000);
});

it('search texts are created for the events that arrive after a clear', () => {
  add(1, 1_000);
  texts.prepare();
  fake.runTasks();
  records.clear();
  records.forget();
  add(1_001, 1_000);
  texts.prepare();
  fake.runTasks();
  expect(preparedCount).toBe(2_000);
});

it('search texts of unchanged records are not created again, and search does not wait for them', () => {
  add(1, 2_000);
  texts.prepare();
  for (let run = 0; run < 10; run += 1) fake.runTasks();
  records.addNavigations([{ at: Number.MAX_SAFE_INTEGER, url: 'next', afterRow: 2_000 }]);
  records.apply([recordOf(2_000, { lost: true })]);
  const ready = vi.fn();
  texts.whenReady(ready);
  expect(ready).toHaveBeenCalledOnce();
  for (let run = 0; run < 10; run += 1) fake.runTasks();
  expect(preparedCount).toBe(2_000);
});

it('a stopped search computes no further texts, and unsubscribes from the list', () => {
  add(1, 2_000);
  let listenerCount = 0;
  const list = {
    all: records.all,
    subscribe: () => {
      listenerCount += 1;
      return () => {
        listenerCount -= 1;
      };
    },
  };
  const index = createSearchIndex({
    records: list,
    scheduler: fake.scheduler,
    filter: { query: [] },
    passingRecords: records.all,
  });
  index.prepare();
  expect(listenerCount).toBeGreaterThan(0);
  expect(fake.pendingCount()).toBe(1);
  index.stop();
  expect(listenerCount).toBe(0);
  expect(fake.pendingCount()).toBe(0);
});

it('a word in the filter is searched for immediately in a short list', () => {
  add(1, 500);
  filter.setText('odd');
  expect(visible.eventCount.value).toBe(250);
  expect(visible.isSearching.value).toBe(false);
});

it('a long list stays unchanged and shows that a search is running until the search texts are ready', () => {
  add(1, 2_000);
  filter.setText('odd');
  expect(visible.isSearching.value).toBe(true);
  expect(visible.eventCount.value).toBe(2_000);
  add(2_001, 10);
  expect(visible.eventCount.value).toBe(2_010);
  filter.setText('even');
  for (let run = 0; run < 4; run += 1) fake.runTasks();
  expect(visible.isSearching.value).toBe(false);
  expect(visible.eventCount.value).toBe(1_005);
});

it('search does not wait for a word that was removed from the filter', () => {
  add(1, 2_000);
  filter.setText('odd');
  filter.clear();
  expect(visible.isSearching.value).toBe(false);
  expect(visible.eventCount.value).toBe(2_000);
  filter.setText('is:invalid');
  for (let run = 0; run < 4; run += 1) fake.runTasks();
  expect(visible.eventCount.value).toBe(0);
});
