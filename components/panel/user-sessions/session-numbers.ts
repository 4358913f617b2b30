import { originKey } from '#core/user-sessions/session-event';
import { hasRow } from '#core/user-sessions/session-outline';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';

/** Returns the key of a session. The key stays the same while the session has the same first event. */
export function sessionKey({ origin, start, depth, firstRow, extendedBy }: SessionSummary): string {
  return `${originKey(origin)} ${start} ${depth} ${firstRow} ${extendedBy ?? ''}`;
}

interface NumberedSession {
  readonly number: number;
  readonly summary: SessionSummary;
}

/** Numbers the sessions of a list, from 1 in the order in which they are first listed. */
export class SessionNumbers {
  #numbered = new Map<string, NumberedSession>();
  #last = 0;

  /**
   * Numbers all sessions of a list.
   * Sessions that were already listed keep their numbers, even after an earlier event is added.
   */
  assign(sessions: readonly SessionSummary[]): ReadonlyMap<string, NumberedSession> {
    if (sessions.length === 0) this.#last = 0;
    const next = new Map<string, NumberedSession>();
    const unnumbered: [key: string, summary: SessionSummary][] = [];
    for (const summary of sessions) {
      const key = sessionKey(summary);
      const number = this.#numbered.get(key)?.number;
      if (number === undefined) unnumbered.push([key, summary]);
      else next.set(key, { number, summary });
    }
    const removed = new Map<string, NumberedSession[]>();
    for (const [key, session] of this.#numbered) {
      if (next.has(key)) continue;
      const matchKey = matchKeyOf(session.summary);
      const sameKey = removed.get(matchKey);
      if (sameKey === undefined) removed.set(matchKey, [session]);
      else sameKey.push(session);
    }
    for (const [key, summary] of unnumbered) {
      const number = takeNumber(removed.get(matchKeyOf(summary)) ?? [], summary) ?? this.#last + 1;
      this.#last = Math.max(this.#last, number);
      next.set(key, { number, summary });
    }
    this.#numbered = next;
    return next;
  }
}

/**
 * Returns the number of a removed session whose first event is now in `summary`, or `null`.
 * Removes that session from `removed`, because a closed app session may have several summaries.
 */
function takeNumber(removed: NumberedSession[], summary: SessionSummary): number | null {
  const index = removed.findIndex((session) => hasRow(summary, session.summary.firstRow));
  return index === -1 ? null : (removed.splice(index, 1)[0]?.number ?? null);
}

function matchKeyOf({ origin, depth, type, mode }: SessionSummary): string {
  return `${originKey(origin)} ${depth} ${type} ${mode}`;
}
