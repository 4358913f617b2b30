import { createMutex } from '#core/util/mutex';
import type { SharedStore } from './synced-list';

/** Creates a store of JSON values in memory, for panels without storage. */
export function createMemoryStore(): SharedStore {
  const texts = new Map<string, string>();
  const listeners = new Map<string, (() => void)[]>();
  const runExclusive = createMutex();
  return {
    async get(key) {
      const text = texts.get(key);
      return text === undefined ? undefined : JSON.parse(text);
    },
    async set(key, value) {
      texts.set(key, JSON.stringify(value));
      for (const handle of listeners.get(key) ?? []) handle();
    },
    runExclusive: (_, work) => runExclusive(work),
    subscribe: (key, handle) => void listeners.set(key, [...(listeners.get(key) ?? []), handle]),
  };
}
