import { z } from '#core/util/zod';
import { type EntitySession, entitySessionSchema } from './session';
import { createStoredValue, type KeyValueStorage, type StoredValue } from './stored-value';

/** All sessions, oldest first, and which one is in use in each environment. */
export interface Sessions {
  readonly list: readonly EntitySession[];
  readonly activeIn: Readonly<Record<string, string>>;
}

export type SessionStore = StoredValue<Sessions>;

/** A session that cannot be read (an older version's) is dropped alone, not with all the others. */
const sessionsSchema = z
  .object({
    list: z.array(entitySessionSchema.nullable().catch(null)).catch([]),
    activeIn: z.record(z.string(), z.string()).catch({}),
  })
  .catch({ list: [], activeIn: {} });

/** Keeps sessions in a storage that must be memory only and closed to content scripts: they hold tokens. */
export function createSessionStore(storage: KeyValueStorage): SessionStore {
  return createStoredValue(storage, 'identity.sessions', (stored) => {
    const { list, activeIn } = sessionsSchema.parse(stored);
    return { list: list.filter((session) => session !== null), activeIn };
  });
}
