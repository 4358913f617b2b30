import { createMemoryStorage, type MemoryStorage } from '../../core/identity/memory-storage';

/** `chrome.storage.session.QUOTA_BYTES`. */
const SESSION_QUOTA_BYTES = 10 * 1024 * 1024;

/** Bytes that Chromium counts for each value and each key of an object beside the text. */
const NODE_BYTES = 40;

/** Creates a storage that rejects values beyond the quota of `storage.session`, which all keys share. */
export function createSessionStorage(): MemoryStorage {
  const storage = createMemoryStorage();
  const sizes = new Map<string, number>();
  return {
    ...storage,
    async set(key, value) {
      const others = [...sizes].reduce((sum, [name, size]) => (name === key ? sum : sum + size), 0);
      const size = sizeOf(key) + sizeOf(value);
      if (others + size > SESSION_QUOTA_BYTES) throw new Error('Session storage quota bytes exceeded.');
      sizes.set(key, size);
      await storage.set(key, value);
    },
  };
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return NODE_BYTES + Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return NODE_BYTES;
  return Object.entries(value).reduce((sum, [key, child]) => {
    const keyBytes = Array.isArray(value) ? 0 : NODE_BYTES + Buffer.byteLength(key);
    return sum + keyBytes + sizeOf(child);
  }, NODE_BYTES);
}
