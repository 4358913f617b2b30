import type { CorrelatorRules } from '#core/journey/correlator/observations';
import type { DocumentCounts } from '#core/journey/counts';
import { createEventCorrelator } from '#core/journey/event-correlator';
import { isLost } from '#core/journey/journey-state';
import type { TelemetryRecord } from '#core/journey/record';
import { createObservedDocuments } from '#core/wire/observed-documents';
import type { UnwatchedLog } from '#core/wire/page-messages';

/** What counts in a badge. */
interface BadgeRules {
  /** Sets the muted findings of a record apart. */
  readonly mute: (record: TelemetryRecord) => TelemetryRecord;
  /** Whether the outcome of what was fired by hand counts. */
  readonly countsManual: boolean;
}

const defaultRules: BadgeRules = { mute: (record) => record, countsManual: false };

/** Counts the events of one document from its log. */
export interface DocumentCounter {
  /**
   * Takes a part of the log; `rules` say what counts.
   * Returns the number from which it wants the log again, if a part is missing.
   */
  take(log: UnwatchedLog, rules?: BadgeRules): number | null;
  counts(): DocumentCounts;
}

export function createDocumentCounter(documentKey: string, rules: CorrelatorRules): DocumentCounter {
  const rows = new Set<number>();
  let badgeRules = defaultRules;
  const invalidRows = new Set<number>();
  const wrongRows = new Set<number>();
  const documents = createObservedDocuments({
    correlator: createEventCorrelator(rules),
    onRecords(changed) {
      for (const record of changed.map(badgeRules.mute)) {
        const hasOutcome = badgeRules.countsManual || record.firedBy.from === 'page';
        rows.add(record.row);
        setMember(invalidRows, record.row, hasOutcome && record.verdict === 'invalid');
        setMember(wrongRows, record.row, hasOutcome && (record.verdict === 'invalid' || isLost(record)));
      }
    },
    // The badge is that of a page that is shown: none of its losses is counted later.
    after: () => () => undefined,
  });
  let next = 1;

  return {
    take(log, rules = defaultRules) {
      badgeRules = rules;
      const { sightings, heldFrom, gone } = log;
      const from = sightings[0]?.seq ?? log.next;
      if (from > next && heldFrom < from) return Math.max(next, heldFrom);
      documents.open(documentKey, { frameId: 0, url: '' });
      documents.receive(documentKey, sightings);
      next = Math.max(next, (sightings.at(-1)?.seq ?? 0) + 1);
      if (gone) documents.disconnect(documentKey);
      return null;
    },
    counts: () => ({ events: rows.size, invalid: invalidRows.size, wrong: wrongRows.size }),
  };
}

function setMember(rows: Set<number>, row: number, isMember: boolean): void {
  if (isMember) rows.add(row);
  else rows.delete(row);
}
