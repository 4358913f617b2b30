import { describe, expect, it } from 'vitest';
import { createSavedFilters } from '../../../lib/panel/saved-filters';

function storeWith(kept: unknown) {
  const values = new Map<string, unknown>([['saved-filters', kept]]);
  return {
    values,
    get: async (key: string) => values.get(key),
    set: async (key: string, value: unknown) => {
      values.set(key, value);
    },
  };
}

describe('saved filters', () => {
  it('are kept newest first, each once, and found again by the next panel', async () => {
    const store = storeWith(undefined);
    const saved = createSavedFilters(store);
    await saved.load();
    saved.save('is:lost');
    saved.save('kind:log');
    saved.save('is:lost');
    const next = createSavedFilters(store);
    await next.load();
    expect(next.list.value).toEqual(['is:lost', 'kind:log']);
    next.drop('is:lost');
    expect(store.values.get('saved-filters')).toEqual(['kind:log']);
  });

  it('that are damaged count as none', async () => {
    const saved = createSavedFilters(storeWith({ 0: 'is:lost' }));
    await saved.load();
    expect(saved.list.value).toEqual([]);
  });

  it('are there for this session where the storage takes nothing', async () => {
    const refuse = async () => {
      throw new Error('quota');
    };
    const saved = createSavedFilters({ get: refuse, set: refuse });
    await saved.load();
    saved.save('is:lost');
    expect(saved.list.value).toEqual(['is:lost']);
  });
});
