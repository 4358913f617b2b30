import type { UnsentRows } from '../pending-document';
import type { PendingEvents } from '../pending-events';
import type { LossReason } from '../record';
import type { RecordIndex } from '../record-index';
import { withoutLoss } from '../record-updates';
import type { Changed, ObservationSource } from './observations';

/** Tracks documents until they end. Then the unsent events of their SDKs are lost. */
export interface DocumentEndObserver {
  /**
   * Adds a request with an unreadable body, which may contain earlier events.
   * `worker` stands for a worker that outlives the page, and may send any event of the page.
   */
  addUnreadableRequest(requestId: string, by: 'page' | 'worker', source: ObservationSource): void;
  /** Removes an unreadable request whose body was read later, and has no telemetry. */
  dismissUnreadableRequest(requestId: string, source: ObservationSource): void;
  hideDocument(isPersisted: boolean, source: ObservationSource): Changed;
  /** Call when the document's port has closed. If it unloaded for good, its unsent events are lost. */
  closeDocument(documentKey: string): Changed;
  /**
   * Call when a document without a port did not return. Its unsent events count as lost.
   * They are waiting again if the document returns.
   */
  expireDocument(documentKey: string, lossReason?: LossReason): Changed;
  /** Call when the document has a port again. Its unsent events are waiting. */
  reopenDocument(documentKey: string): Changed;
}

export function createDocumentEndObserver(records: RecordIndex, documents: PendingEvents): DocumentEndObserver {
  const { put } = records;

  /** Sets the unsent events of an ended document to lost. */
  const setLost = ({ rows, unreadableThrough }: UnsentRows, lossReason?: LossReason): Changed =>
    rows.flatMap((row) => {
      const record = records.get(row);
      if (!record || record.requests.length > 0 || record.lost || record.unobserved) return [];
      if (row <= unreadableThrough) return [put({ ...record, unobserved: true })];
      return [put({ ...record, lost: true, ...(lossReason && { lossReason }) })];
    });

  return {
    addUnreadableRequest(requestId, by, { documentKey }) {
      documents.addUnreadableRequest(
        documentKey,
        requestId,
        by === 'worker' ? Number.POSITIVE_INFINITY : records.lastRow(),
      );
    },

    dismissUnreadableRequest: (requestId, { documentKey }) => documents.removeUnreadableRequest(documentKey, requestId),

    hideDocument(isPersisted, { documentKey }) {
      documents.hideDocument(documentKey, isPersisted);
      return [];
    },

    closeDocument(documentKey) {
      const { lost, expired } = documents.closeDocument(documentKey);
      return [...(lost ? setLost(lost) : []), ...(expired ? setLost(expired, 'cache-expired') : [])];
    },

    expireDocument: (documentKey, lossReason) => setLost(documents.unsentOf(documentKey), lossReason),

    reopenDocument: (documentKey) =>
      documents.unsentOf(documentKey).rows.flatMap((row) => {
        const record = records.get(row);
        return record && (record.lost || record.unobserved) ? [put(withoutLoss(record))] : [];
      }),
  };
}
