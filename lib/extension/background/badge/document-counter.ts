import { type CorrelatorRules, createEventCorrelator } from '#core/journey/event-correlator';
import { isLost } from '#core/journey/journey-state';
import type { UnwatchedLog } from '#core/journey/page-messages';
import type { Json } from '#core/json/json';
import { createDocuments, type RelayConnection } from '#extension/panel/capture/documents';

/** The rules of the telemetry definitions, handed in. */
export type CountingRules = CorrelatorRules & { readonly eventsOfBody: (json: Json) => readonly Json[] | null };

/** Counts the invalid and the lost events of one document from its log. */
export interface DocumentCounter {
  /**
   * Takes a part of the log.
   * Answers from which number on it wants the log instead, where a part is missing.
   */
  take(log: UnwatchedLog): number | null;
  /** Events that are invalid or lost, each once. */
  wrong(): number;
}

export function createDocumentCounter(documentKey: string, rules: CountingRules): DocumentCounter {
  const wrongRows = new Set<number>();
  const documents = createDocuments({
    journal: createEventCorrelator(rules),
    eventsOfBody: rules.eventsOfBody,
    onRecords(changed) {
      for (const record of changed) {
        if (record.verdict === 'invalid' || isLost(record)) wrongRows.add(record.row);
        else wrongRows.delete(record.row);
      }
    },
    onFrames: () => undefined,
    onNotFired: () => undefined,
  });
  const connection: RelayConnection = { frameId: 0, documentId: documentKey, url: '', post: () => undefined };
  let next = 1;

  return {
    take(log) {
      const { sightings, heldFrom, gone } = log;
      const from = sightings[0]?.seq ?? log.next;
      if (from > next && heldFrom < from) return Math.max(next, heldFrom);
      documents.receive(connection, { type: 'document', documentKey, url: '', title: '' });
      documents.receive(connection, { type: 'log', dropped: 0, sightings });
      next = Math.max(next, (sightings.at(-1)?.seq ?? 0) + 1);
      if (gone) documents.disconnected(connection);
      return null;
    },
    wrong: () => wrongRows.size,
  };
}
