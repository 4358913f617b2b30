import type { EntitySession, EpochMilliseconds } from './session';
import type { Sessions } from './session-store';
import type { RefreshToken } from './token-endpoint';
import { MAX_LIFETIME_SECONDS } from './token-limits';
import type { TokenResult } from './token-response';

/** The identity of a session: its own ID, its environment and its user. */
export interface SessionIdentity {
  readonly id: string;
  readonly environmentId: string;
  readonly userId: string;
}

/**
 * Creates the session of a token response.
 * The lifetimes are in seconds, and count from the response's arrival.
 */
export function createSession(entity: SessionIdentity, tokens: TokenResult, now: EpochMilliseconds): EntitySession {
  return {
    ...entity,
    accessToken: tokens.access_token,
    accessExpiresAt: now + tokens.expires_in * 1000,
    refreshToken: tokens.refresh_token,
    // Keycloak sends 0 for offline tokens, which never expire.
    refreshExpiresAt: now + (tokens.refresh_expires_in || MAX_LIFETIME_SECONDS) * 1000,
    receivedAt: now,
    tokenType: tokens.token_type,
    scope: tokens.scope,
    sessionState: tokens.session_state,
    notBeforePolicy: tokens['not-before-policy'],
    lastRefreshFailure: null,
  };
}

/** Returns the refresh token of a session, with its remaining lifetime. */
export function refreshTokenOf(session: EntitySession, now: EpochMilliseconds): RefreshToken {
  const isEndless = session.refreshExpiresAt - session.receivedAt >= MAX_LIFETIME_SECONDS * 1000;
  // A token that looks expired is sent once, because the clock may be wrong. A lifetime of 0 means that it never expires.
  const seconds = isEndless ? 0 : Math.max(1, (session.refreshExpiresAt - now) / 1000);
  return { refresh_token: session.refreshToken, refresh_expires_in: seconds };
}

/** Returns a session by its ID, or null if there is none. */
export function findSession(sessions: Sessions, id: string): EntitySession | null {
  return sessions.list.find((session) => session.id === id) ?? null;
}

/** Adds a session, which becomes active and replaces an earlier session of the same entity. */
export function withSession(sessions: Sessions, added: EntitySession): Sessions {
  const others = sessions.list.filter((session) => !isSameEntity(session, added));
  return { list: [...others, added], activeIn: { ...sessions.activeIn, [added.environmentId]: added.id } };
}

/** Whether two sessions are of one user in one environment. */
export function isSameEntity(one: SessionIdentity, other: SessionIdentity): boolean {
  return one.environmentId === other.environmentId && one.userId === other.userId;
}

/** Makes a session the active session of its environment. */
export function withActive(sessions: Sessions, id: string): Sessions {
  const session = findSession(sessions, id);
  if (session === null) return sessions;
  return { ...sessions, activeIn: { ...sessions.activeIn, [session.environmentId]: id } };
}

/**
 * Removes a session.
 * No other session becomes active: only the user decides to act as another entity.
 */
export function withoutSession(sessions: Sessions, id: string): Sessions {
  const activeIn = Object.entries(sessions.activeIn).filter(([, active]) => active !== id);
  return { list: sessions.list.filter((session) => session.id !== id), activeIn: Object.fromEntries(activeIn) };
}

/**
 * Replaces a session by its refreshed or failed version.
 * Changes nothing if the session was removed or received other tokens before the response arrived.
 */
export function withRefreshed(sessions: Sessions, before: EntitySession, after: EntitySession): Sessions {
  const isBefore = (session: EntitySession) => session.id === before.id && session.refreshToken === before.refreshToken;
  return { ...sessions, list: sessions.list.map((session) => (isBefore(session) ? after : session)) };
}
