import { type NestedApps, skipEqual } from './equal-summaries';
import { APP, MAX_CONTINUED_SESSIONS, type OpenSession, OpenSessions, type StackCheckpoint } from './open-sessions';
import { copyCounts, joinCounts, type PageVisit, SessionCounts } from './session-counts';
import type { SessionEvent, SessionOrigin } from './session-event';
import type { SessionSettings } from './session-settings';
import {
  interactsPerMinute,
  roundToHundredths,
  type SessionEnding,
  type SessionSummary,
  summarizeEnvs,
  toHundredths,
} from './user-session-summary';

/**
 * Depth up to which seconds are added one by one as floating-point numbers.
 * The job does the same, and the sum may affect the rounding of interactions per minute. Deeper sessions have the exact
 * sum, because a million sessions may be open.
 */
const MAX_ADDED_DEPTH = 32;

/**
 * Determines the sessions of one origin in the same way as the workflow summary job of the pipeline.
 * Add events in the order of `ets`. Only START and END open and close sessions, by type and mode.
 * Peculiarities of the job are reproduced:
 *
 * - A START of another type than `app` opens an app session around it, which counts this START twice.
 * - An END that belongs to an outer session ends it only if the outer session lies directly in the app session, or the
 *   current session lies directly in the outer session. Otherwise the END ends the current session, and the outer
 *   session gets no more events.
 * - An END whose mode differs from that of an open session in case only ends the app session, or a session directly in
 *   it.
 * - Another END of an app session that was closed extends it, and a second summary is written.
 * - After a break, sessions continue with their types and modes, but with counts from zero.
 *
 * Of summaries that are equal, the first is written. An event takes constant time, however many sessions are open.
 * After a break, only the outermost {@link MAX_CONTINUED_SESSIONS} continue, unlike in the job.
 */
export class SessionStack {
  readonly #origin: SessionOrigin;
  readonly #settings: SessionSettings;
  readonly #onSummary: (summary: SessionSummary) => void;
  readonly #onCheckpoint: (checkpoint: StackCheckpoint) => void;
  readonly #open = new OpenSessions<OpenSession>();
  /** `ets` of the last event of any kind. */
  #previousEts: number | null = null;
  /** `ets` of the last counted event. */
  #countedEts = 0;
  #hundredths = 0;
  #visit: PageVisit | null = null;
  #visits = 0;
  #nestedApps: NestedApps = new Map();

  constructor(
    origin: SessionOrigin,
    settings: SessionSettings,
    onSummary: (summary: SessionSummary) => void,
    onCheckpoint: (checkpoint: StackCheckpoint) => void = () => {},
  ) {
    this.#origin = origin;
    this.#settings = settings;
    this.#onSummary = onSummary;
    this.#onCheckpoint = onCheckpoint;
  }

  /** Whether no session is open. */
  get isClosed(): boolean {
    return this.#open.isClosed;
  }

  /** Returns the state before the first event. */
  checkpointEmpty(): StackCheckpoint {
    return { ...this.#times(), isAfterBreak: false, open: [], closed: null };
  }

  /** Restores a state of this stack. */
  restore({ previousEts, countedEts, hundredths, open, closed }: StackCheckpoint): void {
    this.#previousEts = previousEts;
    this.#countedEts = countedEts;
    this.#hundredths = hundredths;
    this.#visit = closed?.visit ?? null;
    const sessions = open.map(({ type, mode, firstRow }) => this.#createSession(type, mode, firstRow));
    this.#open.reset(closed === null ? sessions : [closed.session], closed !== null);
    // No number of a checkpoint is counted, so no later summary is equal to one before it.
    this.#nestedApps.clear();
  }

  /** Adds an event. Its `ets` must not be below that of earlier events. */
  add(event: SessionEvent): void {
    this.#breakIfIdle(event);
    this.#previousEts = event.ets;
    if (event.eid === 'START') this.#addStart(event);
    else if (event.eid === 'END') this.#addEnd(event);
    else if (this.isClosed) this.#openFirst(event, APP, event.mode);
    else this.#count(event);
  }

  /** Returns the summaries of the open sessions, as if no event followed. */
  summarizeOpen(): Iterable<SessionSummary> {
    const { all, isClosed } = this.#open;
    const last = all.length - 1;
    const current = all[last];
    if (isClosed || current === undefined) return [];
    // The job mistakes the app session for the current session, and writes only the current session.
    const isAppLost = last > 0 && this.#open.hasSimilarStart(current, 0);
    return skipEqual(this.#summarize(isAppLost ? last : 0, 'input'), new Map(this.#nestedApps));
  }

  #breakIfIdle({ ets, type }: SessionEvent): void {
    const gap = ets - (this.#previousEts ?? ets);
    if (gap <= this.#settings.breakSeconds * 1_000 || type?.toLowerCase() === APP || this.isClosed) return;
    this.#write(this.#summarize(0, 'break'));
    this.#open.removeFrom(MAX_CONTINUED_SESSIONS);
    this.#open.replaceAll(({ type, mode, firstRow }) => this.#createSession(type, mode, firstRow));
    this.#visit = null;
    const open = this.#open.all.map(({ type, mode, firstRow }) => ({ type, mode, firstRow }));
    this.#onCheckpoint({ ...this.#times(), isAfterBreak: true, open, closed: null });
  }

  #addStart(event: SessionEvent): void {
    const type = event.type?.toLowerCase() ?? null;
    if (this.isClosed) {
      this.#openFirst(event, APP, type === APP ? event.mode : '');
      if (type === APP) return;
    } else {
      const same = this.#open.find(type, event.mode);
      if (same === 0) {
        this.#write(this.#summarize(0, 'start'));
        this.#openFirst(event, APP, event.mode);
        return;
      }
      if (same !== -1) this.#write(this.#close(same, 'start'));
    }
    this.#count(event);
    this.#push(event, type ?? APP, event.mode);
  }

  #addEnd(event: SessionEvent): void {
    const effect = this.#open.effectOfEnd(event.type?.toLowerCase() ?? null, event.mode);
    if (effect.type === 'current') this.#endCurrent(event, effect.next);
    else if (effect.type === 'outer') this.#endOuter(event, effect.ended);
    else if (effect.type === 'app') this.#endApp(event);
  }

  /** Ends the current session and continues in an outer one. Sessions between receive no more events. */
  #endCurrent(event: SessionEvent, next: number): void {
    this.#count(event);
    this.#write(this.#close(this.#open.all.length - 1, 'end'));
    const outer = this.#open.all[next];
    if (outer === undefined || next >= this.#open.all.length - 1) return;
    outer.pending = [...outer.pending, ...this.#close(next + 1, 'outer')];
  }

  #endOuter(event: SessionEvent, ended: number): void {
    this.#write(this.#close(ended + 1, 'outer'));
    this.#count(event);
    this.#write(this.#close(ended, 'end'));
  }

  #endApp(event: SessionEvent): void {
    this.#write(this.#close(1, 'outer'));
    // Copies the counts, because those of a checkpoint must not change.
    const extendedBy = this.#open.isAppClosed ? { extendedBy: event.row } : null;
    if (extendedBy !== null) {
      this.#open.replaceAll((session) => ({ ...session, counts: copyCounts(session.counts) }));
      this.#visit = this.#visit && { ...this.#visit };
    }
    this.#count(event);
    const summaries = this.#summarize(0, 'end');
    this.#write(extendedBy === null ? summaries : [...summaries].map((summary) => ({ ...summary, ...extendedBy })));
    this.#open.closeApp();
    const [session] = this.#open.all;
    if (session === undefined) return;
    session.pending = [];
    const closed = { session, visit: this.#visit };
    this.#onCheckpoint({ ...this.#times(), isAfterBreak: false, open: [], closed });
  }

  #write(summaries: Iterable<SessionSummary>): void {
    for (const summary of skipEqual(summaries, this.#nestedApps)) this.#onSummary(summary);
  }

  #times() {
    return { previousEts: this.#previousEts, countedEts: this.#countedEts, hundredths: this.#hundredths };
  }

  #openFirst(event: SessionEvent, type: string, mode: string): void {
    this.#open.reset([], false);
    this.#visit = null;
    this.#countedEts = event.ets;
    this.#push(event, type, mode);
  }

  #push(event: SessionEvent, type: string, mode: string): void {
    const session = this.#createSession(type, mode, event.row);
    session.start = event.ets;
    session.first = event;
    this.#open.push(session);
  }

  /** Returns a session with empty counts. */
  #createSession(type: string, mode: string, firstRow: number): OpenSession {
    return {
      type,
      mode,
      firstRow,
      start: 0,
      seconds: 0,
      hundredthsBefore: this.#hundredths,
      first: null,
      counts: null,
      pending: [],
    };
  }

  /** Counts an event in all open sessions. A START is counted by the session that it opens. */
  #count(event: SessionEvent): void {
    const { ets, eid } = event;
    const gap = ets - this.#countedEts;
    this.#countedEts = ets;
    if (gap <= this.#settings.idleSeconds * 1_000) this.#countTime(toHundredths(gap / 1_000));
    this.#open.setStarts(ets);
    this.#countVisit(event, gap / 1_000);
    const current = this.#open.all.at(-1);
    if (current === undefined || eid === 'START') return;
    current.counts ??= new SessionCounts();
    current.counts.addEvent(event, this.#settings.interactTypes);
    if (eid === 'ASSESS') current.counts.itemResponses += 1;
  }

  #countTime(hundredths: number): void {
    if (hundredths === 0) return;
    this.#hundredths += hundredths;
    const seconds = hundredths / 100;
    const { all } = this.#open;
    const depth = Math.min(all.length, MAX_ADDED_DEPTH);
    for (const session of all.slice(0, depth)) session.seconds += seconds;
  }

  #countVisit({ eid, pageId, type, env }: SessionEvent, seconds: number): void {
    const visit = this.#visit;
    if (visit !== null) visit.seconds += seconds;
    if (eid !== 'IMPRESSION') return;
    if (visit !== null) {
      visit.seconds += seconds;
      const session = this.#open.all[visit.depth];
      if (session !== undefined) {
        session.counts ??= new SessionCounts();
        session.counts.addVisit(visit);
      }
    }
    this.#visits += 1;
    this.#visit = { page: { pageId, type, env }, order: this.#visits, seconds: 0, depth: this.#open.all.length - 1 };
  }

  /** Closes a session and its inner sessions. Adds their counts to the outer session. */
  #close(depth: number, endedBy: SessionEnding): readonly SessionSummary[] {
    const counts = new SessionCounts();
    const summaries = [...this.#summarize(depth, endedBy, counts)];
    this.#open.removeFrom(depth);
    const outer = this.#open.all.at(-1);
    if (outer !== undefined) outer.counts = joinCounts(outer.counts, counts);
    if (this.#visit !== null) this.#visit.depth = Math.min(this.#visit.depth, depth - 1);
    return summaries;
  }

  /** Returns the summaries of a session and its inner sessions, the innermost first. Adds their counts to `counts`. */
  *#summarize(depth: number, endedBy: SessionEnding, counts = new SessionCounts()): Generator<SessionSummary> {
    for (const { pending } of this.#open.all.slice(depth)) yield* pending;
    for (let index = this.#open.all.length - 1; index >= depth; index -= 1) {
      const session = this.#open.all[index];
      if (session === undefined) break;
      if (session.first !== null) counts.addEvent(session.first, this.#settings.interactTypes);
      if (session.counts !== null) counts.addAll(session.counts);
      const summary = this.#summaryOf(session, index, counts, endedBy === 'end' && index > depth ? 'outer' : endedBy);
      // The job omits sessions without a duration.
      if (summary.timeSpent > 0) yield summary;
    }
  }

  #summaryOf(session: OpenSession, depth: number, counts: SessionCounts, endedBy: SessionEnding): SessionSummary {
    const { type, mode, start, firstRow } = session;
    const end = this.#countedEts;
    const seconds = depth < MAX_ADDED_DEPTH ? session.seconds : (this.#hundredths - session.hundredthsBefore) / 100;
    const visit = this.#visit !== null && this.#visit.depth >= depth ? this.#visit : null;
    const pages = counts.summarizePages(visit);
    return {
      origin: this.#origin,
      type,
      mode,
      start,
      end,
      timeDiff: roundToHundredths((end - start) / 1_000),
      timeSpent: roundToHundredths(seconds),
      interactEventsCount: counts.interacts,
      interactEventsPerMin: interactsPerMinute(counts.interacts, seconds),
      eventsSummary: Object.fromEntries(counts.events),
      pages,
      envs: summarizeEnvs(pages),
      itemResponses: counts.itemResponses,
      endedBy,
      depth,
      firstRow,
      rows: counts.rows.toRuns(),
    };
  }
}
