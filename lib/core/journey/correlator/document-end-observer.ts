import type { HeldRows, PendingEvents } from '../pending-events';
import type { LossReason } from '../record';
import type { RecordIndex } from '../record-index';
import { withoutLoss } from '../record-updates';
import type { Changed, ObservationSource } from './observations';

/** Tracks documents to their end, at which the events that their SDKs hold are lost. */
export interface DocumentEndObserver {
  /**
   * A request could not be read: it may carry events that were emitted before.
   * By `worker`: a worker that outlives the page may send whatever the page emits.
   */
  addUnreadableRequest(requestId: string, by: 'page' | 'worker', source: ObservationSource): void;
  /** A request that was unreadable at first was read, and has no telemetry. */
  dismissUnreadableRequest(requestId: string, source: ObservationSource): void;
  hideDocument(isPersisted: boolean, source: ObservationSource): Changed;
  /** The document's port has closed: events that it held when it unloaded for good are lost. */
  closeDocument(documentKey: string): Changed;
  /**
   * A document without a port did not return: the events that it holds count as lost.
   * They wait again if it does return.
   */
  expireDocument(documentKey: string, lossReason?: LossReason): Changed;
  /** The document has a port again: the events that it holds are waiting. */
  reopenDocument(documentKey: string): Changed;
}

export function createDocumentEndObserver(records: RecordIndex, documents: PendingEvents): DocumentEndObserver {
  const { put } = records;

  /** Marks what a document held to its end. */
  const lose = ({ rows, unreadThrough }: HeldRows, lossReason?: LossReason): Changed =>
    rows.flatMap((row) => {
      const record = records.get(row);
      if (!record || record.requests.length > 0 || record.lost || record.unobserved) return [];
      if (row <= unreadThrough) return [put({ ...record, unobserved: true })];
      return [put({ ...record, lost: true, ...(lossReason && { lossReason }) })];
    });

  return {
    addUnreadableRequest(requestId, by, { documentKey }) {
      documents.unread(documentKey, requestId, by === 'worker' ? Number.POSITIVE_INFINITY : records.lastRow());
    },

    dismissUnreadableRequest: (requestId, { documentKey }) => documents.read(documentKey, requestId),

    hideDocument(isPersisted, { documentKey }) {
      documents.pageHidden(documentKey, isPersisted);
      return [];
    },

    closeDocument(documentKey) {
      const { lost, expired } = documents.closed(documentKey);
      return [...(lost ? lose(lost) : []), ...(expired ? lose(expired, 'cache-expired') : [])];
    },

    expireDocument: (documentKey, lossReason) => lose(documents.heldBy(documentKey), lossReason),

    reopenDocument: (documentKey) =>
      documents.heldBy(documentKey).rows.flatMap((row) => {
        const record = records.get(row);
        return record && (record.lost || record.unobserved) ? [put(withoutLoss(record))] : [];
      }),
  };
}
