import { parseJson } from '#core/json/json';
import { createMutex } from '#core/util/mutex';
import type { SharedStore } from '#panel/persistence/synced-list';

/** Creates the store of all pages of this origin, in the browser's local storage. Rejects where that is full or forbidden. */
export function createLocalStore(): SharedStore {
  const listeners = new Map<string, (() => void)[]>();
  const notify = (key: string): void => {
    for (const handle of listeners.get(key) ?? []) handle();
  };
  // The storage itself tells other pages only.
  addEventListener('storage', ({ key }) => {
    if (key !== null) notify(key);
  });
  const runHere = createMutex();
  return {
    async get(key) {
      const text = localStorage.getItem(key);
      return text === null ? undefined : parseJson(text);
    },
    async set(key, value) {
      localStorage.setItem(key, JSON.stringify(value));
      notify(key);
    },
    // Browsers have locks in secure contexts only.
    runExclusive: async (key, work) =>
      'locks' in navigator ? await navigator.locks.request(`telemetry-v3-${key}`, work) : await runHere(work),
    listen: (key, handle) => void listeners.set(key, [...(listeners.get(key) ?? []), handle]),
  };
}
