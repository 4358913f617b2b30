import { type SessionFault, type SummaryField, type SummaryReason, summaryFields } from './session-finding';
import { roundToHundredths } from './user-session-summary';

/** The numbers of a session without and with its SUMMARY event, and the tolerance of the reported numbers. */
export type ComputedSummary = Readonly<
  Record<SummaryField, readonly [without: number, withIt: number, tolerance: number]>
>;

/**
 * Compares the numbers of a SUMMARY with those of its session. Returns a fault for each difference.
 *
 * @param assessCount the number of ASSESS events of the session.
 */
export function compareSummary(
  reported: Readonly<Record<string, number>>,
  computed: ComputedSummary,
  assessCount: number,
): readonly SessionFault[] {
  return summaryFields.flatMap((field) => {
    const value = reported[field];
    const [without, withIt, tolerance] = computed[field];
    if (value === undefined || isNear(value, without, tolerance) || isNear(value, withIt, tolerance)) return [];
    const reason = reasonOf(field, value, computed[field], assessCount);
    const params = { reason, reported: value, computed: roundToHundredths(withIt) };
    return [{ code: `summary-${field}`, params } as SessionFault];
  });
}

/** Returns the reason of a difference. Known errors of players have specific reasons. */
function reasonOf(
  field: SummaryField,
  value: number,
  [without, withIt, tolerance]: ComputedSummary[SummaryField],
  assessCount: number,
): SummaryReason {
  const losesMinutes = (computed: number): boolean =>
    computed > SECONDS_PER_MINUTE && isNear(value, computed % SECONDS_PER_MINUTE, tolerance);
  if (field === 'timespent' && (losesMinutes(without) || losesMinutes(withIt))) return 'summary-timespent-minutes';
  const isAssessCount = value > 0 && value === assessCount;
  if (field === 'pageviews' && isAssessCount) return 'summary-pageviews-assess';
  if (field === 'interactions' && isAssessCount) return 'summary-interactions-assess';
  return `summary-${field}`;
}

const SECONDS_PER_MINUTE = 60;

/** Returns the entry of a number that the SUMMARY itself does not change, without a tolerance. */
export function both(value: number): readonly [number, number, number] {
  return [value, value, 0];
}

export function isNear(one: number, other: number, tolerance: number): boolean {
  return Math.abs(one - other) <= tolerance;
}
