import type { ListItem } from '../rows-with-navigations';
import type { Order } from './sort-order';

/** Fewer changes than that are put in their places one by one; more are sorted and merged. */
const MAX_SINGLE_INSERTS = 64;

/** Items that are kept in an order, change by change. */
export interface OrderedItems {
  readonly length: number;
  at(index: number): ListItem | undefined;
  /** Where this very item stands; -1 where it is not. */
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
