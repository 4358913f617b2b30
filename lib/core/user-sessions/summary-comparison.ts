import { type SessionFault, type SummaryField, type SummaryReason, summaryFields } from './session-finding';
import { roundToHundredths } from './user-session-summary';

/** The numbers of a session without its SUMMARY and with it, and by how much the reported ones may differ. */
export type ComputedSummary = Readonly<
  Record<SummaryField, readonly [without: number, withIt: number, tolerance: number]>
>;

/**
 * Compares the numbers of a SUMMARY with those of its session. Returns a fault for each that differs.
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

/** Mistakes that players make have a reason of their own. */
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

/** A number that the SUMMARY itself does not change, and that has no tolerance. */
export function both(value: number): readonly [number, number, number] {
  return [value, value, 0];
}

export function isNear(one: number, other: number, tolerance: number): boolean {
  return Math.abs(one - other) <= tolerance;
}
