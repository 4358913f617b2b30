import { expect, it } from 'vitest';
import { DRAFTS_KEY, deleteEarlierData } from '#panel/persistence/earlier-data';
import { createMemoryStore } from '#panel/persistence/memory-store';
import { SETTINGS_KEY } from '#panel/persistence/retention';

async function storeWithData() {
  const storage = createMemoryStore();
  await storage.set(SETTINGS_KEY, { keepFor: 'week' });
  await storage.set(DRAFTS_KEY, { kind: 'log', drafts: { log: {} } });
  await storage.set('compose-samples', '[]');
  return storage;
}

it('settings and drafts from before version 1 are deleted together with the captures, and nothing else is', async () => {
  const storage = await storeWithData();
  expect(await deleteEarlierData({ deleteEarlierCaptures: async () => true, storage })).toBe(true);
  expect(await storage.get(SETTINGS_KEY)).toEqual({});
  expect(await storage.get(DRAFTS_KEY)).toEqual({});
  expect(await storage.get('compose-samples')).toBe('[]');
});

it.each([
  ['there are no captures from before version 1', async () => false],
  ['the database of captures does not open', () => Promise.reject(new Error('corrupt'))],
])('settings and drafts are not deleted if %s', async (_what, deleteEarlierCaptures) => {
  const storage = await storeWithData();
  expect(await deleteEarlierData({ deleteEarlierCaptures, storage })).toBe(false);
  expect(await storage.get(SETTINGS_KEY)).toEqual({ keepFor: 'week' });
});
