import { expect, it } from 'vitest';
import { createSavedFilters, type SavedFilters } from '#components/panel/filter/saved-filters.ts';
import { MAX_FILTER_CHARACTERS } from '#core/query/event-filter';
import { createMemoryStore } from '#panel/persistence/memory-store';
import { waitFor } from '#tests/drivers/wait-for';

const KEY = 'saved-filters';
const queriesOf = (saved: SavedFilters) => saved.list.value.map(({ query }) => query);

it('saved filters are listed newest first, without duplicates, and are restored in the next panel', async () => {
  const store = createMemoryStore();
  const saved = createSavedFilters(store);
  await saved.load();
  saved.save('is:lost');
  saved.save('kind:log');
  saved.save('is:lost');
  const next = createSavedFilters(store);
  await next.load();
  expect(queriesOf(next)).toEqual(['is:lost', 'kind:log']);
  next.remove('is:lost');
  await waitFor(async () => expect(await store.get(KEY)).toEqual(['kind:log']));
});

it('saved filters have a name if the user enters one; filters that an earlier version stored as plain texts have no name', async () => {
  const store = createMemoryStore();
  await store.set(KEY, ['kind:log']);
  const saved = createSavedFilters(store);
  await saved.load();
  saved.save('is:lost', ' What went astray ');
  const other = createSavedFilters(store);
  await waitFor(async () => {
    await other.load();
    expect(other.list.value).toEqual([
      { query: 'is:lost', name: 'What went astray' },
      { query: 'kind:log', name: null },
    ]);
  });
  saved.save('is:lost', 'Lost');
  await waitFor(() => expect(other.list.value[0]).toEqual({ query: 'is:lost', name: 'Lost' }));
  expect(other.list.value).toHaveLength(2);
});

it('two panels share one list of saved filters', async () => {
  const store = createMemoryStore();
  const [one, other] = [createSavedFilters(store), createSavedFilters(store)];
  await Promise.all([one.load(), other.load()]);
  one.save('is:invalid');
  await waitFor(() => expect(queriesOf(other)).toEqual(['is:invalid']));
  one.save('is:lost');
  other.save('kind:log');
  await waitFor(() => expect(queriesOf(one)).toEqual(['kind:log', 'is:lost', 'is:invalid']));
  one.save('is:lost');
  await waitFor(() => expect(queriesOf(other)).toEqual(['is:lost', 'kind:log', 'is:invalid']));
});

it('damaged saved filters are ignored', async () => {
  const store = createMemoryStore();
  await store.set(KEY, { 0: 'is:lost' });
  const saved = createSavedFilters(store);
  await saved.load();
  expect(saved.list.value).toEqual([]);
});

it('saved filters stay available for the session if the storage rejects them', async () => {
  const failing = async () => {
    throw new Error('quota');
  };
  const saved = createSavedFilters({ ...createMemoryStore(), get: failing, set: failing });
  await saved.load();
  saved.save('is:lost');
  expect(queriesOf(saved)).toEqual(['is:lost']);
});

it('a saved filter of the maximum length is restored together with the others', async () => {
  const store = createMemoryStore();
  const saved = createSavedFilters(store);
  await saved.load();
  const longest = 'x'.repeat(MAX_FILTER_CHARACTERS);
  saved.save('is:lost');
  saved.save(longest);
  const next = createSavedFilters(store);
  await waitFor(async () => {
    await next.load();
    expect(queriesOf(next)).toEqual([longest, 'is:lost']);
  });
  expect(queriesOf(saved)).toEqual([longest, 'is:lost']);
});

it('a damaged saved filter is skipped, and the others are restored', async () => {
  const store = createMemoryStore();
  await store.set(KEY, ['is:lost', { query: 7 }, 'x'.repeat(MAX_FILTER_CHARACTERS + 1), 'kind:log']);
  const saved = createSavedFilters(store);
  await saved.load();
  expect(queriesOf(saved)).toEqual(['is:lost', 'kind:log']);
});
