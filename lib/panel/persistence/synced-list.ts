import type { KeyValueStorage } from '#core/identity/stored-value';

/** Lasting storage of the extension, which every open panel writes to. */
export interface SharedStore extends KeyValueStorage {
  /** One after the other, over all panels: what is read in one's turn is not changed by another before it is over. */
  runExclusive<Value>(key: string, work: () => Promise<Value>): Promise<Value>;
  /** Tells whenever the value of the key was set, by this panel or another. */
  listen(key: string, handle: () => void): void;
}

/** A list that is stored under a key, and this panel's copy of it. */
export interface SyncedListOptions<Item> {
  readonly key: string;
  readonly keyOf: (item: Item) => string;
  /** Whatever is stored; `undefined` at first. */
  readonly read: (stored: unknown) => readonly Item[];
  /** Returns the value to store. `before` is the stored value, including entries that `read` omitted. */
  readonly write: (items: readonly Item[], before: unknown) => unknown;
  readonly mine: () => readonly Item[];
  /** Puts what the other panels did into the list, and into whatever this panel may go back to. */
  readonly take: (merge: (items: readonly Item[]) => readonly Item[]) => void;
  /** Reports that the list could not be read or written. It stays unchanged, and the next `sync` retries. */
  readonly onFailure: () => void;
}

/** Keeps one list in all panels: what is done in one is in the others a moment later, and none undoes another's. */
export interface SyncedList {
  /** Brings the stored list and this panel's together: at first, and after each change. Never rejects. */
  sync(): Promise<void>;
}

export function createSyncedList<Item>(store: SharedStore, list: SyncedListOptions<Item>): SyncedList {
  const { key, keyOf } = list;
  let base: readonly Item[] = [];
  const bringTogether = async (): Promise<void> => {
    const stored = await store.get(key);
    const theirs = list.read(stored);
    const known = base;
    list.take((items) => mergeLists(known, items, theirs, keyOf));
    const merged = list.mine();
    if (JSON.stringify(merged) !== JSON.stringify(theirs)) await store.set(key, list.write(merged, stored));
    base = merged;
  };
  const sync = (): Promise<void> => store.runExclusive(key, bringTogether).catch(list.onFailure);
  store.listen(key, () => void sync());
  return { sync };
}

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
