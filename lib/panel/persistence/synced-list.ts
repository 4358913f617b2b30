import type { KeyValueStorage } from '#core/identity/stored-value';
import { mergeLists } from '#core/util/merge-lists';

/** Lasting storage of the extension, which every open panel writes to. */
export interface SharedStore extends KeyValueStorage {
  /** One after the other, over all panels: what is read in one's turn is not changed by another before it is over. */
  runExclusive<Value>(key: string, work: () => Promise<Value>): Promise<Value>;
  /** Tells whenever the value of the key was set, by this panel or another. */
  listen(key: string, handle: () => void): void;
}

/** A list that is kept under a key, and how this panel holds it. */
export interface SyncedListOptions<Item> {
  readonly key: string;
  readonly keyOf: (item: Item) => string;
  /** Whatever is stored; `undefined` at first. */
  readonly read: (stored: unknown) => readonly Item[];
  /** What is to be stored. `before` is what was: entries that `read` omitted are in it. */
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
