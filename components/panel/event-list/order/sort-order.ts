import type { CellProps, FixedColumn, SortKey } from '../columns/columns';
import type { ListSort } from '../columns/list-settings';
import { isMark, type ListItem } from '../rows-with-navigations';
import { sortKeyOf } from './sort-keys';

/** An order in which no two items are equal. */
export interface Order {
  /** False where only events can be ordered: page loads are omitted then. */
  readonly hasMarks: boolean;
  readonly compare: (one: ListItem, other: ListItem) => number;
  /** Sorts in place; for many items, as each is asked for its key only once. */
  readonly sort: (items: ListItem[]) => ListItem[];
}

/** Marks stand after the row that they name and before the next. */
const placeOf = (item: ListItem) => (isMark(item) ? item.afterRow + 0.5 : item.row);
const byArrival = (one: ListItem, other: ListItem) => placeOf(one) - placeOf(other);

/** As they came. */
export const arrivalOrder: Order = { hasMarks: true, compare: byArrival, sort: (items) => items.sort(byArrival) };

/** Of a field that is a number in one event and a text in another, the numbers come first. */
function isBefore(one: string | number, other: string | number): boolean {
  return typeof one === typeof other ? one < other : typeof one === 'number';
}

/** By a column; what is equal there stands as it came. */
export function sortedOrder(sort: ListSort, fixed: readonly FixedColumn[], sizeOf: CellProps['sizeOf']): Order {
  const keyOfRecord = sortKeyOf(sort.by, fixed, sizeOf);
  const keyOf = (item: ListItem) => (isMark(item) ? item.at : keyOfRecord(item));
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const compareKeys = (one: SortKey, other: SortKey) => {
    if (one === other) return 0;
    // Whatever the direction, what one looks for comes before events that have nothing of it.
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
