import type { PageVisit, SessionCounts } from './session-counts';
import type { SessionEvent } from './session-event';
import type { SessionSummary } from './user-session-summary';

/** The fields by which the job distinguishes open sessions. */
export interface NamedSession {
  readonly type: string;
  readonly mode: string;
  /** `ets` of the first event. 0 means unset, as in the job. */
  start: number;
}

/** A session on the stack of the job, with its counts. */
export interface OpenSession extends NamedSession {
  readonly firstRow: number;
  seconds: number;
  /** Hundredths of a second that were counted before the session. */
  readonly hundredthsBefore: number;
  /** The event that opened the session. `null` after a break. */
  first: SessionEvent | null;
  /** Counts of the other events. `null` for none to save memory, because a million sessions may be open. */
  counts: SessionCounts | null;
  /** Summaries of ended inner sessions, which are written together with this session. */
  pending: readonly SessionSummary[];
}

/** A state between two events that does not depend on counts of open sessions. */
export interface StackCheckpoint {
  /** Whether the state is between a break and the next event. It then depends on that event. */
  readonly isAfterBreak: boolean;
  readonly previousEts: number | null;
  readonly countedEts: number;
  readonly hundredths: number;
  readonly open: readonly Pick<OpenSession, 'type' | 'mode' | 'firstRow'>[];
  /** The closed app session, with the page that was shown. Their counts do not change. */
  readonly closed: { readonly session: OpenSession; readonly visit: PageVisit | null } | null;
}

/** The effect of an END event. `next` and `ended` are indexes in the stack. */
export type EndEffect =
  | { readonly type: 'ignored' }
  /** The current session ends. Sessions above `next` receive no more events. */
  | { readonly type: 'current'; readonly next: number }
  | { readonly type: 'outer'; readonly ended: number }
  /** The app session is closed with all inner sessions. */
  | { readonly type: 'app' };

/** The type of the session around all others. */
export const APP = 'app';

/**
 * Limit of the open sessions that continue after a break, from the app session inwards.
 * Each break writes a summary of each open session, and a page may open any number of sessions.
 */
export const MAX_CONTINUED_SESSIONS = 32;

/**
 * The stack of open sessions, from the app session to the current one. It determines which sessions an END closes.
 * An event takes constant time, however many sessions are open.
 */
export class OpenSessions<Session extends NamedSession> {
  #sessions: Session[] = [];
  #isAppClosed = false;
  /** Whether a session may have no start yet. */
  #lacksStart = false;
  /** Indexes in the stack by type and mode. */
  readonly #indexes = new Map<string, number[]>();

  /** All sessions of the stack, including a closed app session. */
  get all(): readonly Session[] {
    return this.#sessions;
  }

  /** Whether no session is open. */
  get isClosed(): boolean {
    return this.#isAppClosed || this.#sessions.length === 0;
  }

  /** Whether the only session is a closed app session. Another END extends it. */
  get isAppClosed(): boolean {
    return this.#isAppClosed;
  }

  /** Replaces all sessions. */
  reset(sessions: readonly Session[], isAppClosed: boolean): void {
    this.removeFrom(0);
    this.#isAppClosed = isAppClosed;
    for (const session of sessions) this.push(session);
  }

  push(session: Session): void {
    const depth = this.#sessions.push(session) - 1;
    if (session.start === 0) this.#lacksStart = true;
    const name = nameKey(session.type, session.mode);
    const indexes = this.#indexes.get(name);
    if (indexes === undefined) this.#indexes.set(name, [depth]);
    else indexes.push(depth);
  }

  /** Removes the sessions from an index on. */
  removeFrom(depth: number): void {
    while (this.#sessions.length > depth) {
      const session = this.#sessions.pop();
      if (session === undefined) return;
      const name = nameKey(session.type, session.mode);
      const indexes = this.#indexes.get(name);
      indexes?.pop();
      if (indexes?.length === 0) this.#indexes.delete(name);
    }
  }

  /** Closes the app session. It remains in the stack until another one is opened. */
  closeApp(): void {
    this.#isAppClosed = true;
  }

  /** Replaces each session by one with the same type and mode. */
  replaceAll(replace: (session: Session) => Session): void {
    this.#sessions = this.#sessions.map(replace);
    this.#lacksStart = this.#sessions.some(({ start }) => start === 0);
  }

  /** Sets the start of sessions without one. Call it for each counted event. */
  setStarts(ets: number): void {
    if (!this.#lacksStart) return;
    for (const session of this.#sessions) if (session.start === 0) session.start = ets;
    this.#lacksStart = ets === 0;
  }

  /** Returns the index of the innermost session of a type (in lower case) and a mode, or -1. */
  find(type: string | null, mode: string): number {
    return this.#similarIndexes(type, mode).findLast((index) => this.#sessions[index]?.mode === mode) ?? -1;
  }

  /** Returns the effect of an END with a type (in lower case) and a mode. */
  effectOfEnd(type: string | null, mode: string): EndEffect {
    if (this.#similarIndexes(type, mode).length === 0) return { type: 'ignored' };
    const ended = Math.max(0, this.find(type, mode));
    const next = Math.max(0, ended - 1);
    const [session, outer] = [this.#sessions[ended], this.#sessions[next]];
    if (session === undefined || outer === undefined) return { type: 'ignored' };
    const last = this.#sessions.length - 1;
    const isInCurrent = last > 0 && this.hasSimilarStart(outer, last - 1);
    if (isInCurrent || !this.hasSimilarStart(outer, 0)) return { type: 'current', next };
    return this.hasSimilarStart(session, 0) ? { type: 'app' } : { type: 'outer', ended };
  }

  /** Whether the job does not distinguish a session from the one at an index. */
  hasSimilarStart(session: Session, depth: number): boolean {
    const other = this.#sessions[depth];
    return (
      other !== undefined &&
      nameKey(session.type, session.mode) === nameKey(other.type, other.mode) &&
      session.start === other.start
    );
  }

  /** Returns the index of the innermost session of a type (in lower case) and a mode (in any case), or -1. */
  findSimilar(type: string | null, mode: string): number {
    return this.#similarIndexes(type, mode).at(-1) ?? -1;
  }

  /** Returns the indexes of the sessions with a type and a mode, ignoring case, the outermost first. */
  #similarIndexes(type: string | null, mode: string): readonly number[] {
    return type === null ? [] : (this.#indexes.get(nameKey(type, mode)) ?? []);
  }
}

/** Returns a key that ignores the case of type and mode. */
function nameKey(type: string, mode: string): string {
  return `${type.length} ${type}${mode.toLowerCase()}`;
}
