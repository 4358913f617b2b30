/**
 * One list out of two that were made of the same one, each by itself.
 * What either added, changed or dropped stays so. Where both changed an item it is as in `mine`, and what one changed
 * the other cannot drop. An item counts as changed where it is another object than in `base`. The order is that of
 * `mine`, unless that of `theirs` is not that of `base` any more: then it is theirs, and what was added here stands
 * before or behind it, as it did in `mine`.
 */
export function mergeLists<Item>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const byKey = (items: readonly Item[]) => new Map(items.map((item) => [keyOf(item), item]));
  const [before, here, there] = [byKey(base), byKey(mine), byKey(theirs)];
  const isChangedHere = (item: Item): boolean => before.get(keyOf(item)) !== item;
  const settled = (key: string): Item | undefined => {
    const [own, other] = [here.get(key), there.get(key)];
    if (own === undefined) return before.has(key) ? undefined : other;
    if (isChangedHere(own)) return own;
    return other !== undefined && isSame(own, other) ? own : other;
  };

  const isOrderTheirs =
    theirs.length !== base.length || theirs.some((item, index) => keyOf(item) !== keyOf(base[index] ?? item));
  const behind = mine.filter((item) => isChangedHere(item) && !there.has(keyOf(item)));
  const firstKnown = mine.findIndex((item) => there.has(keyOf(item)));
  const inFront = firstKnown < 0 ? [] : behind.filter((item) => mine.indexOf(item) < firstKnown);
  const order = isOrderTheirs ? [...inFront, ...theirs, ...behind.slice(inFront.length)] : mine;
  const merged = order.flatMap((item) => {
    const chosen = settled(keyOf(item));
    return chosen === undefined ? [] : [chosen];
  });
  const isMine = merged.length === mine.length && merged.every((item, index) => item === mine[index]);
  return isMine ? mine : merged;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
