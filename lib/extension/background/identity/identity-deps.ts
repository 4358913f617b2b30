import { type Environment, environmentSchema } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import type { ProviderConnection } from '#core/identity/provider-request';
import type { EpochMilliseconds } from '#core/identity/session';
import type { SessionStore } from '#core/identity/session-store';
import type { SessionVault } from '#core/identity/session-vault';
import { createStoredValue, type KeyValueStorage, type StoredValue } from '#core/identity/stored-value';
import type { createMutex } from '#core/util/mutex';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import type { HeaderRule } from '#extension/background/acting/header-rules';
import type { ActingBadge } from '#extension/background/badge/badge-labels';

/** Browser functions of the identity service. */
export interface IdentityDeps extends Pick<ProviderConnection, 'fetch' | 'deadline'> {
  /** Memory storage, not accessible to content scripts. Contains the tokens. */
  readonly sessionStorage: KeyValueStorage;
  /** Encrypted storage on disk. Contains the sessions that the user chose to store. */
  readonly vault: SessionVault;
  /** Persistent storage. Contains the environments. */
  readonly localStorage: KeyValueStorage;
  readonly now: () => EpochMilliseconds;
  readonly newId: () => string;
  /** Sets the alarm that calls `refreshDue`, even after the worker was stopped. `null` clears the alarm. */
  readonly setAlarm: (at: EpochMilliseconds | null) => Promise<void>;
  /** Whether the extension may call the hosts of a pattern. */
  readonly hasPermission: (pattern: string) => Promise<boolean>;
  /** Notifies open views that identities changed. */
  readonly announce: () => void;
  readonly acting: ActingBrowser;
}

export interface Stores {
  readonly sessions: SessionStore;
  readonly environments: EnvironmentStore;
  /** Whether sessions could not be stored or read. */
  readonly hasStorageFailed: () => Promise<boolean>;
  /**
   * Serializes steps that use a session with its environment. The steps must not wait for a provider.
   * A session that is stored while its environment changes would send the token of one provider to another.
   */
  readonly runExclusive: ReturnType<typeof createMutex>;
}

export async function requireEnvironment(stores: Stores, id: string): Promise<Result<Environment, LoginFailure>> {
  const environment = findEnvironment(await stores.environments.read(), id);
  return environment === null ? fail({ reason: 'gone', item: 'environment' }) : succeed(environment);
}

/** Browser functions for acting as an entity. */
export interface ActingBrowser {
  /** Returns the ids of the active header rules, which the browser discards when it closes. */
  readonly readRuleIds: () => Promise<readonly number[]>;
  /** Removes rules. Unknown ids are ignored. */
  readonly removeRules: (ids: readonly number[]) => Promise<void>;
  /**
   * Replaces the rules with these ids atomically.
   * Rejects if the browser rejects one of them.
   */
  readonly replaceRules: (ids: readonly number[], rules: readonly HeaderRule[]) => Promise<void>;
  readonly readTab: (tabId: number) => Promise<TabPage>;
  readonly showOnTab: (tabId: number, badge: ActingBadge | null) => Promise<void>;
  /** Sets the alarm that calls `reconcile` when a token expires. `null` clears the alarm. */
  readonly setAlarm: (at: number | null) => Promise<void>;
}

/**
 * The page that a tab shows.
 * `changing` is the time between two pages, in which Firefox reports neither.
 */
export type TabPage =
  | { readonly status: 'closed' | 'unreadable' | 'changing' }
  | { readonly status: 'readable'; readonly url: string };

/** The stored settings: no token, no password. */
interface Settings {
  readonly environments: readonly Environment[];
  /** The selected environment; empty if there is none. */
  readonly currentId: string;
  /** The last user id of each environment, the initial value of the log-in form. */
  readonly lastUserIds: Readonly<Record<string, string>>;
}

export type EnvironmentStore = StoredValue<Settings>;

const settingsSchema = z.object({
  environments: z.array(z.catch(z.nullable(environmentSchema), null)),
  currentId: z.catch(z.string(), ''),
  lastUserIds: z.catch(z.record(z.string(), z.string()), {}),
});

const NO_SETTINGS: Settings = { environments: [], currentId: '', lastUserIds: {} };

/** Creates the persistent store of environments. It is empty until the user adds one. */
export function createEnvironmentStore(storage: KeyValueStorage): EnvironmentStore {
  return createStoredValue(storage, 'identity.environments', (stored) => {
    const settings = settingsSchema.safeParse(stored);
    if (!settings.success) return NO_SETTINGS;
    const environments = settings.data.environments.filter((environment) => environment !== null);
    return { ...settings.data, environments, currentId: selectedIdOf(environments, settings.data.currentId) };
  });
}

/** Returns the id of the selected environment if it still exists, otherwise that of the first. */
function selectedIdOf(environments: readonly Environment[], id: string): string {
  return environments.find((environment) => environment.id === id)?.id ?? environments[0]?.id ?? '';
}

export function findEnvironment(settings: Settings, id: string): Environment | null {
  return settings.environments.find((environment) => environment.id === id) ?? null;
}

/** Adds or replaces an environment, and selects it. */
export function withEnvironment(settings: Settings, saved: Environment): Settings {
  const isSaved = ({ id }: Environment) => id === saved.id;
  const environments = settings.environments.some(isSaved)
    ? settings.environments.map((environment) => (isSaved(environment) ? saved : environment))
    : [...settings.environments, saved];
  return { ...settings, environments, currentId: saved.id };
}

export function withoutEnvironment(settings: Settings, id: string): Settings {
  const environments = settings.environments.filter((environment) => environment.id !== id);
  const { [id]: _forgotten, ...lastUserIds } = settings.lastUserIds;
  return { environments, currentId: selectedIdOf(environments, settings.currentId), lastUserIds };
}

export function withLastUserId(settings: Settings, id: string, userId: string): Settings {
  return { ...settings, lastUserIds: { ...settings.lastUserIds, [id]: userId } };
}
