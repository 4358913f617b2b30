import { beforeEach, describe, expect, it } from 'vitest';
import { createRecords, type Records } from '#components/panel/event-list/record-store.ts';
import { createSelection, type Selection } from '#components/panel/event-list/selection.ts';
import { createVisible } from '#components/panel/event-list/visible-rows.ts';
import { createFilter, type FilterModel } from '#components/panel/filter/filter.ts';
import { createHandScheduler } from '#tests/fixtures/hand-scheduler';
import { recordOf, requestOf } from '#tests/fixtures/records';

let records: Records;
let filter: FilterModel;
let selection: Selection;
const rowsOf = () => selection.selected.value.map(({ row }) => row);

beforeEach(() => {
  records = createRecords();
  filter = createFilter();
  selection = createSelection(records, createVisible(records, filter, createHandScheduler().scheduler));
  records.apply([recordOf(1), recordOf(2, { kind: 'log', name: 'log' }), recordOf(3), recordOf(4)]);
});

it('the selected events are the open one alone, after a click', () => {
  selection.choose([1, 2, 3], 3);
  selection.open(2);
  expect(rowsOf()).toEqual([2]);
  expect(selection.row.value).toBe(2);
});

it('the selected events are in the order of the list, in whatever order they were chosen', () => {
  selection.toggle(4);
  selection.toggle(1);
  expect(rowsOf()).toEqual([1, 4]);
  selection.toggle(4);
  expect(rowsOf()).toEqual([1]);
});

it('the selected events are those that the filter shows', () => {
  selection.choose([1, 2, 3], 3);
  filter.setToken('kind:log');
  expect(rowsOf()).toEqual([2]);
  filter.clear();
  expect(rowsOf()).toEqual([1, 2, 3]);
});

it('the selected events are as they are now, and none after the list was cleared', () => {
  selection.choose([1, 3], 3);
  records.apply([recordOf(3, { verdict: 'invalid' })]);
  expect(selection.selected.value.map(({ verdict }) => verdict)).toEqual(['valid', 'invalid']);
  records.clear();
  expect(rowsOf()).toEqual([]);
});

it('the selected events may be all of 5,000', () => {
  records.apply(Array.from({ length: 5000 }, (_, index) => recordOf(index + 1)));
  selection.choose(
    records.all().map(({ row }) => row),
    5000,
  );
  expect(rowsOf()).toHaveLength(5000);
});

it('the open event becomes the one that was chosen last, where the details are open', () => {
  selection.choose([1], 1);
  expect(selection.row.value).toBeNull();
  selection.open(1);
  selection.choose([1, 2, 3], 3, 1);
  expect(selection.row.value).toBe(3);
  expect(selection.anchor.value).toBe(1);
});

it('the open event is selected alone again after Esc, and closes with the next', () => {
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

  it('the tab of the open event is its findings where it is invalid, its journey where it failed, else the event', () => {
    expect([1, 2, 3].map(tabOf)).toEqual(['event', 'findings', 'journey']);
  });

  it('the tab of the open event does not change when the event does', () => {
    selection.open(1);
    records.apply([recordOf(1, { verdict: 'invalid' })]);
    expect(selection.tab.value).toBe('event');
  });

  it('a tab that is chosen by hand stays from row to row', () => {
    selection.open(1);
    selection.chooseTab('changes');
    expect([1, 2, 3].map(tabOf)).toEqual(['changes', 'changes', 'changes']);
  });

  it('a place that is shown opens the tree of its own row only', () => {
    selection.open(2);
    selection.show(['event', 'edata']);
    expect(selection.tab.value).toBe('event');
    expect([3, 2].map(tabOf)).toEqual(['journey', 'findings']);
  });
});
