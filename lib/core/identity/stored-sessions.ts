import * as z from '#core/util/zod';
import type { SessionVault } from './session-vault';
import { createStoredValue, type KeyValueStorage } from './stored-value';

/** Storages for sessions, and the environments whose sessions outlive the browser. */
export interface StoredSessionsDeps {
  /** Is cleared when the browser closes. */
  readonly memory: KeyValueStorage;
  /** Unencrypted storage on disk. */
  readonly disk: KeyValueStorage;
  /** Encrypted storage on disk. */
  readonly vault: SessionVault;
  /** The provider of each environment whose sessions are stored on disk, by the environment's ID. */
  readonly persistedProviders: () => Promise<ReadonlyMap<string, string>>;
}

export interface PersistedSessions extends KeyValueStorage {
  /** Whether sessions could not be stored or read since the browser started. */
  hasFailed(): Promise<boolean>;
}

/** Key of the IDs of the sessions in the vault. They are readable even if the vault cannot be opened. */
const STORED_IDS_KEY = 'identity.persisted-ids';
const FAILED_KEY = 'identity.persist-failed';

const listSchema = z.catch(
  z.nullable(
    z.object({
      list: z.array(z.looseObject({ id: z.string(), environmentId: z.string(), provider: z.optional(z.string()) })),
      activeIn: z.unknown(),
    }),
  ),
  null,
);

/**
 * Creates a storage of sessions in memory, with an encrypted copy on disk of persisted sessions.
 * The user selects which sessions are persisted.
 * The copy is read only after the browser has started and memory is empty.
 * If the copy can't be written, sessions last until the browser closes.
 */
export function createPersistedSessions({
  memory,
  disk,
  vault,
  persistedProviders,
}: StoredSessionsDeps): PersistedSessions {
  const storedIds = createStoredValue(disk, STORED_IDS_KEY, (stored) => z.catch(z.array(z.string()), []).parse(stored));
  const failed = createStoredValue(memory, FAILED_KEY, (stored) => stored === true);

  async function recordFailure(hasFailed: boolean): Promise<void> {
    if ((await failed.read()) !== hasFailed) await failed.update(() => hasFailed);
  }

  async function setStoredIds(ids: readonly string[]): Promise<void> {
    if (JSON.stringify(await storedIds.read()) !== JSON.stringify(ids)) await storedIds.update(() => [...ids]);
  }

  /** Rejects if a session that was removed from memory remains on disk. */
  async function updateCopy(value: unknown, previousValue: unknown): Promise<void> {
    const sessions = listSchema.parse(value);
    const previousIds = listSchema.parse(previousValue)?.list.map(({ id }) => id) ?? [];
    const providers = await persistedProviders();
    const list = (sessions?.list ?? []).flatMap((session) => {
      const provider = providers.get(session.environmentId);
      return provider === undefined ? [] : [{ ...session, provider }];
    });
    const before = await storedIds.read();
    const ids = list.map(({ id }) => id);
    if (list.length === 0 && before.length === 0) return;
    try {
      if (list.length === 0) return await clear();
      // The IDs are written first. If the worker is stopped in between, the next worker knows what to delete.
      await setStoredIds([...new Set([...before, ...ids])]);
      await vault.write({ list, activeIn: sessions?.activeIn });
      await setStoredIds(ids);
      await recordFailure(false);
    } catch {
      await recordFailure(true);
      const hasRemovedSession = before.some((id) => previousIds.includes(id) && !ids.includes(id));
      try {
        await clear();
      } catch (failure) {
        await setStoredIds(before);
        if (hasRemovedSession) throw failure;
      }
    }
  }

  async function clear(): Promise<void> {
    await vault.clear();
    await setStoredIds([]);
  }

  async function readCopy(): Promise<unknown> {
    if ((await storedIds.read()).length === 0) return undefined;
    const read = await vault.read();
    if (read.ok && read.value !== undefined && read.value !== null) return withoutOutdated(read.value);
    await recordFailure(true);
    // The storage may work again after a restart of the browser.
    if (read.ok || read.failure === 'undecryptable') await clear().catch(() => undefined);
    return undefined;
  }

  /**
   * Removes sessions whose environment is no longer persisted, or has another provider, which must never get their
   * tokens. A failed write leaves such sessions on disk.
   */
  async function withoutOutdated(value: unknown): Promise<unknown> {
    const sessions = listSchema.parse(value);
    if (sessions === null) return value;
    const providers = await persistedProviders();
    const list = sessions.list.filter(
      ({ environmentId, provider }) => provider !== undefined && provider === providers.get(environmentId),
    );
    return { ...sessions, list };
  }

  return {
    get: async (key) => (await memory.get(key)) ?? (await readCopy()),
    set: async (key, value) => {
      const previousValue = await memory.get(key);
      await memory.set(key, value);
      await updateCopy(value, previousValue);
    },
    hasFailed: failed.read,
  };
}
