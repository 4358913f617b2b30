import { expect, it } from 'vitest';
import { assignSlots, type Slot, sortByKeys } from '#components/panel/event-list/grid/use-slots.ts';

const identity = (line: number) => line;
const slotsOf = (slots: readonly Slot<number>[]) => slots.map(({ item, slot }) => [item, slot]);
const createSlots = (...slots: readonly (readonly [line: number, slot: number])[]): readonly Slot<number>[] =>
  slots.map(([item, slot]) => ({ slot, key: item, item }));

it('a line retains its slot while it is rendered, and a new line reuses a free slot', () => {
  const first = assignSlots([1, 2, 3], identity, []);
  expect(slotsOf(first)).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
  ]);
  expect(slotsOf(assignSlots([2, 3, 4], identity, first))).toEqual([
    [2, 1],
    [3, 2],
    [4, 0],
  ]);
});

it('rows that are all new reuse the elements in DOM order, so that no element is moved', () => {
  const shown = createSlots([2, 1], [3, 2], [4, 0]);
  const others = assignSlots([7, 8, 9, 10], identity, shown);
  expect(slotsOf(others)).toEqual([
    [7, 1],
    [8, 2],
    [9, 0],
    [10, 3],
  ]);
});

it('a slot that is in use is not assigned to another line', () => {
  const shown = createSlots([2, 1], [3, 0]);
  expect(slotsOf(assignSlots([2, 3, 4, 5], identity, shown))).toEqual([
    [2, 1],
    [3, 0],
    [4, 2],
    [5, 3],
  ]);
});

it('while the user scrolls, existing elements retain their DOM order and new elements are appended', () => {
  const before = createSlots([1, 0], [2, 1], [3, 2]);
  const scrolled = createSlots([3, 2], [1, 0], [4, 3]);
  expect(slotsOf(sortByKeys(before, scrolled))).toEqual([
    [1, 0],
    [3, 2],
    [4, 3],
  ]);
});
