import { endsSoon, isExpired, refreshLifetime, type SessionFacts } from '#core/identity/session';

export type SessionState = 'refreshing' | 'in-use' | 'active' | 'ends-soon' | 'expired';

const REFRESH_ENDS_SOON = 60_000;

/** How a session stands. What needs attention comes before whether it is the one in use. */
export function stateOf(session: SessionFacts, inUse: boolean, now: number, isRefreshing = false): SessionState {
  if (isRefreshing) return 'refreshing';
  if (isExpired(session, now)) return 'expired';
  if (endsSoon(session, now) || refreshLifetime(session, now).left <= REFRESH_ENDS_SOON) return 'ends-soon';
  return inUse ? 'in-use' : 'active';
}
