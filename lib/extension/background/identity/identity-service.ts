import { type Environment, tokenEndpoint } from '#core/identity/environment';
import { parseEnvironment } from '#core/identity/environment-draft';
import type { LoginFailure } from '#core/identity/failure';
import { type EntitySession, isClockSetBack, type SessionSummary, summaryOf } from '#core/identity/session';
import { createSessionStore } from '#core/identity/session-store';
import { sameEntity, sessionFrom, withSession } from '#core/identity/sessions';
import { createPersistedSessions } from '#core/identity/stored-sessions';
import { createStoredValue, type KeyValueStorage } from '#core/identity/stored-value';
import { hasLoneSurrogate, MAX_CREDENTIAL_CHARACTERS } from '#core/identity/token-limits';
import { createMutex } from '#core/util/mutex';
import { fail, type Result, succeed } from '#core/util/result';
import * as z from '#core/util/zod';
import { type Acting, createActing } from '#extension/background/acting/acting';
import type { IdentityHandlers, IdentityPayload, IdentityResponse } from '#extension/protocol/identity-protocol';
import type { IdentityState } from '#extension/protocol/identity-state';
import {
  createEnvironmentStore,
  type EnvironmentStore,
  findEnvironment,
  type IdentityDeps,
  requireEnvironment,
  type Stores,
  withEnvironment,
  withLastUserId,
  withoutEnvironment,
} from './identity-deps';
import { createLogOut, type LogOut } from './log-out';
import { createProvider, type Provider } from './provider';
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
  /** Renews tokens that are due. Call on the alarm, and when the worker starts. */
  readonly refreshDue: () => Promise<void>;
  /**
   * Returns a session whose access token can be used now, for calls to the registry.
   * The token never leaves the background.
   */
  readonly usable: Refresher['usable'];
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
export function createIdentityService(browser: IdentityDeps): IdentityService {
  const stores = createStores(browser);
  const acting = createActing(browser, stores);
  const endedLogIns = createEndedLogIns(browser.localStorage);
  const announce = () => {
    browser.announce();
    acting.reconcile().catch(() => undefined);
    countInMemory(stores)
      .then(endedLogIns.store)
      .catch(() => undefined);
  };
  const deps: IdentityDeps = { ...browser, announce };
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
      await refresher.schedule().catch(() => undefined);
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
  const { refreshDue, usable } = refresher;
  return {
    handlers,
    refreshDue,
    usable,
    acting,
    stores,
    endedLogIns,
    switchToNext: () => withUpdate(switchToNext(deps, stores)),
  };
}

function createStores({ sessionStorage, localStorage, vault }: IdentityDeps): Stores {
  const environments = createEnvironmentStore(localStorage);
  const persistedEnvironments = () => storedEnvironments(environments);
  const storage = createPersistedSessions({ memory: sessionStorage, disk: localStorage, vault, persistedEnvironments });
  return {
    sessions: createSessionStore(storage),
    environments,
    hasStorageFailed: storage.hasFailed,
    runExclusive: createMutex(),
  };
}

async function countInMemory({ sessions, environments }: Stores): Promise<number> {
  const [{ list }, persisted] = await Promise.all([sessions.read(), storedEnvironments(environments)]);
  return list.filter(({ environmentId }) => !persisted.has(environmentId)).length;
}

async function storedEnvironments(store: EnvironmentStore): Promise<ReadonlySet<string>> {
  const { environments } = await store.read();
  return new Set(environments.filter(({ keepSessions }) => keepSessions).map(({ id }) => id));
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
  if (list.some((session) => isClockSetBack(session, deps.now()))) void refresher.refreshDue();
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

/** Counts the log-ins in memory, and those that an update of the extension ended. */
interface EndedLogIns {
  /** Stores the number of log-ins that are in memory only. */
  readonly store: (inMemory: number) => Promise<void>;
  /** Call after an update or reload of the extension, for which the browser clears memory storage. */
  readonly handleUpdate: () => Promise<void>;
  /** Call when the browser starts. The popup states anyway that log-ins in memory end with the browser. */
  readonly handleStartup: () => Promise<void>;
  /** Returns once the number of log-ins that the last update ended. */
  readonly take: () => Promise<number>;
}

/**
 * Creates the counter in persistent storage, because memory storage ends with the log-ins.
 * Stores only numbers.
 */
export function createEndedLogIns(storage: KeyValueStorage): EndedLogIns {
  const stored = createStoredValue(storage, KEY, parseCounts);
  return {
    async store(inMemory) {
      if ((await stored.read()).inMemory !== inMemory) await stored.update((counts) => ({ ...counts, inMemory }));
    },
    handleUpdate: async () => void (await stored.update(({ inMemory }) => ({ inMemory: 0, ended: inMemory }))),
    handleStartup: async () => void (await stored.update(() => NONE)),
    async take() {
      const { ended } = await stored.read();
      if (ended > 0) await stored.update((counts) => ({ ...counts, ended: 0 }));
      return ended;
    },
  };
}

const KEY = 'memoryLogIns';
const NONE = { inMemory: 0, ended: 0 };
const countsSchema = z.object({ inMemory: z.number(), ended: z.number() });

function parseCounts(stored: unknown): z.infer<typeof countsSchema> {
  const parsed = countsSchema.safeParse(stored);
  return parsed.success ? parsed.data : NONE;
}

interface EnvironmentRequests {
  select(id: string): Promise<Result<null, LoginFailure>>;
  save(request: IdentityPayload<'saveEnvironment'>): Promise<IdentityResponse<'saveEnvironment'>>;
  remove(id: string): Promise<Result<null, LoginFailure>>;
}

function createEnvironmentRequests(deps: IdentityDeps, stores: Stores, { logOutAll }: LogOut): EnvironmentRequests {
  async function requireLogOut(environment: Environment): Promise<void> {
    if (!(await logOutAll(environment))) throw new Error('not stored');
  }

  return {
    async select(id) {
      const environment = await requireEnvironment(stores, id);
      if (!environment.ok) return environment;
      await stores.environments.update((settings) => ({ ...settings, currentId: id }));
      return succeed(null);
    },

    async save({ environmentId, draft }) {
      const parsed = parseEnvironment(draft);
      if (!parsed.ok) return fail({ reason: 'invalid', problems: [...parsed.failure] });
      const environment = { id: environmentId ?? deps.newId(), ...parsed.value };
      const before = findEnvironment(await stores.environments.read(), environment.id);
      // A refresh token of one provider must never be sent to another.
      if (before !== null && !sameProvider(before, environment)) await requireLogOut(before);
      await stores.environments.update((settings) => withEnvironment(settings, environment));
      if (before?.keepSessions !== environment.keepSessions) await stores.sessions.update((sessions) => sessions);
      return succeed(environment);
    },

    async remove(id) {
      const environment = await requireEnvironment(stores, id);
      if (!environment.ok) return environment;
      // First because a worker that is stopped in between must leave no tokens that the user cannot see.
      await requireLogOut(environment.value);
      await stores.environments.update((settings) => withoutEnvironment(settings, id));
      return succeed(null);
    },
  };
}

function sameProvider(one: Environment, other: Environment): boolean {
  return tokenEndpoint(one) === tokenEndpoint(other) && one.clientId === other.clientId;
}

type Attempt = IdentityPayload<'login'>;

/** Logs an entity in. The tokens of a cancelled attempt are revoked and not stored. */
type LogIn = (attempt: Attempt, signal: AbortSignal) => Promise<Result<SessionSummary, LoginFailure>>;

/** Creates the log-in. The password is sent to the provider and never stored. */
function createLogIn(deps: IdentityDeps, stores: Stores, provider: Provider): LogIn {
  async function logIn(attempt: Attempt, signal: AbortSignal): Promise<Result<SessionSummary, LoginFailure>> {
    const { environmentId, userId } = attempt;
    const problem = credentialProblem('userId', userId) ?? credentialProblem('password', attempt.password);
    if (problem !== null) return fail(problem);
    const environment = await requireEnvironment(stores, environmentId);
    if (!environment.ok) return environment;
    await stores.environments
      .update((settings) => withLastUserId(settings, environmentId, userId))
      .catch(() => undefined);
    const tokens = await provider.login(environment.value, attempt, signal);
    if (!tokens.ok) return tokens;
    const session = sessionFrom({ id: deps.newId(), environmentId, userId }, tokens.value, deps.now());
    const failure = await stores
      .runExclusive(() => storeSession(environment.value, session, signal))
      .catch((): LoginFailure => ({ reason: 'not-stored' }));
    if (failure === null) return succeed(summaryOf(session));
    void provider.logout(environment.value, session.refreshToken);
    return fail(failure);
  }

  async function storeSession(
    environment: Environment,
    session: EntitySession,
    signal: AbortSignal,
  ): Promise<LoginFailure | null> {
    const still = await requireEnvironment(stores, environment.id);
    if (signal.aborted) return { reason: 'cancelled' };
    // A refresh token of one provider must never be sent to another.
    if (!still.ok || !sameProvider(still.value, environment)) return { reason: 'gone', what: 'environment' };
    await saveSession(environment, session);
    return null;
  }

  async function saveSession(environment: Environment, session: EntitySession): Promise<void> {
    let replaced: readonly EntitySession[] = [];
    await stores.sessions.update((sessions) => {
      replaced = sessions.list.filter((other) => sameEntity(other, session));
      return withSession(sessions, session);
    });
    for (const { refreshToken } of replaced) void provider.logout(environment, refreshToken);
  }

  return logIn;
}

function credentialProblem(field: 'userId' | 'password', text: string): LoginFailure | null {
  if (text.length > MAX_CREDENTIAL_CHARACTERS) return { reason: 'bad-credential', field, problem: 'too-long' };
  if (hasLoneSurrogate(text)) return { reason: 'bad-credential', field, problem: 'lone-surrogate' };
  return null;
}
