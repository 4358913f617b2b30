import type { Environment } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import type { ProviderConnection } from '#core/identity/provider-request';
import type { EpochMilliseconds } from '#core/identity/session';
import type { SessionStore } from '#core/identity/session-store';
import type { SessionVault } from '#core/identity/session-vault';
import type { KeyValueStorage } from '#core/identity/stored-value';
import { fail, type Result, succeed } from '#core/util/result';
import type { HeaderRule } from '#extension/background/acting/header-rules';
import type { ActingBadge } from '#extension/background/badge/badge-labels';

import { type EnvironmentStore, findEnvironment } from './environments';

/** What the identity service needs of the browser. */
export interface IdentityDeps extends Pick<ProviderConnection, 'fetch' | 'deadline'> {
  /** Memory only, closed to content scripts: holds the tokens. */
  readonly sessionStorage: KeyValueStorage;
  /** On this disk, encrypted: holds the sessions that the user chose to keep. */
  readonly vault: SessionVault;
  /** Lasting: holds the environments. */
  readonly localStorage: KeyValueStorage;
  readonly now: () => EpochMilliseconds;
  readonly newId: () => string;
  /** One alarm, which calls `refreshDue` even when the worker has been stopped. `null` clears it. */
  readonly setAlarm: (at: EpochMilliseconds | null) => Promise<void>;
  /** Whether the browser lets the extension call the hosts of a pattern. */
  readonly hasPermission: (pattern: string) => Promise<boolean>;
  /** Tells open views that something changed. */
  readonly announce: () => void;
  readonly acting: ActingBrowser;
}

export interface Stores {
  readonly sessions: SessionStore;
  readonly environments: EnvironmentStore;
  /** Whether sessions that were to be kept could not be stored or read. */
  readonly hasStorageFailed: () => Promise<boolean>;
}

export async function requireEnvironment(stores: Stores, id: string): Promise<Result<Environment, LoginFailure>> {
  const environment = findEnvironment(await stores.environments.read(), id);
  return environment === null ? fail({ reason: 'gone', what: 'environment' }) : succeed(environment);
}

/** What acting needs of the browser. */
export interface ActingBrowser {
  /** Ids of the header rules that are in force. They live in memory, until the browser closes. */
  readonly ruleIds: () => Promise<readonly number[]>;
  /** Ids that name no rule are ignored, so there is nothing that the browser could refuse. */
  readonly removeRules: (ids: readonly number[]) => Promise<void>;
  /**
   * Puts rules in the place of those with the ids, in one step.
   * Rejects where the browser refuses one of them.
   */
  readonly replaceRules: (ids: readonly number[], rules: readonly HeaderRule[]) => Promise<void>;
  readonly readTab: (tabId: number) => Promise<ShownPage>;
  readonly showOnTab: (tabId: number, badge: ActingBadge | null) => Promise<void>;
  /** One alarm that calls `reconcile`, for when a token ends. */
  readonly setAlarm: (at: number | null) => Promise<void>;
}

/** What a tab shows; `changing` is between two pages, where Firefox tells neither. */
export type ShownPage =
  | { readonly status: 'closed' | 'unreadable' | 'changing' }
  | { readonly status: 'readable'; readonly url: string };
