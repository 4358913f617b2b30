import { browser } from 'wxt/browser';
import type { KeyValueStorage } from '../identity/stored-value';

/** Lasting storage on this machine. Content scripts can read it: nothing secret goes here. */
export const localStorage: KeyValueStorage = {
  get: async (key) => (await browser.storage.local.get(key))[key],
  set: (key, value) => browser.storage.local.set({ [key]: value }),
};

/** Memory storage of the extension's own pages, gone when the browser closes. */
export const sessionStorage: KeyValueStorage = {
  get: async (key) => (await browser.storage.session.get(key))[key],
  set: (key, value) => browser.storage.session.set({ [key]: value }),
};

/**
 * Closes memory storage to content scripts. That is Chromium's default, said aloud because tokens are in it; in Firefox,
 * which has no levels, memory storage is never open to them.
 */
export async function closeSessionStorageToPages(): Promise<void> {
  const { session } = browser.storage;
  if (typeof session.setAccessLevel === 'function') await session.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
}
