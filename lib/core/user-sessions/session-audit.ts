import type { JsonPath } from '#core/json/json';
import { SESSION_RULE_SET, type Severity } from '#core/telemetry/findings';
import type { AuditedSession, AuditState, StartedSession, Totals } from './audit-state';
import type { FindingJournal } from './finding-journal';
import { APP, MAX_CONTINUED_SESSIONS, OpenSessions } from './open-sessions';
import type { SessionEvent } from './session-event';
import { type SessionFinding, type SessionViolation, sessionName } from './session-finding';
import type { SessionSettings } from './session-settings';
import {
  compareDuration,
  compareSummary,
  computeSummary,
  findSummarizedSession,
  isSameText,
} from './summary-comparison';

const MAX_FINDING_ROWS = 10;
/** Limit of the ended sessions that a SUMMARY may be compared with. */
const MAX_ENDED_SESSIONS = 4;
/** Limit of the open sessions that are searched for a START, from the innermost session. A million may be open. */
const MAX_SEARCHED_SESSIONS = 100;

/**
 * Audits the START, END and SUMMARY events of one origin, in the order of `ets`.
 * Adds its findings to a journal.
 */
export class SessionAudit {
  readonly #settings: SessionSettings;
  readonly #journal: FindingJournal;
  readonly #open = new OpenSessions<AuditedSession>();
  readonly #onOpening: (event: SessionEvent) => void;
  /** Ended sessions, the newest first. */
  #ended: readonly StartedSession[] = [];
  #previous: SessionEvent | null = null;
  #totals: Totals = { events: 0, milliseconds: 0, pageviews: 0, interactions: 0, assessCount: 0 };
  /** Totals before the current event. */
  #previousTotals = this.#totals;

  /** @param onOpening is called with each event that opens an app session. */
  constructor(settings: SessionSettings, journal: FindingJournal, onOpening: (event: SessionEvent) => void) {
    this.#settings = settings;
    this.#journal = journal;
    this.#onOpening = onOpening;
  }

  /** Size of the state, to which the time of {@link save} is proportional. */
  get size(): number {
    return this.#open.all.length;
  }

  save(): AuditState {
    return {
      sessions: this.#open.all.map((session) => ({ ...session })),
      isAppClosed: this.#open.isAppClosed,
      ended: this.#ended,
      previous: this.#previous,
      totals: this.#totals,
    };
  }

  restore({ sessions, isAppClosed, ended, previous, totals }: AuditState): void {
    const copies = sessions.map((session) => ({ ...session }));
    this.#open.reset(copies, isAppClosed);
    this.#ended = ended;
    this.#previous = previous;
    this.#totals = totals;
  }

  add(event: SessionEvent): void {
    const previous = this.#previous;
    const gap = previous === null ? 0 : (event.ets - previous.ets) / 1_000;
    if (previous !== null && previous.row > event.row && gap > 0) {
      const params = { reason: 'ets-against-calls', gap } as const;
      this.#report('info', ['ets'], [previous.row, event.row], { code: 'ets-against-calls', params });
    }
    if (gap > this.#settings.breakSeconds && event.type?.toLowerCase() !== APP) this.#breakSessions();
    if (event.eid === 'SUMMARY') this.#checkSummary(event, gap);
    this.#previousTotals = this.#totals;
    this.#count(event, gap);
    if (event.eid === 'START') this.#start(event);
    else if (event.eid === 'END') this.#endSession(event);
    else this.#addOther(event);
    this.#previous = event;
  }

  /**
   * Reports the open sessions. Call when no event will follow.
   * Skips a START without type, which has another finding.
   */
  end(): void {
    for (const { started } of this.#open.all) {
      if (started === null || started.isBroken || started.event.type === null) continue;
      const params = { reason: 'not-ended-yet', type: sessionName(started.event) } as const;
      this.#report('info', ['edata', 'type'], [started.event.row], { code: 'never-ended', params });
    }
  }

  #breakSessions(): void {
    if (this.#open.isClosed) return;
    for (const { started } of this.#open.all) if (started !== null) this.#reportNeverEnded(started);
    this.#open.removeFrom(MAX_CONTINUED_SESSIONS);
    this.#open.replaceAll(({ started, ...session }) => {
      return { ...session, start: 0, started: started && { ...started, isBroken: true } };
    });
  }

  #start(event: SessionEvent): void {
    const type = event.type?.toLowerCase() ?? null;
    const { row, ets, mode } = event;
    // The START counts as an event of its session.
    const before = { ...this.#totals, events: this.#totals.events - 1 };
    const started: StartedSession = { event, before, isBroken: false, ended: null };
    const app = { type: APP, mode: type === APP ? mode : '', start: ets, started: type === APP ? started : null };
    if (this.#open.isClosed) {
      this.#openApp(event, app);
      if (type === APP) return;
    } else {
      const index = this.#open.find(type, mode);
      const same = this.#open.all[index]?.started ?? null;
      if (same !== null) {
        const params = { reason: 'start-twice', type: sessionName(event) } as const;
        this.#report('warning', ['edata', 'type'], [row, same.event.row], { code: 'start-twice', params });
        this.#withdrawNeverEnded(same);
        if (same.ended === null) this.#addEnded(same, this.#previousTotals, this.#previous?.ets ?? ets);
      }
      if (index !== -1) {
        for (const inner of this.#open.all.slice(index + 1)) {
          if (inner.started !== null) this.#reportNeverEnded(inner.started);
        }
        this.#open.removeFrom(index);
      }
      if (index === 0) {
        this.#openApp(event, app);
        return;
      }
      this.#open.setStarts(ets);
    }
    this.#open.push({ type: type ?? APP, mode, start: ets, started });
  }

  #endSession(event: SessionEvent): void {
    const type = event.type?.toLowerCase() ?? null;
    const effect = this.#open.effectOfEnd(type, event.mode);
    if (effect.type === 'ignored') {
      this.#reportIgnored(event);
      return;
    }
    const index = this.#open.find(type, event.mode);
    if (this.#open.isAppClosed) this.#reportLoneEnd(event, 'end-again');
    else if (index === -1) this.#endInOtherCase(event, this.#open.findSimilar(type, event.mode), effect.type === 'app');
    else this.#matchEnd(event, index);
    this.#open.setStarts(event.ets);
    if (effect.type === 'current') {
      this.#removeFrom(this.#open.all.length - 1);
      if (effect.next < this.#open.all.length - 1) this.#removeFrom(effect.next + 1);
    } else if (effect.type === 'outer') this.#removeFrom(effect.ended);
    else {
      this.#removeFrom(0, 1);
      this.#open.closeApp();
    }
  }

  /** Removes sessions that an END closes, and their findings. The first `remaining` sessions stay in the stack. */
  #removeFrom(depth: number, remaining = depth): void {
    for (const { started } of this.#open.all.slice(depth)) if (started !== null) this.#withdrawNeverEnded(started);
    this.#open.removeFrom(remaining);
    if (remaining > depth) this.#open.replaceAll((session) => ({ ...session, started: null }));
  }

  #matchEnd(end: SessionEvent, index: number): void {
    const session = this.#open.all[index];
    const inner = this.#open.all.slice(index + 1);
    this.#reportNesting(end, inner);
    if (session === undefined || session.started === null) {
      if (inner.length === 0) this.#reportLoneEnd(end, 'end-of-own-app');
      return;
    }
    this.#checkDuration(end, session.started.event);
    this.#withdrawNeverEnded(session.started);
    session.started = this.#addEnded(session.started, this.#totals, end.ets);
  }

  /** Handles an END that closes sessions, though its mode differs from that of its START in letter case. */
  #endInOtherCase(end: SessionEvent, index: number, closesApp: boolean): void {
    const { all } = this.#open;
    const started = all[index]?.started ?? null;
    const closed = closesApp ? all[0] : all.at(-1);
    if (started === null || closed === undefined) {
      this.#reportLoneEnd(end, 'end-of-own-app');
      return;
    }
    const names = { start: sessionName(started.event), end: sessionName(end), closed: sessionName(closed) };
    const params = { reason: 'end-in-other-case', ...names } as const;
    this.#report('warning', ['edata', 'mode'], [end.row, started.event.row], { code: 'end-differs', params });
    if (closesApp || index === all.length - 1) this.#addEnded(started, this.#totals, end.ets);
  }

  /** Stores an ended session until the next session of its type and mode ends. So a late event soon has no effect. */
  #addEnded(started: StartedSession, totals: Totals, ets: number): StartedSession {
    const ended = { ...started, isBroken: false, ended: { totals, ets } };
    const name = sessionName(started.event);
    const others = this.#ended.filter(({ event }) => sessionName(event) !== name);
    this.#ended = [ended, ...others.slice(0, MAX_ENDED_SESSIONS - 1)];
    return ended;
  }

  /** Reports an END without a START. Only an ignored END is an error. */
  #reportLoneEnd(end: SessionEvent, reason: 'end-without-start' | 'end-again' | 'end-of-own-app'): void {
    const severity = ({ 'end-without-start': 'error', 'end-again': 'warning', 'end-of-own-app': 'info' } as const)[
      reason
    ];
    const params = { reason, type: sessionName(end) } as const;
    this.#report(severity, ['edata', 'type'], [end.row], { code: 'end-without-start', params });
  }

  #reportIgnored(event: SessionEvent): void {
    const similar = this.#findOpen((open) => isSameText(open.type, event.type) && open.mode !== event.mode);
    const untyped = similar === null ? this.#findOpen((open) => open.type === null) : null;
    const other =
      similar ?? untyped ?? this.#findOpen(({ type, mode }) => mode === event.mode && !isSameText(type, event.type));
    if (other) {
      const names = { start: sessionName(other), end: sessionName(event) };
      const params = { reason: untyped === null ? 'end-differs' : 'start-without-type', ...names } as const;
      const path = ['edata', isSameText(other.type, event.type) ? 'mode' : 'type'];
      this.#report('error', path, [event.row, other.row], { code: 'end-differs', params });
    } else this.#reportLoneEnd(event, 'end-without-start');
  }

  #findOpen(matches: (start: SessionEvent) => boolean): SessionEvent | null {
    return this.#searchedSessions().find(({ event }) => matches(event))?.event ?? null;
  }

  #reportNesting(event: SessionEvent, inner: readonly AuditedSession[]): void {
    const open = inner.flatMap(({ started }) => started?.event ?? []);
    const [first] = open;
    if (first === undefined) return;
    const params = { reason: 'wrong-nesting', type: sessionName(event), inner: sessionName(first) } as const;
    const rows = open.slice(0, MAX_FINDING_ROWS).map(({ row }) => row);
    this.#report('warning', ['edata', 'type'], [event.row, ...rows], { code: 'wrong-nesting', params });
  }

  #checkDuration(end: SessionEvent, start: SessionEvent): void {
    const violation = compareDuration(end, start);
    if (violation !== null) this.#report('warning', ['edata', 'duration'], [end.row, start.row], violation);
  }

  /** Compares a SUMMARY with its session. It may come before or after the END. */
  #checkSummary(event: SessionEvent, gap: number): void {
    const { reported } = event;
    const { breakSeconds, idleSeconds } = this.#settings;
    const session = findSummarizedSession(event, [...this.#searchedSessions(), ...this.#ended], breakSeconds);
    if (reported === null || session === null) return;
    const open = { totals: this.#totals, ets: this.#previous?.ets ?? event.ets };
    const computed = computeSummary(session, event, open, gap > idleSeconds ? 0 : gap);
    for (const violation of compareSummary(reported, computed)) {
      const [, field = ''] = violation.code.split('-');
      this.#report('warning', ['edata', field], [event.row, session.event.row], violation);
    }
  }

  /** Returns the open sessions with a START, the innermost first. */
  #searchedSessions(): readonly StartedSession[] {
    return this.#open.all
      .slice(-MAX_SEARCHED_SESSIONS)
      .flatMap(({ started }) => started ?? [])
      .reverse();
  }

  #count({ eid }: SessionEvent, gap: number): void {
    const { events, milliseconds, pageviews, interactions, assessCount } = this.#totals;
    this.#totals = {
      events: events + 1,
      milliseconds: milliseconds + (gap > this.#settings.idleSeconds ? 0 : Math.round(gap * 1_000)),
      pageviews: pageviews + (eid === 'IMPRESSION' ? 1 : 0),
      interactions: interactions + (eid === 'INTERACT' ? 1 : 0),
      assessCount: assessCount + (eid === 'ASSESS' ? 1 : 0),
    };
  }

  #addOther(event: SessionEvent): void {
    if (this.#open.isClosed) this.#openApp(event, { type: APP, mode: event.mode, start: event.ets, started: null });
    else this.#open.setStarts(event.ets);
  }

  #openApp(event: SessionEvent, app: AuditedSession): void {
    this.#onOpening(event);
    this.#open.reset([app], false);
  }

  #reportNeverEnded({ event }: StartedSession): void {
    if (event.type === null) return;
    const params = { reason: 'never-ended', type: sessionName(event) } as const;
    this.#report('warning', ['edata', 'type'], [event.row], { code: 'never-ended', params });
  }

  /** Withdraws the finding of a break about a session that continues after it. */
  #withdrawNeverEnded({ event, isBroken }: StartedSession): void {
    if (isBroken) this.#journal.delete('never-ended', event.row);
  }

  #report(severity: Severity, path: JsonPath, rows: SessionFinding['rows'], violation: SessionViolation): void {
    this.#journal.set({ ruleSet: SESSION_RULE_SET, severity, path, rows, ...violation });
  }
}
