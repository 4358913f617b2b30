import { endsSoon, isExpired, refreshLifetime, type SessionFacts } from '#core/identity/session';

type SessionState = 'refreshing' | 'in-use' | 'active' | 'ends-soon' | 'expired';

const ENDS_SOON_MS = 60_000;

/** A problem takes precedence over being active. */
export function sessionStateOf(session: SessionFacts, inUse: boolean, now: number, isRefreshing = false): SessionState {
  if (isRefreshing) return 'refreshing';
  if (isExpired(session, now)) return 'expired';
  if (endsSoon(session, now) || refreshLifetime(session, now).remainingMs <= ENDS_SOON_MS) return 'ends-soon';
  return inUse ? 'in-use' : 'active';
}
