import { expect, it } from 'vitest';
import { createLocalStore } from '#web/local-store';

it('a value of the local storage that is invalid JSON is read as unset', async () => {
  localStorage.setItem('settings', '{"theme":');
  expect(await createLocalStore().get('settings')).toBeUndefined();
});

it('a stored value is reported to the listeners of its key, and is read back', async () => {
  const store = createLocalStore();
  const notified: string[] = [];
  store.subscribe('settings', () => notified.push('settings'));
  store.subscribe('filters', () => notified.push('filters'));
  await store.set('settings', { theme: 'dark' });
  expect(notified).toEqual(['settings']);
  expect(await createLocalStore().get('settings')).toEqual({ theme: 'dark' });
});

it('a page that clears the local storage notifies the listeners of all keys in other pages', () => {
  const store = createLocalStore();
  const notified: string[] = [];
  store.subscribe('settings', () => notified.push('settings'));
  store.subscribe('filters', () => notified.push('filters'));
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(notified).toEqual(['settings', 'filters']);
});
