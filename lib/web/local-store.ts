import { parseJson } from '#core/json/json';
import { createMutex } from '#core/util/mutex';
import type { SharedStore } from '#panel/persistence/synced-list';

/**
 * Creates a store in local storage, which all pages of the origin share.
 * Rejects if storage is full or denied.
 */
export function createLocalStore(): SharedStore {
  const listeners = new Map<string, (() => void)[]>();
  const notify = (key: string): void => {
    for (const handle of listeners.get(key) ?? []) handle();
  };
  // Storage events are dispatched in other pages only, so `set` notifies this page.
  addEventListener('storage', ({ key }) => {
    // The key is `null` if another page has cleared the storage.
    for (const changedKey of key === null ? listeners.keys() : [key]) notify(changedKey);
  });
  const runInPage = createMutex();
  return {
    async get(key) {
      const text = localStorage.getItem(key);
      return text === null ? undefined : parseJson(text);
    },
    async set(key, value) {
      localStorage.setItem(key, JSON.stringify(value));
      notify(key);
    },
    // Web Locks exist in secure contexts only. Without them, the lock is limited to this page.
    runExclusive: async (key, task) =>
      'locks' in navigator ? await navigator.locks.request(`telemetry-v3-${key}`, task) : await runInPage(task),
    subscribe: (key, handle) => void listeners.set(key, [...(listeners.get(key) ?? []), handle]),
  };
}
