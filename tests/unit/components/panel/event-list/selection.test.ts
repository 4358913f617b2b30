import { beforeEach, describe, expect, it } from 'vitest';
import { createRecords, type Records } from '#components/panel/event-list/record-store.ts';
import { createSelection, type Selection } from '#components/panel/event-list/selection.ts';
import { createVisible } from '#components/panel/event-list/visible-rows.ts';
import { createFilter, type FilterModel } from '#components/panel/filter/filter.ts';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { recordOf, requestOf } from '#tests/fixtures/records';

let records: Records;
let filter: FilterModel;
let selection: Selection;
const rowsOf = () => selection.selected.value.map(({ row }) => row);

beforeEach(() => {
  records = createRecords();
  filter = createFilter();
  selection = createSelection(records, createVisible(records, filter, createFakeScheduler().scheduler));
  records.apply([recordOf(1), recordOf(2, { kind: 'log', name: 'log' }), recordOf(3), recordOf(4)]);
});

it('the event that is opened is the only selected event', () => {
  selection.select([1, 2, 3], 3);
  selection.open(2);
  expect(rowsOf()).toEqual([2]);
  expect(selection.row.value).toBe(2);
});

it('the selected events are in the order of the list, not in the order of their selection', () => {
  selection.toggle(4);
  selection.toggle(1);
  expect(rowsOf()).toEqual([1, 4]);
  selection.toggle(4);
  expect(rowsOf()).toEqual([1]);
});

it('a selected event that the filter hides is not among the selected events', () => {
  selection.select([1, 2, 3], 3);
  filter.setToken('kind:log');
  expect(rowsOf()).toEqual([2]);
  filter.clear();
  expect(rowsOf()).toEqual([1, 2, 3]);
});

it('the selected events are updated with their records, and are empty after the list is cleared', () => {
  selection.select([1, 3], 3);
  records.apply([recordOf(3, { verdict: 'invalid' })]);
  expect(selection.selected.value.map(({ verdict }) => verdict)).toEqual(['valid', 'invalid']);
  records.clear();
  expect(rowsOf()).toEqual([]);
});

it('5,000 events can be selected at once', () => {
  records.apply(Array.from({ length: 5000 }, (_, index) => recordOf(index + 1)));
  selection.select(
    records.all().map(({ row }) => row),
    5000,
  );
  expect(rowsOf()).toHaveLength(5000);
});

it('the last selected event becomes the open event if the details are open', () => {
  selection.select([1], 1);
  expect(selection.row.value).toBeNull();
  selection.open(1);
  selection.select([1, 2, 3], 3, 1);
  expect(selection.row.value).toBe(3);
  expect(selection.anchor.value).toBe(1);
});

it('selection.narrow leaves only the open event selected, and selection.close clears the selection', () => {
  selection.open(1);
  selection.toggle(3);
  selection.narrow();
  expect(rowsOf()).toEqual([3]);
  selection.close();
  expect(rowsOf()).toEqual([]);
  expect(selection.row.value).toBeNull();
});

describe('tabs of the details', () => {
  beforeEach(() => {
    const failed = requestOf({ end: { status: 'failed', message: 'net::ERR_FAILED', durationMs: 1 } });
    records.apply([recordOf(2, { verdict: 'invalid' }), recordOf(3, { requests: [failed] })]);
  });
  const tabOf = (row: number) => {
    selection.open(row);
    return selection.tab.value;
  };

  it('the details open on the findings of an invalid event, on the journey of a failed event, and else on the event', () => {
    expect([1, 2, 3].map(tabOf)).toEqual(['event', 'findings', 'journey']);
  });

  it('the selected tab stays the same when the event changes', () => {
    selection.open(1);
    records.apply([recordOf(1, { verdict: 'invalid' })]);
    expect(selection.tab.value).toBe('event');
  });

  it('a tab that the user selects remains selected for other rows', () => {
    selection.open(1);
    selection.selectTab('changes');
    expect([1, 2, 3].map(tabOf)).toEqual(['changes', 'changes', 'changes']);
  });

  it('showing a path selects the tree tab for the row of that path only', () => {
    selection.open(2);
    selection.show(['event', 'edata']);
    expect(selection.tab.value).toBe('event');
    expect([3, 2].map(tabOf)).toEqual(['journey', 'findings']);
  });
});
