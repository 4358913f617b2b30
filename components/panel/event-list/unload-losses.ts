import type { NavigationMark, TelemetryRecord } from '#core/journey/record';

/** Whether a change of a record changes what navigation marks say. */
export function changesUnloadLosses(record: TelemetryRecord, before: TelemetryRecord | null): boolean {
  return record.lost !== (before?.lost ?? false);
}

/**
 * The marks with how many events went away with the page before each.
 * A document goes with the first navigation after its last event: the rows of the next page may have come before the
 * mark did.
 */
export function addLossesToMarks(
  marks: readonly NavigationMark[],
  records: readonly TelemetryRecord[],
): readonly NavigationMark[] {
  const lastOf = new Map<string, number>();
  const lostOf = new Map<string, number>();
  for (const { documentKey, at, lost } of records) {
    lastOf.set(documentKey, Math.max(at, lastOf.get(documentKey) ?? 0));
    if (lost) lostOf.set(documentKey, (lostOf.get(documentKey) ?? 0) + 1);
  }
  const lostBefore = marks.map(() => 0);
  for (const [documentKey, lost] of lostOf) {
    const went = marks.findIndex((mark) => mark.at >= (lastOf.get(documentKey) ?? 0));
    if (went >= 0) lostBefore[went] = (lostBefore[went] ?? 0) + lost;
  }
  return marks.map((mark, index) => withLoss(mark, lostBefore[index] ?? 0));
}

function withLoss(mark: NavigationMark, lostBefore: number): NavigationMark {
  return lostBefore === (mark.lostBefore ?? 0) ? mark : { ...mark, lostBefore };
}
