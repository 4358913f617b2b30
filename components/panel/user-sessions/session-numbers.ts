import { originKey } from '#core/user-sessions/session-event';
import { hasRow } from '#core/user-sessions/session-outline';
import type { SessionSummary } from '#core/user-sessions/user-session-summary';

/** Returns the key of a session, which stays the same as long as its first event does. */
export function sessionKey({ origin, start, depth, firstRow }: SessionSummary): string {
  return `${originKey(origin)} ${start} ${depth} ${firstRow}`;
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
      gone.set(name, [...(gone.get(name) ?? []), session]);
    }
    for (const [key, summary] of others) {
      const same = gone.get(matchKeyOf(summary))?.find((session) => hasRow(summary, session.summary.firstRow));
      const number = next.get(key)?.number ?? same?.number ?? this.#last + 1;
      this.#last = Math.max(this.#last, number);
      next.set(key, { number, summary });
    }
    this.#known = next;
    return next;
  }
}

function matchKeyOf({ origin, depth, type, mode }: SessionSummary): string {
  return `${originKey(origin)} ${depth} ${type} ${mode}`;
}
