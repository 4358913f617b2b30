import { effect } from '@preact/signals-core';
import type { KeyValueStorage } from '#core/identity/stored-value';
import { type Message, message } from '#core/util/message';

export interface PersistedValueDeps {
  /** Persistent storage of the extension. */
  readonly store: KeyValueStorage;
  /** Shows the user that changes are not stored. */
  readonly notify: (problem: Message) => void;
}

interface PersistedValueOptions {
  readonly key: string;
  /** Reads the value to store from signals. */
  readonly value: () => unknown;
  /** Parses and applies the stored value: `undefined` if nothing is stored. */
  readonly restore: (stored: unknown) => void;
}

export interface PersistedValue {
  /**
   * Restores the stored value, and stores each change from then on.
   * If the stored value cannot be read, no change is stored, because it would overwrite that value.
   */
  load(): Promise<void>;
}

/** Persists the user's input, so that it outlives the panel. Each change is written. */
export function createPersistedValue(
  { store, notify }: PersistedValueDeps,
  { key, value, restore }: PersistedValueOptions,
): PersistedValue {
  let hasNotified = false;

  const notifyOnce = () => {
    if (!hasNotified) notify(message('page.draftsNotStored'));
    hasNotified = true;
  };
  const persistChanges = () => {
    let isFirst = true;
    effect(() => {
      const current = value();
      // Written at once, because a closing panel cannot write later. The value that was just read is not written.
      if (!isFirst) void store.set(key, current).catch(notifyOnce);
      isFirst = false;
    });
  };

  return {
    async load() {
      let stored: unknown;
      try {
        stored = await store.get(key);
      } catch {
        notifyOnce();
        restore(undefined);
        return;
      }
      restore(stored);
      persistChanges();
    },
  };
}
