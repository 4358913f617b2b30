import type { CellProps, FixedColumn, SortKey } from '../columns/columns';
import type { ListSort } from '../columns/list-settings';
import { isMark, type ListItem } from '../rows-with-navigations';
import { sortKeyOf } from './sort-keys';

/** Fewer changes than that are put in their places one by one; more are sorted and merged. */
const MAX_SINGLE_INSERTS = 64;

/** Items that stay sorted, change by change. */
export interface OrderedItems {
  readonly length: number;
  at(index: number): ListItem | undefined;
  /** Returns the index of this very item; -1 if it is not in the list. */
  indexOf(item: ListItem): number;
  change(gone: readonly ListItem[], come: readonly ListItem[]): void;
}

export function createOrderedItems(order: Order, start: ListItem[]): OrderedItems {
  let items = order.sort(start);

  const placeFor = (item: ListItem): number => {
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const there = items[middle];
      if (there !== undefined && order.compare(there, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const indexOf = (item: ListItem) => {
    const index = placeFor(item);
    const there = items[index];
    return there !== undefined && order.compare(there, item) === 0 ? index : -1;
  };
  const changeOneByOne = (gone: readonly ListItem[], come: readonly ListItem[]) => {
    for (const item of gone) {
      const index = indexOf(item);
      if (index >= 0) items.splice(index, 1);
    }
    for (const item of come) items.splice(placeFor(item), 0, item);
  };
  return {
    get length() {
      return items.length;
    },
    at: (index) => items[index],
    indexOf,
    change(gone, come) {
      if (gone.length + come.length <= MAX_SINGLE_INSERTS) return changeOneByOne(gone, come);
      const left = new Set(gone);
      const staying = left.size > 0 ? items.filter((item) => !left.has(item)) : items;
      items = merge(staying, order.sort([...come]), order);
    },
  };
}

function merge(one: readonly ListItem[], other: readonly ListItem[], { compare }: Order): ListItem[] {
  const [last, first] = [one.at(-1), other[0]];
  if (!last || !first || compare(last, first) < 0) return [...one, ...other];
  const merged: ListItem[] = [];
  let at = 0;
  for (const item of other) {
    for (let next = one[at]; next && compare(next, item) < 0; next = one[at]) {
      merged.push(next);
      at += 1;
    }
    merged.push(item);
  }
  return merged.concat(one.slice(at));
}

/** An order in which no two items are equal. */
export interface Order {
  /** False where only events can be ordered: page loads are omitted then. */
  readonly hasMarks: boolean;
  readonly compare: (one: ListItem, other: ListItem) => number;
  /** Sorts in place; fast for many items, as each key is computed once. */
  readonly sort: (items: ListItem[]) => ListItem[];
}

/** A mark follows the row that it names. */
const placeOf = (item: ListItem) => (isMark(item) ? item.afterRow + 0.5 : item.row);
const byArrival = (one: ListItem, other: ListItem) => placeOf(one) - placeOf(other);

/** Order of arrival. */
export const arrivalOrder: Order = { hasMarks: true, compare: byArrival, sort: (items) => items.sort(byArrival) };

/** Numbers come before texts where a field has both. */
function isBefore(one: string | number, other: string | number): boolean {
  return typeof one === typeof other ? one < other : typeof one === 'number';
}

/** Sorts by a column; equal values keep the order of arrival. */
export function sortedOrder(sort: ListSort, fixed: readonly FixedColumn[], sizeOf: CellProps['sizeOf']): Order {
  const keyOfRecord = sortKeyOf(sort.by, fixed, sizeOf);
  const keyOf = (item: ListItem) => (isMark(item) ? item.at : keyOfRecord(item));
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const compareKeys = (one: SortKey, other: SortKey) => {
    if (one === other) return 0;
    // In both directions, events without a value come last.
    if (one === null || other === null) return one === null ? 1 : -1;
    return isBefore(one, other) ? -sign : sign;
  };
  return {
    hasMarks: sort.by === 'time',
    compare: (one, other) => compareKeys(keyOf(one), keyOf(other)) || byArrival(one, other),
    sort: (items) =>
      items
        .map((item) => ({ item, key: keyOf(item) }))
        .sort((one, other) => compareKeys(one.key, other.key) || byArrival(one.item, other.item))
        .map(({ item }) => item),
  };
}
