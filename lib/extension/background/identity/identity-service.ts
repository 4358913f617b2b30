import { isClockSetBack, summaryOf } from '#core/identity/session';
import { createSessionStore } from '#core/identity/session-store';
import { createPersistedSessions } from '#core/identity/stored-sessions';
import { type Acting, createActing } from '#extension/background/acting/acting';
import type { IdentityHandlers } from '#extension/protocol/identity-protocol';
import type { IdentityState } from '#extension/protocol/identity-state';
import { createEndedLogIns, type EndedLogIns } from './ended-log-ins';
import { createEnvironmentRequests } from './environment-requests';
import { createEnvironmentStore, type EnvironmentStore } from './environments';
import type { IdentityDeps, Stores } from './identity-deps';
import { createLogIn } from './log-in';
import { createLogOut } from './log-out';
import { createProvider } from './provider';
import { createRefresher, type Refresher } from './refresher';
import { activate, claimsOf, refreshNow, switchToNext, tokenOf } from './session-requests';

export interface IdentityService {
  readonly handlers: IdentityHandlers;
  /** For the alarm, and once when the worker starts. */
  readonly refreshDue: () => Promise<void>;
  /**
   * A session whose access token can be used now, for calls to the registry.
   * It never leaves the background.
   */
  readonly usable: Refresher['usable'];
  /** Puts the next entity of the chosen environment to use. */
  readonly switchToNext: () => Promise<void>;
  readonly acting: Acting;
  readonly stores: Stores;
  readonly endedLogIns: EndedLogIns;
}

/**
 * Holds the sessions of the test entities.
 * Everything lasting is in the storages, so that a new service on the same storages (a worker started again) goes on
 * where the last one stopped.
 */
export function createIdentityService(browser: IdentityDeps): IdentityService {
  const stores = createStores(browser);
  const acting = createActing(browser, stores);
  const endedLogIns = createEndedLogIns(browser.localStorage);
  const announce = () => {
    browser.announce();
    acting.reconcile().catch(() => undefined);
    countInMemory(stores)
      .then(endedLogIns.note)
      .catch(() => undefined);
  };
  const deps: IdentityDeps = { ...browser, announce };
  const provider = createProvider(deps);
  const refresher = createRefresher(deps, stores, provider);
  const logIn = createLogIn(deps, stores, provider);
  const logout = createLogOut(deps, stores, provider, acting.stopSession);
  const environments = createEnvironmentRequests(deps, stores, logout);

  /** What tabs act with follows from the stores, whatever became of the request. */
  async function changed<Value>(result: Promise<Value>): Promise<Value> {
    try {
      return await result;
    } finally {
      await refresher.schedule().catch(() => undefined);
      announce();
    }
  }

  const handlers: IdentityHandlers = {
    state: () => stateOf(deps, stores, refresher, acting),
    login: (attempt, { signal }) => changed(logIn(attempt, signal)),
    refresh: ({ sessionId }) => refreshNow(refresher, sessionId),
    logout: ({ sessionId }) => changed(logout.logOut(sessionId)),
    logoutAll: ({ environmentId }) => changed(logout.logOutEnvironment(environmentId)),
    activate: ({ sessionId }) => changed(activate(stores, sessionId)),
    token: ({ sessionId }) => tokenOf(refresher, sessionId),
    claims: ({ sessionId }) => claimsOf(stores, sessionId),
    startActing: (tab) => changed(acting.start(tab)),
    stopActing: async ({ tabId }) => {
      await changed(acting.stop(tabId));
      return null;
    },
    chooseEnvironment: ({ environmentId }) => changed(environments.choose(environmentId)),
    saveEnvironment: (request) => changed(environments.save(request)),
    removeEnvironment: ({ environmentId }) => changed(environments.remove(environmentId)),
  };
  const { refreshDue, usable } = refresher;
  return {
    handlers,
    refreshDue,
    usable,
    acting,
    stores,
    endedLogIns,
    switchToNext: () => changed(switchToNext(deps, stores)),
  };
}

function createStores({ sessionStorage, localStorage, vault }: IdentityDeps): Stores {
  const environments = createEnvironmentStore(localStorage);
  const persistedEnvironments = () => storedEnvironments(environments);
  const storage = createPersistedSessions({ memory: sessionStorage, disk: localStorage, vault, persistedEnvironments });
  return { sessions: createSessionStore(storage), environments, hasStorageFailed: storage.hasFailed };
}

async function countInMemory({ sessions, environments }: Stores): Promise<number> {
  const [{ list }, persisted] = await Promise.all([sessions.read(), storedEnvironments(environments)]);
  return list.filter(({ environmentId }) => !persisted.has(environmentId)).length;
}

async function storedEnvironments(store: EnvironmentStore): Promise<ReadonlySet<string>> {
  const { environments } = await store.read();
  return new Set(environments.filter(({ keepSessions }) => keepSessions).map(({ id }) => id));
}

async function stateOf(
  deps: IdentityDeps,
  stores: Stores,
  refresher: Refresher,
  acting: Acting,
): Promise<IdentityState> {
  const { environments, currentId, lastUserIds } = await stores.environments.read();
  const { sessions, unreadable } = await stores.sessions.readAll();
  const { list, activeIn } = sessions;
  const { tabs, ended } = await acting.tabs();
  // Alarms follow the wall clock: a clock set back delays them by hours, so each request checks too.
  if (list.some((session) => session.trouble === null && isClockSetBack(session, deps.now())))
    void refresher.refreshDue();
  return {
    environments: [...environments],
    currentEnvironmentId: currentId,
    sessions: list.map(summaryOf),
    activeIn,
    lastUserIds,
    hasStorageFailed: await stores.hasStorageFailed(),
    unreadableSessions: unreadable,
    refreshing: [...refresher.inFlight()],
    acting: tabs.map(({ tabId, sessionId, pageOrigin }) => ({ tabId, sessionId, pageOrigin })),
    actingEnded: [...ended],
  };
}
