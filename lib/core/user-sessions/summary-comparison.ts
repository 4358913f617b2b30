import { type SessionFault, type SummaryField, summaryFields } from './session-finding';
import { roundToHundredths } from './user-session-summary';

/** The numbers of a session without its SUMMARY and with it, and by how much the reported ones may differ. */
export type ComputedSummary = Readonly<
  Record<SummaryField, readonly [without: number, withIt: number, tolerance: number]>
>;

/** Compares the numbers of a SUMMARY with those of its session. Returns a fault for each that differs. */
export function compareSummary(
  reported: Readonly<Record<string, number>>,
  computed: ComputedSummary,
): readonly SessionFault[] {
  return summaryFields.flatMap((field) => {
    const value = reported[field];
    const [without, withIt, tolerance] = computed[field];
    if (value === undefined || isNear(value, without, tolerance) || isNear(value, withIt, tolerance)) return [];
    const params = { reason: `summary-${field}`, reported: value, computed: roundToHundredths(withIt) };
    return [{ code: `summary-${field}`, params } as SessionFault];
  });
}

/** A number that the SUMMARY itself does not change, and that has no tolerance. */
export function both(value: number): readonly [number, number, number] {
  return [value, value, 0];
}

export function isNear(one: number, other: number, tolerance: number): boolean {
  return Math.abs(one - other) <= tolerance;
}
