import { type ReadonlySignal, signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';
import * as z from '#core/util/zod';
import { createSyncedList, type SharedStore } from '#extension/panel/persistence/synced-list';

const KEY = 'saved-filters';
/** A list that one still finds one's way in. */
const MAX_SAVED_FILTERS = 50;
const savedSchema = z.catch(
  z.array(z.string().check(z.minLength(1), z.maxLength(2000))).check(z.maxLength(MAX_SAVED_FILTERS)),
  [],
);

/** Filters that were kept for later, newest first, each known by its own words. */
export interface SavedFilters {
  readonly list: ReadonlySignal<readonly string[]>;
  /** Reads what was kept; what is damaged counts as nothing. */
  load(): Promise<void>;
  save(query: string): void;
  drop(query: string): void;
}

export function createSavedFilters(store: SharedStore): SavedFilters {
  const list = signal<readonly string[]>([]);
  const together = createSyncedList<string>(store, {
    key: KEY,
    keyOf: (query) => query,
    read: (stored) => savedSchema.parse(stored),
    write: (queries) => queries,
    mine: () => list.peek(),
    take(merge) {
      list.value = merge(list.peek()).slice(0, MAX_SAVED_FILTERS);
    },
    // Still applied for this session if the storage is full or closed.
    onFailure: () => undefined,
  });
  const put = (next: readonly string[]) => {
    list.value = next.slice(0, MAX_SAVED_FILTERS);
    void together.sync();
  };
  return {
    list,
    load: together.sync,
    save(query) {
      if (query !== '') put([query, ...list.value.filter((other) => other !== query)]);
    },
    drop: (query) => put(list.value.filter((other) => other !== query)),
  };
}

export const savedFiltersStore = defineStore(({ app }) => {
  const saved = createSavedFilters(app.storage);
  void saved.load();
  return saved;
});
