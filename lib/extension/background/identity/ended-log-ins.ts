import { createStoredValue, type KeyValueStorage } from '#core/identity/stored-value';
import * as z from '#core/util/zod';

/** Counts the log-ins in memory, and those that an update of the extension ended. */
export interface EndedLogIns {
  /** Stores the number of log-ins that are in memory only. */
  readonly store: (inMemory: number) => Promise<void>;
  /** Call after an update or reload of the extension, for which the browser clears memory storage. */
  readonly handleUpdate: () => Promise<void>;
  /** Call when the browser starts. Resets the counts: the popup says that such log-ins end with the browser. */
  readonly handleStartup: () => Promise<void>;
  /** Returns the number of log-ins that updates ended since the last call, and then resets the number. */
  readonly take: () => Promise<number>;
}

/**
 * Creates the counter in persistent storage, because an update of the extension clears memory storage.
 * Stores only numbers.
 */
export function createEndedLogIns(storage: KeyValueStorage): EndedLogIns {
  const stored = createStoredValue(storage, KEY, (value) => countsSchema.parse(value));
  return {
    async store(inMemory) {
      if ((await stored.read()).inMemory !== inMemory) await stored.update((counts) => ({ ...counts, inMemory }));
    },
    handleUpdate: async () =>
      void (await stored.update(({ inMemory, ended }) => ({ inMemory: 0, ended: ended + inMemory }))),
    handleStartup: async () => void (await stored.update(() => NONE)),
    async take() {
      const { ended } = await stored.read();
      if (ended > 0) await stored.update((counts) => ({ ...counts, ended: 0 }));
      return ended;
    },
  };
}

const KEY = 'memoryLogIns';
const NONE = { inMemory: 0, ended: 0 };
const countsSchema = z.catch(z.object({ inMemory: z.number(), ended: z.number() }), NONE);
