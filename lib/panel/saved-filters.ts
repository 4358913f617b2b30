import { type ReadonlySignal, signal } from '@preact/signals';
import { z } from '../zod';

/** Where saved filters are kept: lasting storage of the extension. */
export interface SavedFilterStore {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
}

const KEY = 'saved-filters';
/** A list that one still finds one's way in. */
const MOST = 50;
const savedSchema = z.array(z.string().min(1).max(2000)).max(MOST).catch([]);

/** Filters that were kept for later, newest first, each known by its own words. */
export interface SavedFilters {
  readonly list: ReadonlySignal<readonly string[]>;
  /** Reads what was kept; what is damaged counts as nothing. */
  load(): Promise<void>;
  save(query: string): void;
  drop(query: string): void;
}

export function createSavedFilters(store: SavedFilterStore): SavedFilters {
  const list = signal<readonly string[]>([]);
  const put = (next: readonly string[]) => {
    list.value = next;
    // Kept for this session at least, where the storage is full or closed.
    store.set(KEY, next).catch(() => {});
  };
  return {
    list,
    async load() {
      list.value = savedSchema.parse(await store.get(KEY).catch(() => []));
    },
    save(query) {
      if (query !== '') put([query, ...list.value.filter((other) => other !== query)].slice(0, MOST));
    },
    drop: (query) => put(list.value.filter((other) => other !== query)),
  };
}

/** For panels without storage: kept as long as the panel is open. */
export const noSavedFilterStore: SavedFilterStore = { get: async () => undefined, set: async () => {} };
