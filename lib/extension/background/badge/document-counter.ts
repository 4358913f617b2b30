import type { SecretGuard } from '#core/journey/correlator/observations';
import { createEventCorrelator } from '#core/journey/event-correlator';
import { isLost } from '#core/journey/journey-state';
import type { TelemetryRecord } from '#core/journey/record';
import type { createMuteTest } from '#core/report/mutes';
import type { DocumentCounts } from '#core/stream/counts';
import { findInRecord } from '#core/stream/find-in-record';
import { type RuleSet, toVerdict } from '#core/telemetry/findings';
import { createDocumentState } from '#core/wire/document-state';
import type { UnwatchedLog } from '#core/wire/page-messages';
import { createReportEntry } from '#core/wire/report-entry';

/** What counts in a badge. */
interface BadgeRules {
  /** Says which findings of a record are muted: see `createMuteTest`. */
  readonly muteTestOf: ReturnType<typeof createMuteTest>;
  /** Whether the outcome of what was fired by hand counts. */
  readonly countsManual: boolean;
}

const defaultRules: BadgeRules = { muteTestOf: () => null, countsManual: false };

/** Counts the events of one document from its log. */
export interface DocumentCounter {
  /**
   * Takes a part of the log; `rules` say what counts.
   * Returns the number from which it wants the log again, if a part is missing.
   */
  take(log: UnwatchedLog, rules?: BadgeRules): number | null;
  counts(): DocumentCounts;
}

export function createDocumentCounter(
  documentKey: string,
  guard: SecretGuard,
  ruleSets: readonly RuleSet[],
): DocumentCounter {
  const rows = new Set<number>();
  let badgeRules = defaultRules;
  const invalidRows = new Set<number>();
  const wrongRows = new Set<number>();
  const correlator = createEventCorrelator(guard);
  const verdictOf = (record: TelemetryRecord) => {
    const found = findInRecord(record, ruleSets);
    const isMuted = found.length === 0 ? null : badgeRules.muteTestOf(record);
    return toVerdict(record.kind, isMuted ? found.filter((finding) => !isMuted(finding)) : found).verdict;
  };
  const onRecords = (changed: Iterable<TelemetryRecord>): void => {
    for (const record of changed) {
      const { row } = record;
      const hasOutcome = badgeRules.countsManual || record.firedBy.type === 'page';
      const isInvalid = hasOutcome && verdictOf(record) === 'invalid';
      rows.add(row);
      setMember(invalidRows, row, isInvalid);
      setMember(wrongRows, row, isInvalid || (hasOutcome && isLost(record)));
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
