import type { PageVisit, SessionCounts } from './session-counts';
import type { SessionEvent } from './session-event';
import type { SessionSummary } from './user-session-summary';

/** What the job tells open sessions by. */
export interface NamedSession {
  readonly type: string;
  readonly mode: string;
  /** `ets` of its first event. 0 until there is one: as for the job, for which 0 is no time. */
  start: number;
}

/** A session on the stack of the job, with its numbers. */
export interface OpenSession extends NamedSession {
  readonly firstRow: number;
  seconds: number;
  /** Hundredths of a second that the stack had counted before the session. */
  readonly hundredthsBefore: number;
  /** The event that opened it. `null` after a break. */
  first: SessionEvent | null;
  /** Counts of other events. `null` for none: a million sessions may be open. */
  counts: SessionCounts | null;
  /** Summaries of sessions in it that get no more events, but are written with this one. */
  pending: readonly SessionSummary[];
}

/** A state between two events in which no number of an open session is counted. */
export interface StackCheckpoint {
  /** Whether it depends on the next event, which comes after a break. */
  readonly isAfterBreak: boolean;
  readonly previousEts: number | null;
  readonly countedEts: number;
  readonly hundredths: number;
  readonly open: readonly Pick<OpenSession, 'type' | 'mode' | 'firstRow'>[];
  /** The app session that was closed, with the page that it showed. Their numbers do not change. */
  readonly closed: { readonly session: OpenSession; readonly visit: PageVisit | null } | null;
}

/** What an END does. `next` and `ended` are places in the stack. */
export type EndEffect =
  | { readonly type: 'ignored' }
  /** The current session ends. Those above `next` get no more events. */
  | { readonly type: 'current'; readonly next: number }
  | { readonly type: 'outer'; readonly ended: number }
  /** The app session is closed, with all in it. */
  | { readonly type: 'app' };

/** The type of the session around all others. */
export const APP = 'app';

/**
 * The stack of open sessions, from the app session to the current one, and which of them an END closes.
 * An event takes constant time, however many sessions are open.
 */
export class OpenSessions<Session extends NamedSession> {
  #sessions: Session[] = [];
  #isAppClosed = false;
  /** Whether the start of a session may be 0. */
  #lacksStart = false;
  /** Places in the stack by type and mode. */
  readonly #places = new Map<string, number[]>();

  /** With an app session that was closed. */
  get all(): readonly Session[] {
    return this.#sessions;
  }

  /** Whether no session is open. */
  get isClosed(): boolean {
    return this.#isAppClosed || this.#sessions.length === 0;
  }

  /** Whether the only session is an app session that was closed. Another END extends it. */
  get isAppClosed(): boolean {
    return this.#isAppClosed;
  }

  /** Puts other sessions in the place of all. */
  reset(sessions: readonly Session[], isAppClosed: boolean): void {
    this.removeFrom(0);
    this.#isAppClosed = isAppClosed;
    for (const session of sessions) this.push(session);
  }

  push(session: Session): void {
    const depth = this.#sessions.push(session) - 1;
    if (session.start === 0) this.#lacksStart = true;
    const name = nameKey(session.type, session.mode);
    const places = this.#places.get(name);
    if (places === undefined) this.#places.set(name, [depth]);
    else places.push(depth);
  }

  /** Removes the sessions from a place on. */
  removeFrom(depth: number): void {
    while (this.#sessions.length > depth) {
      const session = this.#sessions.pop();
      if (session === undefined) return;
      const name = nameKey(session.type, session.mode);
      const places = this.#places.get(name);
      places?.pop();
      if (places?.length === 0) this.#places.delete(name);
    }
  }

  /** Closes the app session, which stays until another is opened. */
  closeApp(): void {
    this.#isAppClosed = true;
  }

  /** Replaces each session by one with the same type and mode. */
  replaceAll(replace: (session: Session) => Session): void {
    this.#sessions = this.#sessions.map(replace);
    this.#lacksStart = this.#sessions.some(({ start }) => start === 0);
  }

  /** Sets the start of sessions that have none. Call for each event that is counted. */
  setStarts(ets: number): void {
    if (!this.#lacksStart) return;
    for (const session of this.#sessions) if (session.start === 0) session.start = ets;
    this.#lacksStart = ets === 0;
  }

  /** Returns the place of the innermost session of a type in lower case and a mode, or -1. */
  find(type: string | null, mode: string): number {
    return this.#findSimilar(type, mode).findLast((place) => this.#sessions[place]?.mode === mode) ?? -1;
  }

  /** Returns what an END of a type in lower case and a mode does. */
  effectOfEnd(type: string | null, mode: string): EndEffect {
    if (this.#findSimilar(type, mode).length === 0) return { type: 'ignored' };
    const ended = Math.max(0, this.find(type, mode));
    const next = Math.max(0, ended - 1);
    const [session, outer] = [this.#sessions[ended], this.#sessions[next]];
    if (session === undefined || outer === undefined) return { type: 'ignored' };
    const last = this.#sessions.length - 1;
    const isInCurrent = last > 0 && this.hasSimilarStart(outer, last - 1);
    if (isInCurrent || !this.hasSimilarStart(outer, 0)) return { type: 'current', next };
    return this.hasSimilarStart(session, 0) ? { type: 'app' } : { type: 'outer', ended };
  }

  /** Whether the job takes a session for that at a place. */
  hasSimilarStart(session: Session, depth: number): boolean {
    const other = this.#sessions[depth];
    return (
      other !== undefined &&
      nameKey(session.type, session.mode) === nameKey(other.type, other.mode) &&
      session.start === other.start
    );
  }

  /** Returns the places of the sessions of a type and a mode in any case, from the outermost. */
  #findSimilar(type: string | null, mode: string): readonly number[] {
    return type === null ? [] : (this.#places.get(nameKey(type, mode)) ?? []);
  }
}

/** The same for types and modes that differ in case only. */
function nameKey(type: string, mode: string): string {
  return `${type.length} ${type}${mode.toLowerCase()}`;
}
