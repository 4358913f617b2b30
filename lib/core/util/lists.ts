/**
 * Appends all items to a list.
 * `push(...items)` throws a RangeError for a long list, because each item is an argument on the stack.
 */
export function appendItems<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item);
}
