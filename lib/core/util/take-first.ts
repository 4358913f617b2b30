/** Yields at most `limit` of the items. */
export function* takeFirst<Item>(items: Iterable<Item>, limit: number): Iterable<Item> {
  let yielded = 0;
  for (const item of items) {
    if (yielded === limit) return;
    yielded += 1;
    yield item;
  }
}
