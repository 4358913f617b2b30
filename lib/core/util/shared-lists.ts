/**
 * Creates a function that returns the first of equal lists, so that lists can be compared by identity.
 * Items must not contain line breaks. Use it for few different lists: each stays in memory.
 */
export function createSharedLists<Item extends string>(): (items: readonly Item[]) => readonly Item[] {
  const lists = new Map<string, readonly Item[]>();
  return (items) => {
    const key = items.join('\n');
    const shared = lists.get(key) ?? items;
    lists.set(key, shared);
    return shared;
  };
}
