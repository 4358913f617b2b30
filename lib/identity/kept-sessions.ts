import { z } from '../zod';
import type { KeyValueStorage } from './stored-value';

/** Where sessions are, and which of them the person wants to outlive the browser. */
export interface KeptSessionsWorld {
  /** Memory only. */
  readonly memory: KeyValueStorage;
  /** On this disk. */
  readonly disk: KeyValueStorage;
  /** Ids of the environments whose sessions are kept. */
  readonly keepsIn: () => Promise<ReadonlySet<string>>;
}

const KEPT = 'identity.kept-sessions';

const listSchema = z
  .object({ list: z.array(z.looseObject({ id: z.string(), environmentId: z.string() })), activeIn: z.unknown() })
  .nullable()
  .catch(null);

/**
 * A storage of sessions in memory, with a copy on disk of those that the person chose to keep. Only after a start of the
 * browser, when memory is empty, the copy is read.
 */
export function createKeptSessions({ memory, disk, keepsIn }: KeptSessionsWorld): KeyValueStorage {
  async function copy(value: unknown): Promise<void> {
    const sessions = listSchema.parse(value);
    const kept = await keepsIn();
    const list = sessions?.list.filter(({ environmentId }) => kept.has(environmentId)) ?? [];
    // Where nothing was ever kept, nothing is ever written.
    if (list.length > 0 || (await disk.get(KEPT)) !== undefined) {
      await disk.set(KEPT, list.length > 0 ? { list, activeIn: sessions?.activeIn } : null);
    }
  }

  return {
    get: async (key) => (await memory.get(key)) ?? (await disk.get(KEPT)) ?? undefined,
    set: async (key, value) => {
      await memory.set(key, value);
      await copy(value);
    },
  };
}
