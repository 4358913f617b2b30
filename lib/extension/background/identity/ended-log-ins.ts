import { createStoredValue, type KeyValueStorage } from '#core/identity/stored-value';
import * as z from '#core/util/zod';

/** How many log-ins there are in memory, and how many an update of the extension ended. */
export interface EndedLogIns {
  /** Remembers how many log-ins are in memory only. */
  readonly note: (inMemory: number) => Promise<void>;
  /** The extension was updated or reloaded: the browser has emptied its memory storage. */
  readonly handleUpdate: () => Promise<void>;
  /** The browser was started: that log-ins in memory ended with it is what the popup says of them anyway. */
  readonly handleStartup: () => Promise<void>;
  /** How many log-ins the last update ended, returned once. */
  readonly take: () => Promise<number>;
}

/** Counts log-ins in lasting storage, as they themselves end with memory storage. Stores numbers alone. */
export function createEndedLogIns(storage: KeyValueStorage): EndedLogIns {
  const stored = createStoredValue(storage, KEY, parseCounts);
  return {
    async note(inMemory) {
      if ((await stored.read()).inMemory !== inMemory) await stored.update((counts) => ({ ...counts, inMemory }));
    },
    handleUpdate: async () => void (await stored.update(({ inMemory }) => ({ inMemory: 0, ended: inMemory }))),
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
const countsSchema = z.object({ inMemory: z.number(), ended: z.number() });

function parseCounts(stored: unknown): z.infer<typeof countsSchema> {
  const parsed = countsSchema.safeParse(stored);
  return parsed.success ? parsed.data : NONE;
}
