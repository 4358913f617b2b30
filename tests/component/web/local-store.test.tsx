import { expect, it } from 'vitest';
import { createLocalStore } from '#web/local-store';

it('a value of the local storage that is no JSON counts as absent', async () => {
  localStorage.setItem('settings', '{"theme":');
  expect(await createLocalStore().get('settings')).toBeUndefined();
});

it('a value that is set reaches the listeners of its key, and is read again', async () => {
  const store = createLocalStore();
  const notified: string[] = [];
  store.listen('settings', () => notified.push('settings'));
  store.listen('filters', () => notified.push('filters'));
  await store.set('settings', { theme: 'dark' });
  expect(notified).toEqual(['settings']);
  expect(await createLocalStore().get('settings')).toEqual({ theme: 'dark' });
});
