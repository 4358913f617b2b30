import * as z from '#core/util/zod';
import { type EntitySession, entitySessionSchema } from './session';
import { createStoredValue, type KeyValueStorage, type StoredValue } from './stored-value';

/** All sessions, the oldest first, and the ID of the active session of each environment. */
export interface Sessions {
  readonly list: readonly EntitySession[];
  readonly activeIn: Readonly<Record<string, string>>;
}

interface StoredSessions {
  readonly sessions: Sessions;
  /** Number of unreadable stored sessions. The next change drops them. */
  readonly unreadable: number;
}

/** The log-in sessions in the browser's storage. */
export interface SessionStore extends StoredValue<Sessions> {
  readonly readAll: () => Promise<StoredSessions>;
}

/** Drops only the unreadable sessions, not the whole list. */
const sessionsSchema = z.catch(
  z.object({
    list: z.catch(z.array(z.catch(z.nullable(entitySessionSchema), null)), []),
    activeIn: z.catch(z.record(z.string(), z.string()), {}),
  }),
  { list: [], activeIn: {} },
);

const KEY = 'identity.sessions';

/**
 * Creates access to the stored sessions, which contain tokens.
 * The storage must be in memory only and inaccessible to content scripts.
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
