import type { CellProps, FixedColumn, SortKey } from '../columns/columns';
import type { ListSort } from '../columns/list-settings';
import { isNavigation, type ListItem } from '../rows-with-navigations';
import { createSortKey } from './sort-keys';

/** Up to this number, changes are inserted one by one; more are sorted and merged. */
const MAX_SINGLE_INSERTS = 64;

/** Items that stay sorted through every change. */
export interface OrderedItems {
  readonly length: number;
  at(index: number): ListItem | undefined;
  /** Returns the index of an item, or -1 if the list does not contain it. */
  indexOf(item: ListItem): number;
  change(removed: readonly ListItem[], added: readonly ListItem[]): void;
}

export function createOrderedItems(order: Order, start: ListItem[]): OrderedItems {
  let items = order.sort(start);

  const insertionIndex = (item: ListItem): number => {
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = items[middle];
      if (other !== undefined && order.compare(other, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const indexOf = (item: ListItem) => {
    const index = insertionIndex(item);
    const candidate = items[index];
    return candidate !== undefined && order.compare(candidate, item) === 0 ? index : -1;
  };
  const changeOneByOne = (removed: readonly ListItem[], added: readonly ListItem[]) => {
    for (const item of removed) {
      const index = indexOf(item);
      if (index >= 0) items.splice(index, 1);
    }
    for (const item of added) items.splice(insertionIndex(item), 0, item);
  };
  return {
    get length() {
      return items.length;
    },
    at: (index) => items[index],
    indexOf,
    change(removed, added) {
      if (removed.length + added.length <= MAX_SINGLE_INSERTS) return changeOneByOne(removed, added);
      const removedSet = new Set(removed);
      const remaining = removedSet.size > 0 ? items.filter((item) => !removedSet.has(item)) : items;
      items = merge(remaining, order.sort([...added]), order);
    },
  };
}

function merge(one: readonly ListItem[], other: readonly ListItem[], { compare }: Order): ListItem[] {
  const [last, first] = [one.at(-1), other[0]];
  if (!last || !first || compare(last, first) < 0) return [...one, ...other];
  const merged: ListItem[] = [];
  let index = 0;
  for (const item of other) {
    for (let next = one[index]; next && compare(next, item) < 0; next = one[index]) {
      merged.push(next);
      index += 1;
    }
    merged.push(item);
  }
  return merged.concat(one.slice(index));
}

/** An order in which no two items are equal. */
export interface Order {
  /** Whether page loads are ordered, too. Otherwise they are omitted. */
  readonly hasNavigations: boolean;
  readonly compare: (one: ListItem, other: ListItem) => number;
  /** Returns the sorted items, and may sort the array in place. Computes the key of each item once. */
  readonly sort: (items: ListItem[]) => ListItem[];
}

/** The position of an item in the order of arrival. A navigation follows the row that it names. */
const arrivalIndex = (item: ListItem) => (isNavigation(item) ? item.afterRow + 0.5 : item.row);
const byArrival = (one: ListItem, other: ListItem) => arrivalIndex(one) - arrivalIndex(other);

export const arrivalOrder: Order = { hasNavigations: true, compare: byArrival, sort: (items) => items.sort(byArrival) };

/** Numbers come before texts if a field has both. */
function isBefore(one: string | number, other: string | number): boolean {
  return typeof one === typeof other ? one < other : typeof one === 'number';
}

/** Sorts by a column; equal values keep the order of arrival. */
export function sortedOrder(sort: ListSort, fixed: readonly FixedColumn[], sizeOf: CellProps['sizeOf']): Order {
  const keyOfRecord = createSortKey(sort.by, fixed, sizeOf);
  const keyOf = (item: ListItem) => (isNavigation(item) ? item.at : keyOfRecord(item));
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const compareKeys = (one: SortKey, other: SortKey) => {
    if (one === other) return 0;
    // Events without a value come last in both directions.
    if (one === null || other === null) return one === null ? 1 : -1;
    return isBefore(one, other) ? -sign : sign;
  };
  return {
    hasNavigations: sort.by === 'time',
    compare: (one, other) => compareKeys(keyOf(one), keyOf(other)) || byArrival(one, other),
    sort: (items) =>
      items
        .map((item) => ({ item, key: keyOf(item) }))
        .sort((one, other) => compareKeys(one.key, other.key) || byArrival(one.item, other.item))
        .map(({ item }) => item),
  };
}
