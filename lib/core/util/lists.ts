/**
 * Appends all items to a list.
 * `push(...items)` throws a RangeError for a long list, because each item is an argument on the stack.
 */
export function appendItems<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}

/** Yields at most `limit` of the items. */
export function* takeFirst<Item>(items: Iterable<Item>, limit: number): Iterable<Item> {
  let yielded = 0;
  for (const item of items) {
    if (yielded === limit) return;
    yielded += 1;
    yield item;
  }
}

/** Whether two lists have the same items in the same order. Objects are compared by identity. */
export function hasSameItems(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one === other || (one.length === other.length && one.every((item, index) => item === other[index]));
}
