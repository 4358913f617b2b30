import type { JsonPath } from '#core/json/json';
import { SESSION_RULE_SET, type Severity } from '#core/telemetry/findings';
import type { AuditedSession, AuditState, Started, Totals } from './audit-state';
import type { FindingJournal } from './finding-journal';
import { APP, OpenSessions } from './open-sessions';
import type { SessionEvent } from './session-event';
import { type SessionFault, type SessionFinding, sessionName } from './session-finding';
import type { SessionSettings } from './session-settings';
import { both, type ComputedSummary, compareSummary, isNear } from './summary-comparison';

/** Rows that a finding names: more would say nothing. */
const MAX_ROWS = 10;
const DURATION_TOLERANCE_SECONDS = 1;
/** The job rounds each step to 0.01 s. */
const ROUNDING_SECONDS = 0.005;
/** In seconds, that is the year 2001; no session lasts so long. */
const MIN_EPOCH = 1e9;

/**
 * Audits the START, END and SUMMARY events of one origin, in the order of `ets`.
 * What it finds goes to a journal.
 */
export class SessionAudit {
  readonly #settings: SessionSettings;
  readonly #journal: FindingJournal;
  readonly #open = new OpenSessions<AuditedSession>();
  readonly #onOpening: (event: SessionEvent) => void;
  #lastEnded: Started | null = null;
  #previous: SessionEvent | null = null;
  #totals: Totals = { events: 0, milliseconds: 0, pageviews: 0, interactions: 0, assessCount: 0 };

  /** @param onOpening gets each event that opens an app session. */
  constructor(settings: SessionSettings, journal: FindingJournal, onOpening: (event: SessionEvent) => void) {
    this.#settings = settings;
    this.#journal = journal;
    this.#onOpening = onOpening;
  }

  /** How much work {@link save} is. */
  get size(): number {
    return this.#open.all.length;
  }

  save(): AuditState {
    return {
      sessions: this.#open.all.map((session) => ({ ...session })),
      isAppClosed: this.#open.isAppClosed,
      lastEnded: this.#lastEnded,
      previous: this.#previous,
      totals: this.#totals,
    };
  }

  restore({ sessions, isAppClosed, lastEnded, previous, totals }: AuditState): void {
    const copies = sessions.map((session) => ({ ...session }));
    this.#open.reset(copies, isAppClosed);
    this.#lastEnded = lastEnded;
    this.#previous = previous;
    this.#totals = totals;
  }

  add(event: SessionEvent): void {
    const previous = this.#previous;
    const gap = previous === null ? 0 : (event.ets - previous.ets) / 1_000;
    if (previous !== null && previous.row > event.row && gap > 0) {
      const params = { reason: 'ets-against-calls', gap } as const;
      this.#find('info', ['ets'], [previous.row, event.row], { code: 'ets-against-calls', params });
    }
    if (gap > this.#settings.breakSeconds && event.type?.toLowerCase() !== APP) this.#breakSessions();
    if (event.eid === 'SUMMARY') this.#checkSummary(event, gap);
    this.#count(event, gap);
    if (event.eid === 'START') this.#start(event);
    else if (event.eid === 'END') this.#endSession(event);
    else this.#addOther(event);
    this.#previous = event;
  }

  /**
   * Reports the sessions that are open. Call when no event will follow.
   * A START without type has a finding of its own.
   */
  end(): void {
    for (const { started } of this.#open.all) {
      if (started === null || started.isBroken || started.event.type === null) continue;
      const params = { reason: 'not-ended-yet', type: sessionName(started.event) } as const;
      this.#find('info', ['edata', 'type'], [started.event.row], { code: 'never-ended', params });
    }
  }

  #breakSessions(): void {
    if (this.#open.isClosed) return;
    this.#open.replaceAll((session) => {
      const { started } = session;
      if (started !== null) this.#findNeverEnded(started);
      return { ...session, start: 0, started: started && { ...started, isBroken: true } };
    });
  }

  #start(event: SessionEvent): void {
    const type = event.type?.toLowerCase() ?? null;
    const { row, ets, mode } = event;
    // The START is an event of its session.
    const before = { ...this.#totals, events: this.#totals.events - 1 };
    const started: Started = { event, before, isBroken: false, ended: null };
    const app = { type: APP, mode: type === APP ? mode : '', start: ets, started: type === APP ? started : null };
    if (this.#open.isClosed) {
      this.#openApp(event, app);
      if (type === APP) return;
    } else {
      const place = this.#open.find(type, mode);
      const same = this.#open.all[place]?.started ?? null;
      if (same !== null) {
        const params = { reason: 'start-twice', type: sessionName(event) } as const;
        this.#find('warning', ['edata', 'type'], [row, same.event.row], { code: 'start-twice', params });
        this.#forget(same);
      }
      if (place !== -1) {
        for (const inner of this.#open.all.slice(place + 1)) {
          if (inner.started !== null) this.#findNeverEnded(inner.started);
        }
        this.#open.removeFrom(place);
      }
      if (place === 0) {
        this.#open.push(app);
        return;
      }
      this.#open.setStarts(ets);
    }
    this.#open.push({ type: type ?? APP, mode, start: ets, started });
  }

  #endSession(event: SessionEvent): void {
    const type = event.type?.toLowerCase() ?? null;
    const place = this.#open.find(type, event.mode);
    const session = this.#open.all[place];
    const started = session?.started ?? null;
    const effect = this.#open.effectOfEnd(type, event.mode);
    if (effect.type === 'ignored' || started === null) this.#reportUnpaired(event);
    if (session !== undefined && started !== null) {
      this.#reportNesting(event, this.#open.all.slice(place + 1));
      this.#checkDuration(event, started.event);
      this.#forget(started);
      this.#lastEnded = { ...started, isBroken: false, ended: { totals: this.#totals, ets: event.ets } };
      session.started = this.#lastEnded;
    }
    if (effect.type === 'ignored') return;
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

  /** Removes sessions that an END closes: the END has the finding, if there is one. The first ones may stay. */
  #removeFrom(depth: number, stays = depth): void {
    for (const { started } of this.#open.all.slice(depth)) if (started !== null) this.#forget(started);
    this.#open.removeFrom(stays);
    if (stays > depth) this.#open.replaceAll((session) => ({ ...session, started: null }));
  }

  #reportUnpaired(event: SessionEvent): void {
    const similar = this.#findOpen((open) => isSameText(open.type, event.type) && open.mode !== event.mode);
    const untyped = similar === null ? this.#findOpen((open) => open.type === null) : null;
    const other =
      similar ?? untyped ?? this.#findOpen(({ type, mode }) => mode === event.mode && !isSameText(type, event.type));
    if (other) {
      const names = { start: sessionName(other), end: sessionName(event) };
      const params = { reason: untyped === null ? 'end-differs' : 'start-without-type', ...names } as const;
      const path = ['edata', isSameText(other.type, event.type) ? 'mode' : 'type'];
      this.#find('error', path, [event.row, other.row], { code: 'end-differs', params });
    } else {
      const params = { reason: 'end-without-start', type: sessionName(event) } as const;
      this.#find('error', ['edata', 'type'], [event.row], { code: 'end-without-start', params });
    }
  }

  #findOpen(isMeant: (start: SessionEvent) => boolean): SessionEvent | null {
    return this.#open.all.findLast(({ started }) => started !== null && isMeant(started.event))?.started?.event ?? null;
  }

  #reportNesting(event: SessionEvent, inner: readonly AuditedSession[]): void {
    const open = inner.flatMap(({ started }) => started?.event ?? []);
    const [first] = open;
    if (first === undefined) return;
    const params = { reason: 'wrong-nesting', type: sessionName(event), inner: sessionName(first) } as const;
    const rows = open.slice(0, MAX_ROWS).map(({ row }) => row);
    this.#find('warning', ['edata', 'type'], [event.row, ...rows], { code: 'wrong-nesting', params });
  }

  #checkDuration(end: SessionEvent, start: SessionEvent): void {
    const reported = end.reported?.duration;
    const computed = (end.ets - start.ets) / 1_000;
    if (reported === undefined || isNear(reported, computed, DURATION_TOLERANCE_SECONDS)) return;
    const isInMs = isNear(reported / 1_000, computed, DURATION_TOLERANCE_SECONDS);
    const reason = isInMs ? 'duration-milliseconds' : reported >= MIN_EPOCH ? 'duration-epoch' : 'duration-differs';
    const fault = { code: 'duration-differs', params: { reason, reported, computed } } as const;
    this.#find('warning', ['edata', 'duration'], [end.row, start.row], fault);
  }

  /** A SUMMARY comes before the END of its session or after it. */
  #checkSummary(event: SessionEvent, gap: number): void {
    const { reported } = event;
    if (reported === null) return;
    const isOfIt = (started: Started | null) => started !== null && isSameText(started.event.type, event.type);
    const open = this.#open.all;
    const session =
      open.findLast(({ started }) => isOfIt(started))?.started ??
      (isOfIt(this.#lastEnded) ? this.#lastEnded : null) ??
      open.findLast(({ started }) => started !== null)?.started;
    if (!session) return;
    const totals = session.ended?.totals ?? this.#totals;
    const lastEts = session.ended?.ets ?? this.#previous?.ets ?? event.ets;
    const assessCount = totals.assessCount - session.before.assessCount;
    const idleless = session.ended !== null || gap > this.#settings.idleSeconds ? 0 : gap;
    const events = totals.events - session.before.events;
    const seconds = (totals.milliseconds - session.before.milliseconds) / 1_000;
    // The SUMMARY itself may be the last event of its session, or not.
    const computed: ComputedSummary = {
      starttime: [session.event.ets, session.event.ets, 1_000 * ROUNDING_SECONDS * events],
      endtime: [lastEts, event.ets, 1_000 * ROUNDING_SECONDS * events],
      timespent: [seconds, seconds + idleless, ROUNDING_SECONDS * events],
      pageviews: both(totals.pageviews - session.before.pageviews),
      interactions: both(totals.interactions - session.before.interactions),
    };
    for (const fault of compareSummary(reported, computed, assessCount)) {
      const [, field = ''] = fault.code.split('-');
      this.#find('warning', ['edata', field], [event.row, session.event.row], fault);
    }
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

  #findNeverEnded({ event }: Started): void {
    if (event.type === null) return;
    const params = { reason: 'never-ended', type: sessionName(event) } as const;
    this.#find('warning', ['edata', 'type'], [event.row], { code: 'never-ended', params });
  }

  /** Withdraws what a break found of a session that goes on after it. */
  #forget({ event, isBroken }: Started): void {
    if (isBroken) this.#journal.delete('never-ended', event.row);
  }

  #find(severity: Severity, path: JsonPath, rows: SessionFinding['rows'], fault: SessionFault): void {
    this.#journal.set({ ruleSet: SESSION_RULE_SET, severity, path, rows, ...fault });
  }
}

function isSameText(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}
