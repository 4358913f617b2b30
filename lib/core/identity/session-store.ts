import { z } from '#core/util/zod';
import { type EntitySession, entitySessionSchema } from './session';
import { createStoredValue, type KeyValueStorage, type StoredValue } from './stored-value';

/** All sessions, oldest first, and which one is in use in each environment. */
export interface Sessions {
  readonly list: readonly EntitySession[];
  readonly activeIn: Readonly<Record<string, string>>;
}

export interface SessionStore extends StoredValue<Sessions> {
  /** How many stored sessions cannot be read. They are dropped with the next change. */
  readonly countUnreadable: () => Promise<number>;
}

/** A session that cannot be read (an older version's) is dropped alone, not with all the others. */
const sessionsSchema = z
  .object({
    list: z.array(entitySessionSchema.nullable().catch(null)).catch([]),
    activeIn: z.record(z.string(), z.string()).catch({}),
  })
  .catch({ list: [], activeIn: {} });

const KEY = 'identity.sessions';

/** Keeps sessions in a storage that must be memory only and closed to content scripts: they hold tokens. */
export function createSessionStore(storage: KeyValueStorage): SessionStore {
  const store = createStoredValue(storage, KEY, (stored) => {
    const { list, activeIn } = sessionsSchema.parse(stored);
    return { list: list.filter((session) => session !== null), activeIn };
  });
  return {
    ...store,
    countUnreadable: async () =>
      sessionsSchema.parse(await storage.get(KEY)).list.filter((session) => session === null).length,
  };
}
