import { expect, it } from 'vitest';
import { createLocalStore } from '#web/local-store';

it('a value of the local storage that is no JSON counts as absent', async () => {
  localStorage.setItem('settings', '{"theme":');
  expect(await createLocalStore().get('settings')).toBeUndefined();
});

it('a value that is set is told to the listeners of its key, and read again', async () => {
  const store = createLocalStore();
  const told: string[] = [];
  store.listen('settings', () => told.push('settings'));
  store.listen('filters', () => told.push('filters'));
  await store.set('settings', { theme: 'dark' });
  expect(told).toEqual(['settings']);
  expect(await createLocalStore().get('settings')).toEqual({ theme: 'dark' });
});
