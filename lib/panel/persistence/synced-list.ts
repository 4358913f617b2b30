import type { KeyValueStorage } from '#core/identity/stored-value';
import { hasSameItems } from '#core/util/lists';

/** Persistent storage of the extension, which every open panel writes to. */
export interface SharedStore extends KeyValueStorage {
  /** Runs work exclusively among all panels, so that no other panel changes the value meanwhile. */
  runExclusive<Value>(key: string, work: () => Promise<Value>): Promise<Value>;
  /** Calls back whenever the value of the key is set, by this panel or another. */
  subscribe(key: string, handle: () => void): void;
}

/** A list that is stored under a key, and this panel's copy of it. */
export interface SyncedListOptions<Item> {
  readonly key: string;
  readonly keyOf: (item: Item) => string;
  /** Parses the stored value; `undefined` at first. */
  readonly read: (stored: unknown) => readonly Item[];
  /** Returns the value to store. `before` is the stored value, including entries that `read` omitted. */
  readonly write: (items: readonly Item[], before: unknown) => unknown;
  readonly getItems: () => readonly Item[];
  /** Applies the changes of other panels to the list and to its undo history. */
  readonly applyMerge: (merge: (items: readonly Item[]) => readonly Item[]) => void;
  /** Reports that the list could not be read or written. It stays unchanged, and the next `sync` retries. */
  readonly onFailure: () => void;
}

/** List synchronized across panels: a change in one panel is merged into all others. */
export interface SyncedList {
  /** Merges the stored list with this panel's. Call at first and after each change. Never rejects. */
  sync(): Promise<void>;
}

export function createSyncedList<Item>(store: SharedStore, list: SyncedListOptions<Item>): SyncedList {
  const { key, keyOf } = list;
  let base: readonly Item[] = [];
  const mergeAndStore = async (): Promise<void> => {
    const stored = await store.get(key);
    const theirs = list.read(stored);
    const previousBase = base;
    list.applyMerge((items) => mergeLists(previousBase, items, theirs, keyOf));
    const merged = list.getItems();
    if (JSON.stringify(merged) !== JSON.stringify(theirs)) await store.set(key, list.write(merged, stored));
    base = merged;
  };
  const sync = (): Promise<void> => store.runExclusive(key, mergeAndStore).catch(list.onFailure);
  store.subscribe(key, () => void sync());
  return { sync };
}

/**
 * Merges two lists that were derived from the same base.
 * If only one list added, changed or removed an item, the result does so too. If both changed an item, `mine` wins.
 * A change wins over a removal. An item counts as changed if it is another object than in `base`.
 * The order is that of `mine`, unless `theirs` has another order than `base`. Then the order is that of `theirs`, and
 * items that were added in `mine` stay before or after the common items.
 */
export function mergeLists<Item>(
  base: readonly Item[],
  mine: readonly Item[],
  theirs: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const byKey = (items: readonly Item[]) => new Map(items.map((item) => [keyOf(item), item]));
  const [baseByKey, mineByKey, theirsByKey] = [byKey(base), byKey(mine), byKey(theirs)];
  const isChangedHere = (item: Item): boolean => baseByKey.get(keyOf(item)) !== item;
  const mergedItem = (key: string): Item | undefined => {
    const [own, other] = [mineByKey.get(key), theirsByKey.get(key)];
    if (own === undefined) return baseByKey.has(key) ? undefined : other;
    if (isChangedHere(own)) return own;
    return other !== undefined && isSame(own, other) ? own : other;
  };

  const isOrderTheirs =
    theirs.length !== base.length || theirs.some((item, index) => keyOf(item) !== keyOf(base[index] ?? item));
  const added = mine.filter((item) => isChangedHere(item) && !theirsByKey.has(keyOf(item)));
  const firstCommon = mine.findIndex((item) => theirsByKey.has(keyOf(item)));
  const addedInFront = firstCommon < 0 ? [] : added.filter((item) => mine.indexOf(item) < firstCommon);
  const order = isOrderTheirs ? [...addedInFront, ...theirs, ...added.slice(addedInFront.length)] : mine;
  const merged = order.flatMap((item) => {
    const selected = mergedItem(keyOf(item));
    return selected === undefined ? [] : [selected];
  });
  return hasSameItems(merged, mine) ? mine : merged;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
