import { effect } from '@preact/signals-core';
import type { KeyValueStorage } from '#core/identity/stored-value';
import { type Message, message } from '#core/util/message';

export interface PersistedValueDeps {
  /** Lasting storage of the extension. */
  readonly store: KeyValueStorage;
  /** Shows the user that what is typed is not kept. */
  readonly notify: (problem: Message) => void;
}

interface PersistedValueOptions {
  readonly key: string;
  /** What is to be written now; made of signals. */
  readonly value: () => unknown;
  /** Puts what was stored into its place: whatever it is, `undefined` at first. */
  readonly restore: (stored: unknown) => void;
}

export interface PersistedValue {
  /** Puts what was kept into its place, and keeps what is changed from then on. */
  load(): Promise<void>;
}

/** Keeps something that one types while no panel is open: written with every change. */
export function createPersistedValue(
  { store, notify }: PersistedValueDeps,
  { key, value, restore }: PersistedValueOptions,
): PersistedValue {
  let hasNotified = false;

  const write = () => {
    store.set(key, value()).catch(() => {
      if (!hasNotified) notify(message('page.draftsNotStored'));
      hasNotified = true;
    });
  };
  const keep = () => {
    let isFirst = true;
    effect(() => {
      value();
      // Written at once: a closing panel cannot write later. A value just read is not written.
      if (!isFirst) write();
      isFirst = false;
    });
  };

  return {
    async load() {
      restore(await store.get(key).catch(() => undefined));
      keep();
    },
  };
}
