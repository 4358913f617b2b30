import type { SharedStore } from '#panel/persistence/synced-list';
import { listenStored, localStorage } from '../storage';

/** Lasting storage, for what several panels keep together. */
export const sharedStorage: SharedStore = {
  ...localStorage,
  runExclusive: async (key, work) =>
    'locks' in navigator ? await navigator.locks.request(`stored ${key}`, work) : work(),
  listen: (key, handle) => void listenStored(key, handle),
};
