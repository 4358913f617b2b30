import { signal } from '@preact/signals';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { fieldColumnId } from '#components/panel/event-list/columns/field-columns.ts';
import { defaultListSettings, type ListSettings } from '#components/panel/event-list/columns/list-settings.ts';
import { createLines, isGroupLine, type Line, type Lines } from '#components/panel/event-list/order/list-lines.ts';
import { createRecords, type Records } from '#components/panel/event-list/record-store.ts';
import { isNavigation } from '#components/panel/event-list/rows-with-navigations.ts';
import { createVisible } from '#components/panel/event-list/visible-rows.ts';
import { createFilter, type FilterModel } from '#components/panel/filter/filter.ts';

import type { Json } from '#core/json/json';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { callOf, eventOf, type RecordOverrides, recordOf } from '#tests/fixtures/records';

const home = { frameId: 0, url: 'http://localhost:4173/home' };
const lesson = { frameId: 0, url: 'http://localhost:4173/lesson' };
const eventOfSession = (value: string) => eventOf({ json: { eid: 'INTERACT', context: { sid: value } } });

let records: Records;
let filter: FilterModel;
const settings = signal<ListSettings>(defaultListSettings);
let lines: Lines;

const textOf = (line: Line): string => {
  if (isGroupLine(line)) {
    const counts = `${line.eventCount}/${line.invalidCount}/${line.lostCount}`;
    return `${line.isOpen ? 'v' : '>'} ${line.label} ${counts}`;
  }
  return isNavigation(line) ? `to ${new URL(line.url).pathname}` : String(line.row);
};
const texts = () =>
  Array.from({ length: lines.length.value }, (_, index) => lines.at(index)).map((line) => line && textOf(line));
const changeSettings = (overrides: Partial<ListSettings>) => {
  settings.value = { ...defaultListSettings, ...overrides };
};

beforeEach(() => {
  changeSettings({});
  records = createRecords();
  filter = createFilter();
  lines = createLines({
    visible: createVisible(records, filter, createFakeScheduler().scheduler),
    settings,
    sizeOf: ({ row }) => row % 3,
  });
});

it('the default order of the list is the order of arrival, with page loads at their positions', () => {
  records.apply([recordOf(1), recordOf(2)]);
  records.addNavigations([{ at: 5, url: home.url, afterRow: 2 }]);
  records.apply([recordOf(3)]);
  expect(texts()).toEqual(['1', '2', 'to /home', '3']);
  expect(lines.isInArrivalOrder.value).toBe(true);
});

it('a sorted list accepts more events in one update than a function call accepts arguments', () => {
  changeSettings({ sort: { by: 'size', direction: 'ascending' } });
  expect(texts()).toEqual([]);
  records.apply(Array.from({ length: 130_000 }, (_, index) => recordOf(index + 1)));
  expect(lines.length.value).toBe(130_000);
});

it('a sorted list is sorted by the column, and by arrival if values are equal', () => {
  records.apply([1, 2, 3, 4, 5].map((row) => recordOf(row)));
  changeSettings({ sort: { by: 'size', direction: 'ascending' } });
  expect(texts()).toEqual(['3', '1', '4', '2', '5']);
  changeSettings({ sort: { by: 'size', direction: 'descending' } });
  expect(texts()).toEqual(['2', '5', '1', '4', '3']);
});

it('a list that is sorted by a field shows numbers before texts, and events without the field last in both directions', () => {
  const column = fieldColumnId(['edata', 'item']);
  const values: readonly Json[] = ['b', 10, 9, 'a', true];
  const events = [...values.map((item): Json => ({ edata: { item } })), { edata: {} }];
  records.apply(events.map((json, index) => recordOf(index + 1, { event: eventOf({ json }) })));
  changeSettings({ fields: [['edata', 'item']], sort: { by: column, direction: 'ascending' } });
  expect(texts()).toEqual(['3', '2', '4', '1', '5', '6']);
  changeSettings({ fields: [['edata', 'item']], sort: { by: column, direction: 'descending' } });
  expect(texts()).toEqual(['5', '1', '4', '2', '3', '6']);
  records.apply([recordOf(6, { event: eventOf({ json: { edata: { item: 'aa' } } }) })]);
  expect(texts()).toEqual(['5', '1', '6', '4', '2', '3']);
});

it('a list can be sorted by the file and line of the calling code', () => {
  const stackAt = (line: number) => ({
    call: callOf({ stack: [{ name: '', url: 'http://x/a.js', line, column: 1 }] }),
  });
  records.apply([recordOf(1), recordOf(2, stackAt(100)), recordOf(3, stackAt(20))]);
  changeSettings({ sort: { by: 'caller', direction: 'ascending' } });
  expect(texts()).toEqual(['3', '2', '1']);
});

it('a list that is sorted by verdict shows invalid events first', () => {
  records.apply([recordOf(1), recordOf(2, { verdict: 'invalid' }), recordOf(3, { verdict: 'unknown' })]);
  changeSettings({ sort: { by: 'verdict', direction: 'ascending' } });
  expect(texts()).toEqual(['2', '3', '1']);
});

it('a list that is sorted by journey shows failures before events from a file, whose journey is unknown', () => {
  records.apply([recordOf(1, { event: eventOf({ observedIn: 'file' }) }), recordOf(2, { lost: true })]);
  changeSettings({ sort: { by: 'journey', direction: 'ascending' } });
  expect(texts()).toEqual(['2', '1']);
});

it('a sorted list inserts new events, and moves changed events, to their sorted positions', () => {
  changeSettings({ sort: { by: 'headline', direction: 'ascending' } });
  records.apply([recordOf(1, { headline: 'm' }), recordOf(2, { headline: 'z' })]);
  expect(texts()).toEqual(['1', '2']);
  records.apply([recordOf(3, { headline: 'p' })]);
  records.apply([recordOf(3, { headline: 'a' })]);
  records.apply([recordOf(2, { headline: 'b' })]);
  expect(texts()).toEqual(['3', '2', '1']);
  expect(lines.indexOfRow(2)).toBe(1);
});

it('a list that is sorted by time shows page loads at their positions, and a list that is sorted by another column omits page loads', () => {
  records.apply([recordOf(1, { at: 10 }), recordOf(2, { at: 20 })]);
  records.addNavigations([{ at: 15, url: home.url, afterRow: 1 }]);
  changeSettings({ sort: { by: 'time', direction: 'descending' } });
  expect(texts()).toEqual(['2', 'to /home', '1']);
  changeSettings({ sort: { by: 'kind', direction: 'ascending' } });
  expect(texts()).toEqual(['1', '2']);
});

it('a list that is sorted by time and filtered shows the page load of the matching event after a change moved the match', () => {
  records.addNavigations([
    { at: 5, url: home.url, afterRow: 0 },
    { at: 15, url: lesson.url, afterRow: 1 },
  ]);
  records.apply([recordOf(1, { at: 10, verdict: 'invalid' }), recordOf(2, { at: 20 })]);
  changeSettings({ sort: { by: 'time', direction: 'ascending' } });
  filter.toggleChip('is', 'invalid');
  expect(texts()).toEqual(['to /home', '1']);
  records.apply([recordOf(1, { at: 10 }), recordOf(2, { at: 20, verdict: 'invalid' })]);
  expect(texts()).toEqual(['to /lesson', '2']);
});

it('a list has the same order whether it is sorted after each change or once at the end', () => {
  const size = fc.integer({ min: 0, max: 5 });
  const change = fc.record({ row: fc.integer({ min: 1, max: 40 }), at: size, invalid: fc.boolean() });
  fc.assert(
    fc.property(fc.array(fc.array(change, { minLength: 1, maxLength: 90 }), { maxLength: 6 }), (batches) => {
      const newRecords = createRecords();
      const visible = createVisible(newRecords, createFilter(), createFakeScheduler().scheduler);
      const sortedByTime = signal<ListSettings>({
        ...defaultListSettings,
        sort: { by: 'time', direction: 'descending' },
      });
      const live = createLines({ visible, settings: sortedByTime, sizeOf: () => 0 });
      const rowsOf = (list: Lines) => Array.from({ length: list.length.value }, (_, index) => list.at(index));
      for (const batch of batches) {
        newRecords.apply(
          batch.map(({ row, at, invalid }) => recordOf(row, { at, verdict: invalid ? 'invalid' : 'valid' })),
        );
        rowsOf(live);
      }
      expect(rowsOf(live)).toEqual(rowsOf(createLines({ visible, settings: sortedByTime, sizeOf: () => 0 })));
    }),
    { numRuns: 60 },
  );
});

describe('groups', () => {
  const invalid: RecordOverrides = { verdict: 'invalid' };

  it('a list grouped by page has a header for each page, with its events, its numbers of invalid and lost events, and its page loads', () => {
    changeSettings({ groupBy: 'page' });
    records.apply([recordOf(1, { frame: home }), recordOf(2, { frame: home, lost: true, ...invalid })]);
    records.addNavigations([{ at: 5, url: lesson.url, afterRow: 2 }]);
    records.apply([recordOf(3, { frame: lesson }), recordOf(4, { frame: home })]);
    expect(texts()).toEqual([
      'v localhost:4173/home 3/1/1',
      '1',
      '2',
      '4',
      'v localhost:4173/lesson 1/0/0',
      'to /lesson',
      '3',
    ]);
  });

  it('a list grouped by session moves an event into its session once the session is known', () => {
    changeSettings({ groupBy: 'session' });
    records.apply([recordOf(1, { event: eventOfSession('one') }), recordOf(2, { event: null })]);
    expect(texts()).toEqual(['v one 1/0/0', '1', 'v No session ID 1/0/1', '2']);
    records.apply([recordOf(2, { event: eventOfSession('one') })]);
    expect(texts()).toEqual(['v one 2/0/0', '1', '2']);
  });

  it('a group whose events all moved to other groups shows its page loads again with its next event', () => {
    changeSettings({ groupBy: 'page' });
    records.addNavigations([{ at: 5, url: lesson.url, afterRow: 0 }]);
    records.apply([recordOf(1, { frame: lesson })]);
    expect(texts()).toEqual(['v localhost:4173/lesson 1/0/0', 'to /lesson', '1']);
    records.apply([recordOf(1, { frame: home })]);
    expect(texts()).toEqual(['v localhost:4173/home 1/0/0', '1']);
    records.apply([recordOf(2, { frame: lesson })]);
    expect(texts()).toEqual(['v localhost:4173/home 1/0/0', '1', 'v localhost:4173/lesson 1/0/0', 'to /lesson', '2']);
  });

  it('a group can be collapsed and expanded', () => {
    changeSettings({ groupBy: 'page' });
    records.apply([recordOf(1, { frame: home }), recordOf(2, { frame: lesson })]);
    lines.toggleGroup('localhost:4173/home', false);
    expect(texts()).toEqual(['> localhost:4173/home 1/0/0', 'v localhost:4173/lesson 1/0/0', '2']);
    expect(lines.indexOfRow(1)).toBe(-1);
    expect(lines.indexOfRow(2)).toBe(2);
    expect(lines.indexOfGroup('localhost:4173/lesson')).toBe(1);
    lines.toggleGroup('localhost:4173/home', true);
    expect(lines.indexOfRow(1)).toBe(1);
  });

  it('a grouped list is sorted within its groups, and omits a group without matching events', () => {
    changeSettings({ groupBy: 'page', sort: { by: 'time', direction: 'descending' } });
    records.apply([
      recordOf(1, { frame: home }),
      recordOf(2, { frame: lesson, ...invalid }),
      recordOf(3, { frame: home }),
    ]);
    expect(texts()).toEqual(['v localhost:4173/home 2/0/0', '3', '1', 'v localhost:4173/lesson 1/1/0', '2']);
    filter.toggleChip('is', 'invalid');
    expect(texts()).toEqual(['v localhost:4173/lesson 1/1/0', '2']);
  });
});

it('a list that is sorted while events of a burst are not shown yet has all of them once they are shown', () => {
  records.apply([recordOf(1), recordOf(2)]);
  expect(lines.length.value).toBe(2);
  records.take([recordOf(3)]);
  changeSettings({ sort: { by: 'number', direction: 'descending' } });
  texts();
  records.show();
  expect(texts()).toEqual(['3', '2', '1']);
});

it('a sorted list that is not shown stores the events of a burst without sorting them', () => {
  changeSettings({ sort: { by: 'headline', direction: 'ascending' } });
  let sizeReads = 0;
  const visible = createVisible(records, filter, createFakeScheduler().scheduler);
  const sortedBySize = createLines({
    visible,
    settings: signal<ListSettings>({ ...defaultListSettings, sort: { by: 'size', direction: 'ascending' } }),
    sizeOf: () => {
      sizeReads += 1;
      return 0;
    },
  });
  expect(sortedBySize.length.value).toBe(0);
  for (let batch = 0; batch < 100; batch += 1) {
    records.apply(Array.from({ length: 100 }, (_, index) => recordOf(batch * 100 + index + 1)));
  }
  expect(sizeReads).toBe(0);
  expect(sortedBySize.length.value).toBe(10_000);
  expect(sizeReads).toBeLessThan(25_000);
});
