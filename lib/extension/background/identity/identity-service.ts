import { providerOf } from '#core/identity/environment';
import { isClockSetBack, isRefreshDue, toSessionSummary } from '#core/identity/session';
import { createSessionStore } from '#core/identity/session-store';
import { createPersistedSessions } from '#core/identity/stored-sessions';
import { createMutex } from '#core/util/mutex';
import { type Acting, createActing } from '#extension/background/acting/acting';
import type { IdentityHandlers } from '#extension/protocol/identity-protocol';
import type { IdentityState } from '#extension/protocol/identity-state';
import { createEndedLogIns, type EndedLogIns } from './ended-log-ins';
import { createEnvironmentRequests } from './environment-requests';
import { createEnvironmentStore, type EnvironmentStore, type IdentityDeps, type Stores } from './identity-deps';
import { createLogIn } from './log-in';
import { createLogOut } from './log-out';
import { createProvider } from './provider';
import {
  activate,
  createRefresher,
  type Refresher,
  readClaims,
  readToken,
  refreshNow,
  switchToNext,
} from './session-requests';

export interface IdentityService {
  readonly handlers: IdentityHandlers;
  /** Renews all tokens that are due. Call on the alarm, and when the worker starts. */
  readonly refreshDue: () => Promise<void>;
  /**
   * Returns a session whose access token can be used now, for calls to the registry.
   * The token never leaves the background.
   */
  readonly loadUsableSession: Refresher['loadUsableSession'];
  /** Activates the next entity of the selected environment. */
  readonly switchToNext: () => Promise<void>;
  readonly acting: Acting;
  readonly stores: Stores;
  readonly endedLogIns: EndedLogIns;
}

/**
 * Manages the sessions of the test entities.
 * All state is in the storages, so a restarted worker continues where the last one stopped.
 */
export function createIdentityService(browserDeps: IdentityDeps): IdentityService {
  const stores = createStores(browserDeps);
  const acting = createActing(browserDeps, stores);
  const endedLogIns = createEndedLogIns(browserDeps.localStorage);
  const announce = () => {
    browserDeps.announce();
    acting.reconcile().catch(() => undefined);
    countInMemory(stores)
      .then(endedLogIns.store)
      .catch(() => undefined);
  };
  const deps: IdentityDeps = { ...browserDeps, announce };
  const provider = createProvider(deps);
  const refresher = createRefresher(deps, stores, provider);
  const logIn = createLogIn(deps, stores, provider);
  const logout = createLogOut(deps, stores, provider, acting.stopSession);
  const environments = createEnvironmentRequests(deps, stores, logout);

  /**
   * Updates alarms and header rules after a request.
   * Needed even if the request failed, because the stores may have changed.
   */
  async function withUpdate<Value>(result: Promise<Value>): Promise<Value> {
    try {
      return await result;
    } finally {
      await refresher.schedule();
      announce();
    }
  }

  const handlers: IdentityHandlers = {
    state: () => readState(deps, stores, refresher, acting),
    login: (attempt, { signal }) => withUpdate(logIn(attempt, signal)),
    refresh: ({ sessionId }) => refreshNow(refresher, sessionId),
    logout: ({ sessionId }) => withUpdate(logout.logOut(sessionId)),
    logoutAll: ({ environmentId }) => withUpdate(logout.logOutEnvironment(environmentId)),
    activate: ({ sessionId }) => withUpdate(activate(stores, sessionId)),
    token: ({ sessionId }) => readToken(refresher, sessionId),
    claims: ({ sessionId }) => readClaims(stores, sessionId),
    startActing: (tab) => withUpdate(acting.start(tab)),
    stopActing: async ({ tabId }) => {
      await withUpdate(acting.stop(tabId));
      return null;
    },
    selectEnvironment: ({ environmentId }) => withUpdate(environments.select(environmentId)),
    saveEnvironment: (request) => withUpdate(stores.runExclusive(() => environments.save(request))),
    removeEnvironment: ({ environmentId }) => withUpdate(stores.runExclusive(() => environments.remove(environmentId))),
  };
  const { refreshDue, loadUsableSession } = refresher;
  return {
    handlers,
    refreshDue,
    loadUsableSession,
    acting,
    stores,
    endedLogIns,
    switchToNext: () => withUpdate(switchToNext(deps, stores)),
  };
}

function createStores({ sessionStorage, localStorage, vault }: IdentityDeps): Stores {
  const environments = createEnvironmentStore(localStorage);
  const persistedProviders = () => readPersistedProviders(environments);
  const storage = createPersistedSessions({ memory: sessionStorage, disk: localStorage, vault, persistedProviders });
  return {
    sessions: createSessionStore(storage),
    environments,
    hasStorageFailed: storage.hasFailed,
    runExclusive: createMutex(),
  };
}

async function countInMemory({ sessions, environments }: Stores): Promise<number> {
  const [{ list }, persisted] = await Promise.all([sessions.read(), readPersistedProviders(environments)]);
  return list.filter(({ environmentId }) => !persisted.has(environmentId)).length;
}

async function readPersistedProviders(store: EnvironmentStore): Promise<ReadonlyMap<string, string>> {
  const { environments } = await store.read();
  const persisted = environments.filter(({ keepSessions }) => keepSessions);
  return new Map(persisted.map((environment) => [environment.id, providerOf(environment)]));
}

async function readState(
  deps: IdentityDeps,
  stores: Stores,
  refresher: Refresher,
  acting: Acting,
): Promise<IdentityState> {
  const { environments, currentId, lastUserIds } = await stores.environments.read();
  const { sessions, unreadable } = await stores.sessions.readAll();
  const { list, activeIn } = sessions;
  const { tabs, ended } = await acting.tabs();
  // A clock that was set back delays alarms by hours, so each request checks the sessions too.
  const now = deps.now();
  if (list.some((session) => isClockSetBack(session, now) && isRefreshDue(session, now))) void refresher.refreshDue();
  return {
    environments: [...environments],
    currentEnvironmentId: currentId,
    sessions: list.map(toSessionSummary),
    activeIn,
    lastUserIds,
    hasStorageFailed: await stores.hasStorageFailed(),
    unreadableSessions: unreadable,
    refreshing: [...refresher.refreshingIds()],
    acting: tabs.map(({ tabId, sessionId, pageOrigin }) => ({ tabId, sessionId, pageOrigin })),
    actingEnded: [...ended],
  };
}
