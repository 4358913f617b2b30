import { originKey } from '#core/user-sessions/session-event';
import { hasRow } from '#core/user-sessions/session-outline';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';

/** Returns the key of a session, which stays the same as long as its first event does. */
export function sessionKey({ origin, start, depth, firstRow, extendedBy }: SessionSummary): string {
  return `${originKey(origin)} ${start} ${depth} ${firstRow} ${extendedBy ?? ''}`;
}

interface NumberedSession {
  readonly number: number;
  readonly summary: SessionSummary;
}

/** Numbers the sessions of a list, from 1 in the order in which they are first listed. */
export class SessionNumbers {
  #known = new Map<string, NumberedSession>();
  #last = 0;

  /**
   * Numbers all sessions of a list.
   * Sessions that were already listed keep their numbers, even after an earlier event is added.
   */
  assign(sessions: readonly SessionSummary[]): ReadonlyMap<string, NumberedSession> {
    if (sessions.length === 0) this.#last = 0;
    const next = new Map<string, NumberedSession>();
    const others: [key: string, summary: SessionSummary][] = [];
    for (const summary of sessions) {
      const key = sessionKey(summary);
      const number = this.#known.get(key)?.number;
      if (number === undefined) others.push([key, summary]);
      else next.set(key, { number, summary });
    }
    const gone = new Map<string, NumberedSession[]>();
    for (const [key, session] of this.#known) {
      if (next.has(key)) continue;
      const name = matchKeyOf(session.summary);
      const same = gone.get(name);
      if (same === undefined) gone.set(name, [session]);
      else same.push(session);
    }
    for (const [key, summary] of others) {
      const number = takeNumber(gone.get(matchKeyOf(summary)) ?? [], summary) ?? this.#last + 1;
      this.#last = Math.max(this.#last, number);
      next.set(key, { number, summary });
    }
    this.#known = next;
    return next;
  }
}

/**
 * Returns the number of an earlier state of a session, or `null`.
 * Removes this state, because a closed app session may have several summaries.
 */
function takeNumber(gone: NumberedSession[], summary: SessionSummary): number | null {
  const at = gone.findIndex((session) => hasRow(summary, session.summary.firstRow));
  return at === -1 ? null : (gone.splice(at, 1)[0]?.number ?? null);
}

function matchKeyOf({ origin, depth, type, mode }: SessionSummary): string {
  return `${originKey(origin)} ${depth} ${type} ${mode}`;
}
