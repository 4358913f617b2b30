import type { CorrelatorRules } from '#core/journey/correlator/observations';
import type { DocumentCounts } from '#core/journey/counts';
import { createEventCorrelator } from '#core/journey/event-correlator';
import { isLost } from '#core/journey/journey-state';
import type { TelemetryRecord } from '#core/journey/record';
import { createDocumentState } from '#core/wire/document-state';
import type { UnwatchedLog } from '#core/wire/page-messages';
import { createReportEntry } from '#core/wire/report-entry';

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
  const correlator = createEventCorrelator(rules);
  const onRecords = (changed: Iterable<TelemetryRecord>): void => {
    for (const record of changed) {
      const counted = badgeRules.mute(record);
      const hasOutcome = badgeRules.countsManual || counted.firedBy.from === 'page';
      rows.add(counted.row);
      setMember(invalidRows, counted.row, hasOutcome && counted.verdict === 'invalid');
      setMember(wrongRows, counted.row, hasOutcome && (counted.verdict === 'invalid' || isLost(counted)));
    }
  };
  // The log comes whole and in order, and the badge is that of a page that is shown: no machine has to wait for anything.
  const entry = createReportEntry({ correlator, onRecords, noteUnload: () => [] });
  const document = createDocumentState({ documentKey, frame: { frameId: 0, url: '' } });

  return {
    take(log, rules = defaultRules) {
      badgeRules = rules;
      const { sightings, heldFrom, gone } = log;
      const from = sightings[0]?.seq ?? log.next;
      if (from > document.next && heldFrom < from) return Math.max(document.next, heldFrom);
      onRecords(correlator.reopened(documentKey));
      const changed = new Map<number, TelemetryRecord>();
      for (const { seq, text } of sightings) {
        if (seq < document.next) continue;
        document.next = seq + 1;
        entry.enter(document, text, changed);
      }
      onRecords(changed.values());
      if (gone) onRecords(correlator.closed(documentKey));
      return null;
    },
    counts: () => ({ events: rows.size, invalid: invalidRows.size, wrong: wrongRows.size }),
  };
}

function setMember(rows: Set<number>, row: number, isMember: boolean): void {
  if (isMember) rows.add(row);
  else rows.delete(row);
}
