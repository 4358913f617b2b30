import type { SharedStore } from '#panel/persistence/synced-list';
import { localStorage, onStoredChange } from './storage';

/** Persistent storage that all pages of the extension share. */
export const sharedStorage: SharedStore = {
  ...localStorage,
  runExclusive: async (key, work) =>
    'locks' in navigator ? await navigator.locks.request(`stored ${key}`, work) : work(),
  subscribe: (key, handle) => void onStoredChange(key, handle),
};
