import { createBatchAttacher } from './correlator/batch-attacher';
import { createCallFinder } from './correlator/call-finder';
import { type CallObserver, createCallObserver } from './correlator/call-observer';
import { createDocumentEndObserver, type DocumentEndObserver } from './correlator/document-end-observer';
import { createEventRecords } from './correlator/event-records';
import type { Changed, ObservationSource, ObservedBatch, SecretGuard } from './correlator/observations';
import { createRequestObserver, type RequestObserver } from './correlator/request-observer';
import type { IsOtherEvent } from './correlator/sent-row-finder';
import { estimateJsonBytes } from './estimate-json-bytes';
import { createEvictedEvents } from './evicted-events';
import { journeyState } from './journey-state';
import { createPendingEvents } from './pending-events';
import type { LongValueLocation, ObservedRecord, TelemetryRecord } from './record';
import { createRecordIndex } from './record-index';
import { hasLongValues } from './values/long-values';
import { truncateRecord } from './values/truncate-record';

/**
 * Correlates calls, emitted events and requests into one record per event.
 * Methods return the records that they have created or replaced.
 */
export interface EventCorrelator
  extends Omit<CallObserver, 'evict'>,
    Omit<RequestObserver, 'evict' | 'unfinished'>,
    DocumentEndObserver {
  /** Adds a batch that the extension itself posts. Each event gets a new row, whatever its `mid`. */
  addPostedBatch(batch: ObservedBatch): Changed;
  /**
   * Adds stored records, so that later observations are correlated with them.
   * Existing records are newer, and remain unchanged.
   */
  restore(stored: readonly ObservedRecord[]): void;
  /**
   * Drops the records up to a row.
   * Unfinished records remain, within limits, so that their late observations add no new records. Records with an open
   * request remain only if the eviction can be undone.
   */
  evict(throughRow: number, isUndoable: boolean): void;
  /**
   * Truncates the long values of records that are in the capture store, or beyond the memory budget.
   * Later observations are correlated as before. Skips records that changed in the meantime.
   */
  releaseValues(wholeRecords: readonly ObservedRecord[], location: LongValueLocation): Changed;
  lastRow(): number;
}

/**
 * Creates a correlator.
 * Pass a random seed of 32 bits if events of pages are evicted, as {@link createEvictedEvents} explains.
 *
 * @param lastRowElsewhere returns the last row that is used elsewhere. New rows are greater.
 * @param isOtherEvent by default, equal `eid` and `mid` mean the same event.
 */
export function createEventCorrelator(
  guard: SecretGuard,
  seed = 0,
  lastRowElsewhere?: () => number,
  isOtherEvent: IsOtherEvent = () => false,
): EventCorrelator {
  const records = createRecordIndex(lastRowElsewhere);
  const documents = createPendingEvents();
  const evicted = createEvictedEvents(seed);
  const redactSource = createSourceRedactor(guard);
  const finder = createCallFinder(records, documents);
  const events = createEventRecords(guard);
  const attacher = createBatchAttacher({ guard, records, documents, calls: finder, events, evicted, isOtherEvent });
  const calls = createCallObserver({ guard, records, documents, calls: finder, events });
  const requests = createRequestObserver({ guard, records, attacher });
  const ends = createDocumentEndObserver(records, documents);
  const { put } = records;

  return {
    addCall: (call, source) => calls.addCall(call, redactSource(source)),
    addConsoleMessage: calls.addConsoleMessage,
    setCallOutcome: calls.setCallOutcome,
    addEvent: (event, source) => calls.addEvent(event, redactSource(source)),
    addRequest(batch, source) {
      documents.removeUnreadableRequest(source.documentKey, batch.id);
      return requests.addRequest(batch, redactSource(source));
    },
    addPostedBatch: attacher.post,
    endRequest: requests.endRequest,
    addDevtoolsRequest: requests.addDevtoolsRequest,
    addLoggedRequest: requests.addLoggedRequest,
    addResponse: requests.addResponse,
    ...ends,

    restore(stored) {
      for (const record of records.restore(stored)) {
        if (journeyState(record) === 'waiting') documents.addUnsent(record.documentKey, record.row);
      }
    },

    evict(throughRow, isUndoable) {
      const old = records.all().filter(({ row }) => row <= throughRow);
      const unfinishedRows = new Set(documents.unfinished());
      const openRequests = requests.unfinished();
      const unfinished = selectUnfinished(
        old,
        (record) => unfinishedRows.has(record.row) || (isUndoable && hasOpenRequest(record, openRequests)),
      );
      const retained = [...unfinished, ...records.all().filter(({ row }) => row > throughRow)];
      for (const { event } of old) if (event) evicted.add(event.json);
      records.retainOnly(retained);
      requests.evict();
      calls.evict();
    },

    releaseValues: (wholeRecords, location) =>
      wholeRecords
        .filter((record) => records.get(record.row) === record && hasLongValues(record))
        .map((record) => put(truncateRecord(record, location))),

    lastRow: records.lastRow,
  };
}

/**
 * Creates a function that redacts tokens in the URL of a document.
 * It searches the URL once, not for every observation of the document.
 */
function createSourceRedactor({ redact }: SecretGuard): (source: ObservationSource) => ObservationSource {
  const redactedSources = new WeakMap<ObservationSource, ObservationSource>();
  return (source) => {
    const redacted = redactedSources.get(source) ?? { ...source, frame: redact(source.frame) };
    redactedSources.set(source, redacted);
    return redacted;
  };
}

/**
 * Limits of the evicted records that remain until their call, event or request is finished.
 * A page has far fewer. With about 1 kB each, they take less than a tenth of an empty panel.
 */
const MAX_UNFINISHED_RECORDS = 2_000;
const MAX_UNFINISHED_BYTES = 2_000_000;

/**
 * Selects the newest unfinished records within the limits.
 * Returns them in the order of their rows.
 */
function selectUnfinished(
  records: readonly TelemetryRecord[],
  isUnfinished: (record: TelemetryRecord) => boolean,
): readonly TelemetryRecord[] {
  const selected: TelemetryRecord[] = [];
  let remainingBytes = MAX_UNFINISHED_BYTES;
  for (let index = records.length - 1; index >= 0 && remainingBytes > 0; index -= 1) {
    if (selected.length === MAX_UNFINISHED_RECORDS) break;
    const record = records[index];
    if (!record || !isUnfinished(record)) continue;
    const bytes = estimateJsonBytes(record, remainingBytes);
    if (bytes > remainingBytes) continue;
    remainingBytes -= bytes;
    selected.push(record);
  }
  return selected.reverse();
}

/** Whether the end of a request may still be reported: by the page, or by DevTools. */
function hasOpenRequest({ requests }: TelemetryRecord, unfinished: ReadonlySet<string>): boolean {
  return requests.some(({ id, end }) => end.status === 'open' || unfinished.has(id));
}
