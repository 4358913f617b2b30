import { summaryOf } from '../../identity/session';
import { createSessionStore } from '../../identity/session-store';
import { findSession, withActive } from '../../identity/sessions';
import type { IdentityAnswer, IdentityPayload, IdentityRequestName, IdentityState } from '../../messaging/identity';
import { fail, succeed } from '../../result';
import { createEnvironmentRequests } from './environment-requests';
import { createEnvironmentStore } from './environments';
import { createLogIn } from './log-in';
import { createLogOut } from './log-out';
import { createProvider } from './provider';
import { createRefresher, type Refresher } from './refresher';
import type { IdentityWorld, Stores } from './world';

/** One handler per request of lib/messaging/identity. */
export type IdentityHandlers = {
  readonly [Name in IdentityRequestName]: (payload: IdentityPayload<Name>) => Promise<IdentityAnswer<Name>>;
};

export interface IdentityService {
  readonly handlers: IdentityHandlers;
  /** For the alarm, and once when the worker starts. */
  readonly refreshDue: () => Promise<void>;
}

/**
 * Holds the sessions of the test entities. Everything lasting is in the storages, so that a new service on the same
 * storages (a worker started again) goes on where the last one stopped.
 */
export function createIdentityService(world: IdentityWorld): IdentityService {
  const stores: Stores = {
    sessions: createSessionStore(world.sessionStorage),
    environments: createEnvironmentStore(world.localStorage),
  };
  const provider = createProvider(world);
  const refresher = createRefresher(world, stores, provider);
  const login = createLogIn(world, stores, provider);
  const logout = createLogOut(world, stores, provider);
  const environments = createEnvironmentRequests(world, stores, logout);

  async function changed<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const given = await answer;
    await refresher.schedule();
    world.announce();
    return given;
  }

  const handlers: IdentityHandlers = {
    state: () => stateOf(stores),
    login: (attempt) => changed(login.logIn(attempt)),
    cancelLogin: async ({ attemptId }) => {
      login.cancel(attemptId);
      return null;
    },
    refresh: ({ sessionId }) => refreshNow(refresher, sessionId),
    logout: ({ sessionId }) => changed(logout.logOut(sessionId)),
    activate: ({ sessionId }) => changed(activate(stores, sessionId)),
    token: ({ sessionId }) => tokenOf(refresher, sessionId),
    chooseEnvironment: ({ environmentId }) => changed(environments.choose(environmentId)),
    saveEnvironment: (request) => changed(environments.save(request)),
    removeEnvironment: ({ environmentId }) => changed(environments.remove(environmentId)),
  };
  return { handlers, refreshDue: refresher.refreshDue };
}

async function stateOf(stores: Stores): Promise<IdentityState> {
  const { environments, currentId, lastUserIds } = await stores.environments.read();
  const { list, activeIn } = await stores.sessions.read();
  return {
    environments: [...environments],
    currentEnvironmentId: currentId,
    sessions: list.map(summaryOf),
    activeIn,
    lastUserIds,
  };
}

async function activate({ sessions }: Stores, id: string): Promise<IdentityAnswer<'activate'>> {
  const after = await sessions.update((current) => withActive(current, id));
  return findSession(after, id) === null ? fail({ reason: 'gone', what: 'session' }) : succeed(null);
}

async function refreshNow({ refresh }: Refresher, id: string): Promise<IdentityAnswer<'refresh'>> {
  const refreshed = await refresh(id);
  return refreshed.ok ? succeed(null) : refreshed;
}

async function tokenOf({ usable }: Refresher, id: string): Promise<IdentityAnswer<'token'>> {
  const session = await usable(id);
  return session.ok ? succeed({ accessToken: session.value.accessToken }) : session;
}
