import { describe, expect, it, vi } from 'vitest';
import { createSavedFilters } from '#components/panel/filter/saved-filters.ts';
import { createMemoryStore } from '#extension/panel/persistence/memory-store';

const KEY = 'saved-filters';

describe('saved filters', () => {
  it('saved filters are kept newest first, each once, and found again by the next panel', async () => {
    const store = createMemoryStore();
    const saved = createSavedFilters(store);
    await saved.load();
    saved.save('is:lost');
    saved.save('kind:log');
    saved.save('is:lost');
    const next = createSavedFilters(store);
    await next.load();
    expect(next.list.value).toEqual(['is:lost', 'kind:log']);
    next.drop('is:lost');
    await vi.waitFor(async () => expect(await store.get(KEY)).toEqual(['kind:log']));
  });

  it('saved filters of two panels are one list', async () => {
    const store = createMemoryStore();
    const [one, other] = [createSavedFilters(store), createSavedFilters(store)];
    await Promise.all([one.load(), other.load()]);
    one.save('is:invalid');
    await vi.waitFor(() => expect(other.list.value).toEqual(['is:invalid']));
    one.save('is:lost');
    other.save('kind:log');
    await vi.waitFor(() => expect(one.list.value).toEqual(['kind:log', 'is:lost', 'is:invalid']));
    one.save('is:lost');
    await vi.waitFor(() => expect(other.list.value).toEqual(['is:lost', 'kind:log', 'is:invalid']));
  });

  it('saved filters that are damaged count as none', async () => {
    const store = createMemoryStore();
    await store.set(KEY, { 0: 'is:lost' });
    const saved = createSavedFilters(store);
    await saved.load();
    expect(saved.list.value).toEqual([]);
  });

  it('saved filters are there for this session where the storage takes nothing', async () => {
    const refuse = async () => {
      throw new Error('quota');
    };
    const saved = createSavedFilters({ ...createMemoryStore(), get: refuse, set: refuse });
    await saved.load();
    saved.save('is:lost');
    expect(saved.list.value).toEqual(['is:lost']);
  });
});
