import * as z from '#core/util/zod';
import { type EntitySession, entitySessionSchema } from './session';
import { createStoredValue, type KeyValueStorage, type StoredValue } from './stored-value';

/** All sessions, oldest first, and which one is in use in each environment. */
export interface Sessions {
  readonly list: readonly EntitySession[];
  readonly activeIn: Readonly<Record<string, string>>;
}

interface StoredSessions {
  readonly sessions: Sessions;
  /** How many stored sessions cannot be read. They are dropped with the next change. */
  readonly unreadable: number;
}

/** The log-in sessions in the browser's storage. */
export interface SessionStore extends StoredValue<Sessions> {
  readonly readAll: () => Promise<StoredSessions>;
}

/** A session that cannot be read is dropped alone, not with all the others. */
const sessionsSchema = z.catch(
  z.object({
    list: z.catch(z.array(z.catch(z.nullable(entitySessionSchema), null)), []),
    activeIn: z.catch(z.record(z.string(), z.string()), {}),
  }),
  { list: [], activeIn: {} },
);

const KEY = 'identity.sessions';

/**
 * Keeps sessions in a storage that must be memory only and closed to content scripts.
 * They hold tokens.
 */
export function createSessionStore(storage: KeyValueStorage): SessionStore {
  return {
    ...createStoredValue(storage, KEY, (stored) => parseSessions(stored).sessions),
    readAll: async () => parseSessions(await storage.get(KEY)),
  };
}

function parseSessions(stored: unknown): StoredSessions {
  const { list: all, activeIn } = sessionsSchema.parse(stored);
  const list = all.filter((session) => session !== null);
  return { sessions: { list, activeIn }, unreadable: all.length - list.length };
}
