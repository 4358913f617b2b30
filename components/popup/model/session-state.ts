import { EXPIRES_SOON_MS } from '#components/i18n/format.ts';
import { isAccessExpiringSoon, isExpired, refreshLifetime, type SessionFacts } from '#core/identity/session';

type SessionState = 'refreshing' | 'in-use' | 'active' | 'expires-soon' | 'expired';

/** Returns the state of a session. An expiry takes precedence over `in-use` and `active`. */
export function sessionStateOf(
  session: SessionFacts,
  isActive: boolean,
  now: number,
  isRefreshing = false,
): SessionState {
  if (isRefreshing) return 'refreshing';
  if (isExpired(session, now)) return 'expired';
  if (isAccessExpiringSoon(session, now) || isRefreshExpiringSoon(session, now)) return 'expires-soon';
  return isActive ? 'in-use' : 'active';
}

/** Whether the refresh token expires within a minute. */
export function isRefreshExpiringSoon(session: SessionFacts, now: number): boolean {
  return refreshLifetime(session, now).remainingMs <= EXPIRES_SOON_MS;
}
