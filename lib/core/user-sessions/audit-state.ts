import type { NamedSession } from './open-sessions';
import type { SessionEvent } from './session-event';

/** A session that a START event opened, with the totals of its origin before it. Immutable. */
export interface StartedSession {
  readonly event: SessionEvent;
  readonly before: Totals;
  readonly isBroken: boolean;
  readonly ended: { readonly totals: Totals; readonly ets: number } | null;
}

export interface AuditedSession extends NamedSession {
  /** `null` for an app session that is closed, or that another event than its START opened. */
  started: StartedSession | null;
}

/** Running totals, of which only differences are used. They are integers, so differences are exact. */
export interface Totals {
  readonly events: number;
  readonly milliseconds: number;
  readonly pageviews: number;
  readonly interactions: number;
  /** ASSESS events. */
  readonly assessCount: number;
}

/** The state of an audit between two events. */
export interface AuditState {
  readonly sessions: readonly AuditedSession[];
  readonly isAppClosed: boolean;
  /** The sessions that ended last, the newest first. */
  readonly ended: readonly StartedSession[];
  readonly previous: SessionEvent | null;
  readonly totals: Totals;
}

/** Whether audits from two states have the same findings, whatever events follow. */
export function isSameState(one: AuditState, other: AuditState): boolean {
  return (
    one.previous === other.previous &&
    one.isAppClosed === other.isAppClosed &&
    one.sessions.length === other.sessions.length &&
    hasSameEndedSessions(one, other) &&
    hasSameOpenSessions(one, other)
  );
}

function hasSameEndedSessions(one: AuditState, other: AuditState): boolean {
  return (
    one.ended.length === other.ended.length &&
    one.ended.every((ended, index) => isSameStartedSession(ended, one.totals, other.ended[index] ?? null, other.totals))
  );
}

function hasSameOpenSessions(one: AuditState, other: AuditState): boolean {
  const isEquivalentStart = createStartTest(one);
  return one.sessions.every((session, index) => {
    const same = other.sessions[index];
    return (
      same !== undefined &&
      session.type === same.type &&
      session.mode === same.mode &&
      isEquivalentStart(session.start, same.start) &&
      isSameStartedSession(session.started, one.totals, same.started, other.totals)
    );
  });
}

/**
 * Creates a test whether the starts of two sessions are equivalent. Call it for the sessions in the order of the stack.
 * It matters which starts are equal, unset, or equal to the time of the last event, but not their values.
 */
function createStartTest({ previous }: AuditState): (start: number, same: number) => boolean {
  const [pairs, reversePairs] = [new Map<number, number>(), new Map<number, number>()];
  const lastEts = previous?.ets;
  const isFixed = (start: number) => start === 0 || start === lastEts;
  return (start, same) => {
    if (isFixed(start) || isFixed(same)) return start === same;
    if (!pairs.has(start)) pairs.set(start, same);
    if (!reversePairs.has(same)) reversePairs.set(same, start);
    return pairs.get(start) === same && reversePairs.get(same) === start;
  };
}

function isSameStartedSession(
  one: StartedSession | null,
  oneTotals: Totals,
  other: StartedSession | null,
  otherTotals: Totals,
): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.event === other.event &&
    one.isBroken === other.isBroken &&
    one.ended?.ets === other.ended?.ets &&
    isSameSpan(one.before, one.ended?.totals ?? oneTotals, other.before, other.ended?.totals ?? otherTotals)
  );
}

function isSameSpan(one: Totals, oneEnd: Totals, other: Totals, otherEnd: Totals): boolean {
  return (
    oneEnd.events - one.events === otherEnd.events - other.events &&
    oneEnd.milliseconds - one.milliseconds === otherEnd.milliseconds - other.milliseconds &&
    oneEnd.pageviews - one.pageviews === otherEnd.pageviews - other.pageviews &&
    oneEnd.interactions - one.interactions === otherEnd.interactions - other.interactions &&
    oneEnd.assessCount - one.assessCount === otherEnd.assessCount - other.assessCount
  );
}
