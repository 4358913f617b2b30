import type { NamedSession } from './open-sessions';
import type { SessionEvent } from './session-event';

/** A session that a START of its own opened, with the totals of its origin before it. Immutable. */
export interface Started {
  readonly event: SessionEvent;
  readonly before: Totals;
  readonly isBroken: boolean;
  readonly ended: { readonly totals: Totals; readonly ets: number } | null;
}

export interface AuditedSession extends NamedSession {
  /** `null` for an app session without a START of its own, and for one that was closed. */
  started: Started | null;
}

/** Sums from any event on: only their differences matter. Whole numbers, so that differences are exact. */
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
  readonly lastEnded: Started | null;
  readonly previous: SessionEvent | null;
  readonly totals: Totals;
}

/** Whether an audit finds the same from two states on, whatever events follow. */
export function isSameState(one: AuditState, other: AuditState): boolean {
  return (
    one.previous === other.previous &&
    one.isAppClosed === other.isAppClosed &&
    one.sessions.length === other.sessions.length &&
    isSameStarted(one.lastEnded, one.totals, other.lastEnded, other.totals) &&
    hasSameSessions(one, other)
  );
}

function hasSameSessions(one: AuditState, other: AuditState): boolean {
  const starts = createStartTest(one);
  return one.sessions.every((session, at) => {
    const same = other.sessions[at];
    return (
      same !== undefined &&
      session.type === same.type &&
      session.mode === same.mode &&
      starts(session.start, same.start) &&
      isSameStarted(session.started, one.totals, same.started, other.totals)
    );
  });
}

/**
 * Creates a test whether the starts of two sessions do the same. Call it for the sessions in the order of the stack.
 * It matters which starts are equal, which is unset, and which may be that of an event to come, but not what they are.
 */
function createStartTest({ previous }: AuditState): (start: number, same: number) => boolean {
  const [pairs, back] = [new Map<number, number>(), new Map<number, number>()];
  const now = previous?.ets;
  const isFixed = (start: number) => start === 0 || start === now;
  return (start, same) => {
    if (isFixed(start) || isFixed(same)) return start === same;
    if (!pairs.has(start)) pairs.set(start, same);
    if (!back.has(same)) back.set(same, start);
    return pairs.get(start) === same && back.get(same) === start;
  };
}

function isSameStarted(one: Started | null, oneTotals: Totals, other: Started | null, otherTotals: Totals): boolean {
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
