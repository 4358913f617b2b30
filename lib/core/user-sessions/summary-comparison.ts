import type { StartedSession, Totals } from './audit-state';
import type { SessionEvent } from './session-event';
import { type SessionViolation, type SummaryField, type SummaryReason, summaryFields } from './session-finding';
import { roundToHundredths } from './user-session-summary';

const DURATION_TOLERANCE_SECONDS = 1;
/** The job rounds each step to 0.01 s. */
const ROUNDING_SECONDS = 0.005;
/** A greater duration is a time since 1970 (2001 or later): no session lasts so long. */
const MIN_EPOCH_SECONDS = 1e9;

/** Compares the duration that an END reports with the time since its START. Returns `null` if they agree. */
export function compareDuration(end: SessionEvent, start: SessionEvent): SessionViolation | null {
  const reported = end.reported?.duration;
  const computed = (end.ets - start.ets) / 1_000;
  if (reported === undefined || isNear(reported, computed, DURATION_TOLERANCE_SECONDS)) return null;
  return { code: 'duration-differs', params: { reason: durationReason(reported, computed), reported, computed } };
}

function durationReason(reported: number, computed: number) {
  // Any number below 1,000 would be near a span of less than a second.
  const tolerance = Math.min(DURATION_TOLERANCE_SECONDS, computed / 2);
  if (isNear(reported / 1_000, computed, tolerance)) return 'duration-milliseconds';
  return reported >= MIN_EPOCH_SECONDS ? 'duration-epoch' : 'duration-differs';
}

/**
 * Returns the session with the type and mode of a SUMMARY, or `null`. If several match, `starttime` selects one.
 * A session that ended before a break needs the same `starttime`, because the START of a later session may be missing.
 *
 * @param sessions open sessions, then ended ones, each the most likely first.
 */
export function findSummarizedSession(
  { ets, type, mode, reported }: SessionEvent,
  sessions: readonly StartedSession[],
  breakSeconds: number,
): StartedSession | null {
  if (type === null) return null;
  const similar = sessions.filter(
    ({ event }) => isSameText(event.type, type) && (mode === '' || isSameText(event.mode, mode)),
  );
  const sameMode = similar.filter(({ event }) => event.mode === mode);
  const candidates = sameMode.length > 0 ? sameMode : similar;
  const starttime = reported?.starttime ?? Number.NaN;
  const toleranceMs = 1_000 * DURATION_TOLERANCE_SECONDS;
  const oldestEts = ets - 1_000 * breakSeconds;
  const recent = candidates.find(({ ended }) => ended === null || ended.ets >= oldestEts);
  return candidates.find(({ event }) => isNear(event.ets, starttime, toleranceMs)) ?? recent ?? null;
}

/** The numbers of a session, each without and with its SUMMARY event, and the tolerance of the reported number. */
interface ComputedSummary {
  readonly fields: Readonly<
    Record<SummaryField, readonly [withoutSummary: number, withSummary: number, tolerance: number]>
  >;
  /** Number of ASSESS events of the session. */
  readonly assessCount: number;
}

/**
 * Computes the numbers of a session at its SUMMARY, which may come before or after the END.
 *
 * @param open totals and `ets` of the last event before the SUMMARY, for a session that has not ended.
 * @param gap the counted time from that event to the SUMMARY, in seconds.
 */
export function computeSummary(
  { event: start, before, ended }: StartedSession,
  summary: SessionEvent,
  open: { readonly totals: Totals; readonly ets: number },
  gap: number,
): ComputedSummary {
  const { totals, ets: lastEts } = ended ?? open;
  const countedGap = ended === null ? gap : 0;
  // Before the END, the SUMMARY is an event of the session, too.
  const events = totals.events - before.events + (ended === null ? 1 : 0);
  const seconds = (totals.milliseconds - before.milliseconds) / 1_000;
  return {
    // The SUMMARY itself may or may not count as the last event of its session.
    fields: {
      starttime: [start.ets, start.ets, 1_000 * ROUNDING_SECONDS * events],
      endtime: [lastEts, summary.ets, 1_000 * ROUNDING_SECONDS * events],
      timespent: [seconds, seconds + countedGap, ROUNDING_SECONDS * events],
      pageviews: sameForBoth(totals.pageviews - before.pageviews),
      interactions: sameForBoth(totals.interactions - before.interactions),
    },
    assessCount: totals.assessCount - before.assessCount,
  };
}

/** Compares the numbers of a SUMMARY with those of its session. Returns a violation for each difference. */
export function compareSummary(
  reported: Readonly<Record<string, number>>,
  { fields, assessCount }: ComputedSummary,
): readonly SessionViolation[] {
  return summaryFields.flatMap((field) => {
    const value = reported[field];
    const [withoutSummary, withSummary, tolerance] = fields[field];
    if (value === undefined || isNear(value, withoutSummary, tolerance) || isNear(value, withSummary, tolerance))
      return [];
    const reason = reasonOf(field, value, fields[field], assessCount);
    const params = { reason, reported: value, computed: roundToHundredths(withSummary) };
    return [{ code: `summary-${field}`, params } as SessionViolation];
  });
}

/** Returns the reason of a difference. Known errors of players have specific reasons. */
function reasonOf(
  field: SummaryField,
  value: number,
  [withoutSummary, withSummary, tolerance]: ComputedSummary['fields'][SummaryField],
  assessCount: number,
): SummaryReason {
  const dropsWholeMinutes = (computed: number): boolean =>
    computed > SECONDS_PER_MINUTE && isNear(value, computed % SECONDS_PER_MINUTE, tolerance);
  if (field === 'timespent' && (dropsWholeMinutes(withoutSummary) || dropsWholeMinutes(withSummary)))
    return 'summary-timespent-minutes';
  const isAssessCount = value > 0 && value === assessCount;
  if (field === 'pageviews' && isAssessCount) return 'summary-pageviews-assess';
  if (field === 'interactions' && isAssessCount) return 'summary-interactions-assess';
  return `summary-${field}`;
}

const SECONDS_PER_MINUTE = 60;

/** Returns the entry of a number that the SUMMARY itself does not change, without a tolerance. */
function sameForBoth(value: number): readonly [number, number, number] {
  return [value, value, 0];
}

function isNear(one: number, other: number, tolerance: number): boolean {
  return Math.abs(one - other) <= tolerance;
}

/** Whether two types or modes are equal, as the job compares them: in any case. */
export function isSameText(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}
