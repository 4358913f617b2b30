import { browser } from 'wxt/browser';
import type { KeyValueStorage } from '#core/identity/stored-value';

/** Persistent storage on this machine, unencrypted: for nothing secret. */
export const localStorage: KeyValueStorage = {
  get: async (key) => (await browser.storage.local.get(key))[key],
  set: (key, value) => browser.storage.local.set({ [key]: value }),
};

/**
 * Reports the value of a `storage.local` key whenever any page sets it.
 * Returns an unsubscribe function.
 */
export function onStoredChange(key: string, listener: (value: unknown, before: unknown) => void): () => void {
  const handle = (
    changes: Record<string, { readonly newValue?: unknown; readonly oldValue?: unknown }>,
    area: string,
  ): void => {
    const change = changes[key];
    if (area === 'local' && change) listener(change.newValue, change.oldValue);
  };
  browser.storage.onChanged.addListener(handle);
  return () => browser.storage.onChanged.removeListener(handle);
}

/** Memory storage of the extension's own pages, cleared when the browser closes. */
export const sessionStorage: KeyValueStorage = {
  get: async (key) => (await browser.storage.session.get(key))[key],
  set: (key, value) => browser.storage.session.set({ [key]: value }),
};

interface AccessLimitedArea {
  readonly setAccessLevel?: (level: { readonly accessLevel: 'TRUSTED_CONTEXTS' }) => Promise<void>;
}

/**
 * Denies content scripts access to both storages.
 * For memory storage this is Chromium's default, set explicitly because it contains tokens. Persistent storage is
 * accessible by default. Firefox has no access levels: there, content scripts never have access to memory storage.
 */
export async function closeStorageToPages(): Promise<void> {
  const areas: readonly AccessLimitedArea[] = [browser.storage.session, browser.storage.local];
  for (const area of areas) await area.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' });
}
