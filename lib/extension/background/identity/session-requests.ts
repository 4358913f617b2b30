import { expectedIssuer } from '#core/identity/environment';
import type { LoginFailure } from '#core/identity/failure';
import {
  canRefresh,
  type EntitySession,
  type EpochMilliseconds,
  isAccessExpired,
  isAccessExpiringSoon,
  isExpired,
  isRefreshDue,
  refreshDueAt,
  shouldRetryExpiredRefresh,
} from '#core/identity/session';
import { createSession, findSession, refreshTokenOf, withActive, withRefreshed } from '#core/identity/sessions';
import { algorithmOf, decodeToken, toReadableClaims } from '#core/identity/token-claims';
import type { TokenResult } from '#core/identity/token-response';
import { findMin } from '#core/util/extremes';
import { fail, type Result, succeed } from '#core/util/result';
import { type IdentityResponse, tokenViewSchema } from '#extension/protocol/identity-protocol';
import { type IdentityDeps, requireEnvironment, type Stores } from './identity-deps';
import type { Provider } from './provider';

export async function activate({ sessions }: Stores, id: string): Promise<IdentityResponse<'activate'>> {
  const after = await sessions.update((current) => withActive(current, id));
  return findSession(after, id) === null ? fail({ reason: 'gone', item: 'session' }) : succeed(null);
}

export async function refreshNow({ refresh }: Refresher, id: string): Promise<IdentityResponse<'refresh'>> {
  const refreshed = await refresh(id);
  return refreshed.ok ? succeed(null) : refreshed;
}

export async function readToken({ loadUsableSession }: Refresher, id: string): Promise<IdentityResponse<'token'>> {
  const session = await loadUsableSession(id);
  return session.ok ? succeed({ accessToken: session.value.accessToken }) : session;
}

/** Returns the claims of the token, not the token itself. Does not refresh it. */
export async function readClaims(stores: Stores, id: string): Promise<IdentityResponse<'claims'>> {
  const session = findSession(await stores.sessions.read(), id);
  if (session === null) return fail({ reason: 'gone', item: 'session' });
  const environment = await requireEnvironment(stores, session.environmentId);
  if (!environment.ok) return environment;
  const decoded = decodeToken(session.accessToken);
  if (!decoded.ok) return succeed(null);
  const { header, claims } = decoded.value;
  const readable = { algorithm: algorithmOf(header), ...toReadableClaims(claims) };
  const { accessExpiresAt } = session;
  const view = { ...readable, accessExpiresAt, expectedIssuer: expectedIssuer(environment.value) };
  return succeed(tokenViewSchema.parse(view));
}

async function readSession(stores: Stores, id: string) {
  const session = findSession(await stores.sessions.read(), id);
  return { session, environment: session && (await requireEnvironment(stores, session.environmentId)) };
}

/** Activates the next usable entity of the selected environment. */
export async function switchToNext(deps: IdentityDeps, stores: Stores): Promise<void> {
  const { currentId } = await stores.environments.read();
  await stores.sessions.update((sessions) => {
    const usableSessions = sessions.list.filter(
      (session) => session.environmentId === currentId && !isExpired(session, deps.now()),
    );
    const activeIndex = usableSessions.findIndex(({ id }) => id === sessions.activeIn[currentId]);
    const next = usableSessions[(activeIndex + 1) % usableSessions.length];
    return next === undefined ? sessions : withActive(sessions, next.id);
  });
}

/**
 * Chromium's minimum delay of an alarm.
 * Without a minimum, tokens with a lifetime of zero would be renewed in a loop.
 */
const MIN_DELAY_MS = 30_000;

type RefreshResult = Result<EntitySession, LoginFailure>;

export interface Refresher {
  /**
   * Renews one session's tokens.
   * Concurrent calls share one request and its result.
   */
  refresh(id: string): Promise<RefreshResult>;
  /** Returns a session whose access token can be used now. Renews a token that ends soon. */
  loadUsableSession(id: string): Promise<RefreshResult>;
  /** Returns the ids of the sessions that are being renewed. */
  refreshingIds(): readonly string[];
  /** Renews every session that is due, then sets the alarm for the next. Never rejects. */
  refreshDue(): Promise<void>;
  /** Sets the alarm for the session that is due next, or clears it. Never rejects. */
  schedule(): Promise<void>;
}

export function createRefresher(deps: IdentityDeps, stores: Stores, provider: Provider): Refresher {
  const pendingRefreshes = new Map<string, Promise<RefreshResult>>();

  function refresh(id: string): Promise<RefreshResult> {
    const pendingRefresh = pendingRefreshes.get(id);
    if (pendingRefresh !== undefined) return pendingRefresh;
    const newRefresh = attemptRefresh(id).finally(() => {
      pendingRefreshes.delete(id);
      deps.announce();
    });
    pendingRefreshes.set(id, newRefresh);
    deps.announce();
    return newRefresh;
  }

  async function attemptRefresh(id: string): Promise<RefreshResult> {
    const { session, environment } = await stores.runExclusive(() => readSession(stores, id));
    if (session === null || environment === null) return fail({ reason: 'gone', item: 'session' });
    const now = deps.now();
    if (!canRefresh(session, now) && !shouldRetryExpiredRefresh(session, now))
      return fail(session.lastRefreshFailure?.failure ?? { reason: 'expired' });
    // The failure is stored, because otherwise the refresh stays due and wakes the worker every half minute.
    if (!environment.ok) return saveFailure(session, environment.failure).catch(() => environment);
    const tokens = await provider.refresh(environment.value, refreshTokenOf(session, now));
    const stored = await (tokens.ok ? saveTokens(session, tokens.value) : saveFailure(session, tokens.failure)).catch(
      (): RefreshResult => fail({ reason: 'not-stored' }),
    );
    // The entity was logged out during the request, so its new tokens are revoked as well.
    if (tokens.ok && !stored.ok && stored.failure.reason === 'gone')
      void provider.logout(environment.value, tokens.value.refresh_token);
    await schedule();
    return stored;
  }

  async function saveTokens(before: EntitySession, tokens: TokenResult): Promise<RefreshResult> {
    const after = createSession(before, tokens, deps.now());
    const sessions = await stores.sessions.update((current) => withRefreshed(current, before, after));
    const saved = findSession(sessions, before.id);
    return saved?.refreshToken === after.refreshToken ? succeed(saved) : fail({ reason: 'gone', item: 'session' });
  }

  async function saveFailure(before: EntitySession, failure: LoginFailure): Promise<RefreshResult> {
    const after = { ...before, lastRefreshFailure: { at: deps.now(), failure } };
    await stores.sessions.update((current) => withRefreshed(current, before, after));
    return fail(failure);
  }

  async function loadUsableSession(id: string): Promise<RefreshResult> {
    const session = findSession(await stores.sessions.read(), id);
    if (session === null) return fail({ reason: 'gone', item: 'session' });
    if (!isAccessExpiringSoon(session, deps.now())) return succeed(session);
    const refreshed = await refresh(id);
    if (refreshed.ok) return refreshed;
    const current = findSession(await stores.sessions.read(), id);
    return current !== null && !isAccessExpired(current, deps.now()) ? succeed(current) : refreshed;
  }

  async function refreshDue(): Promise<void> {
    const { list } = await stores.sessions.read().catch(() => ({ list: [] }));
    const now = deps.now();
    await Promise.allSettled(list.filter((session) => isRefreshDue(session, now)).map(({ id }) => refresh(id)));
    await schedule();
  }

  async function schedule(): Promise<void> {
    // The browser deletes an alarm that has fired, so a storage that can't be read needs another alarm.
    const dueAt = await readNextDue().catch(deps.now);
    await deps.setAlarm(dueAt === null ? null : Math.max(dueAt, deps.now() + MIN_DELAY_MS)).catch(() => undefined);
  }

  async function readNextDue(): Promise<EpochMilliseconds | null> {
    const { list } = await stores.sessions.read();
    const times = list.map((session) => refreshDueAt(session, deps.now())).filter((at) => at !== null);
    return times.length === 0 ? null : findMin(times);
  }

  return { refresh, loadUsableSession, refreshingIds: () => [...pendingRefreshes.keys()], refreshDue, schedule };
}
