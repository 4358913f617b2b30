import { type ReadonlySignal, signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';
import { MAX_FILTER_CHARACTERS } from '#core/query/event-filter';
import * as z from '#core/util/zod';
import { createSyncedList, type SharedStore } from '#panel/persistence/synced-list';

const KEY = 'saved-filters';
/** A longer list is hard to scan. */
const MAX_SAVED_FILTERS = 50;
const MAX_NAME_CHARS = 100;

const querySchema = z.string().check(z.minLength(1), z.maxLength(MAX_FILTER_CHARACTERS));
/** A filter without a name is stored as its query alone. */
const storedSchema = z.union([
  querySchema,
  z.object({ query: querySchema, name: z.string().check(z.minLength(1), z.maxLength(MAX_NAME_CHARS)) }),
]);

export interface SavedFilter {
  readonly query: string;
  /** `null` for a filter that is shown by its query. */
  readonly name: string | null;
}

/** Filters that the user saved, newest first, without duplicates. */
export interface SavedFilters {
  readonly list: ReadonlySignal<readonly SavedFilter[]>;
  /** Loads the stored filters, without the damaged ones. */
  load(): Promise<void>;
  /** Renames the filter if it is saved already. */
  save(query: string, name?: string): void;
  remove(query: string): void;
}

export function createSavedFilters(store: SharedStore): SavedFilters {
  const list = signal<readonly SavedFilter[]>([]);
  const syncedList = createSyncedList<SavedFilter>(store, {
    key: KEY,
    // Includes the name, so that a renamed filter replaces the old one in the other panels too.
    keyOf: ({ query, name }) => JSON.stringify([query, name]),
    read: (stored) => (Array.isArray(stored) ? stored.flatMap(readSaved).slice(0, MAX_SAVED_FILTERS) : []),
    write: (filters) => filters.map((each) => (each.name === null ? each.query : each)),
    getItems: () => list.peek(),
    applyMerge(merge) {
      list.value = merge(list.peek()).slice(0, MAX_SAVED_FILTERS);
    },
    // If the storage is full or closed, the change still applies until the panel is closed.
    onFailure: () => undefined,
  });
  const replaceAll = (next: readonly SavedFilter[]) => {
    list.value = next.slice(0, MAX_SAVED_FILTERS);
    void syncedList.sync();
  };
  return {
    list,
    load: syncedList.sync,
    save(query, name = '') {
      const saved = { query, name: name.trim().slice(0, MAX_NAME_CHARS) || null };
      if (query !== '') replaceAll([saved, ...list.value.filter((other) => other.query !== query)]);
    },
    remove: (query) => replaceAll(list.value.filter((other) => other.query !== query)),
  };
}

function readSaved(stored: unknown): readonly SavedFilter[] {
  const { data } = storedSchema.safeParse(stored);
  if (data === undefined) return [];
  return [typeof data === 'string' ? { query: data, name: null } : data];
}

export const savedFiltersStore = defineStore(({ app }) => {
  const saved = createSavedFilters(app.storage);
  void saved.load();
  return saved;
});
