import { createBatchCarrier, type IsOtherEvent } from './correlator/batch-carrier';
import { createCallFinder } from './correlator/call-finder';
import { type CallObserver, createCallObserver } from './correlator/call-observer';
import { createDocumentEndObserver, type DocumentEndObserver } from './correlator/document-end-observer';
import { createEventRecords } from './correlator/event-records';
import type { Changed, ObservationSource, SecretGuard, SeenBatch } from './correlator/observations';
import { createRequestObserver, type RequestObserver } from './correlator/request-observer';
import { createEvictedEvents } from './evicted-events';
import { journeyState } from './journey-state';
import { weighJson } from './json-weight';
import { createPendingEvents } from './pending-events';
import type { LongValuePlace, ObservedRecord, TelemetryRecord } from './record';
import { createRecordIndex } from './record-index';
import { hasLongValues } from './values/long-values';
import { shortenRecord } from './values/shorten-record';

/**
 * Joins the observations of events into one record per event.
 * The call with what the SDK emitted inside it (or later, where it waits for a device id), and that with the requests
 * that carried it. Every method returns the records that it made or replaced.
 */
export interface EventCorrelator
  extends Omit<CallObserver, 'evict'>,
    Omit<RequestObserver, 'evict' | 'unfinished'>,
    DocumentEndObserver {
  /** The extension itself posts a batch, past every page: a row of its own for each event, whatever its mid. */
  addPostedBatch(batch: SeenBatch): Changed;
  /**
   * Adds stored records, so that later observations join them.
   * A record that is still here is the newer one, and stays.
   */
  restore(stored: readonly ObservedRecord[]): void;
  /**
   * Frees the records up to this row.
   * Those still on their way stay, within limits, so that their late observations add no new record; those with an open
   * request only where the eviction can be undone.
   */
  evict(throughRow: number, isUndoable: boolean): void;
  /**
   * Shortens the long values of these records, which are in the capture store or cannot be held any longer.
   * Later observations join the rows as before. A record that has changed meanwhile stays.
   */
  releaseValues(whole: readonly ObservedRecord[], place: LongValuePlace): Changed;
  lastRow(): number;
}

/**
 * Creates a correlator, whose parts share the index of records and what documents still owe.
 * One that evicts events of a page has a random seed, of 32 bits: see `createEvictedEvents`.
 * `takenRow`: see {@link createRecordIndex}. Without `isOtherEvent`, equal `eid` and `mid` are one event.
 */
export function createEventCorrelator(
  guard: SecretGuard,
  seed = 0,
  takenRow?: () => number,
  isOtherEvent: IsOtherEvent = () => false,
): EventCorrelator {
  const records = createRecordIndex(takenRow);
  const documents = createPendingEvents();
  const evicted = createEvictedEvents(seed);
  const shown = createSourceRedactor(guard);
  const finder = createCallFinder(records, documents);
  const events = createEventRecords(guard);
  const carrier = createBatchCarrier({ guard, records, documents, calls: finder, events, evicted, isOtherEvent });
  const calls = createCallObserver({ guard, records, documents, calls: finder, events });
  const requests = createRequestObserver({ guard, records, carrier });
  const ends = createDocumentEndObserver(records, documents);
  const { put } = records;

  return {
    addCall: (call, source) => calls.addCall(call, shown(source)),
    addConsoleMessage: calls.addConsoleMessage,
    setCallOutcome: calls.setCallOutcome,
    addEvent: (event, source) => calls.addEvent(event, shown(source)),
    addRequest(batch, source) {
      documents.read(source.documentKey, batch.id);
      return requests.addRequest(batch, shown(source));
    },
    addPostedBatch: carrier.post,
    endRequest: requests.endRequest,
    addDevtoolsRequest: requests.addDevtoolsRequest,
    addLoggedRequest: requests.addLoggedRequest,
    addResponse: requests.addResponse,
    ...ends,

    restore(stored) {
      for (const record of records.restore(stored)) {
        if (journeyState(record) === 'waiting') documents.addHeld(record.documentKey, record.row);
      }
    },

    evict(throughRow, isUndoable) {
      const old = records.all().filter(({ row }) => row <= throughRow);
      const onTheirWay = new Set(documents.unfinished());
      const openRequests = requests.unfinished();
      const unfinished = selectUnfinished(
        old,
        (record) => onTheirWay.has(record.row) || (isUndoable && hasOpenRequest(record, openRequests)),
      );
      const staying = [...unfinished, ...records.all().filter(({ row }) => row > throughRow)];
      for (const { event } of old) if (event) evicted.add(event.json);
      records.retainOnly(staying);
      requests.evict();
      calls.evict();
    },

    releaseValues: (whole, place) =>
      whole
        .filter((record) => records.get(record.row) === record && hasLongValues(record))
        .map((record) => put(shortenRecord(record, place))),

    lastRow: records.lastRow,
  };
}

/**
 * The address of a document may hold a token.
 * It is looked through once, not with every observation of the document.
 */
function createSourceRedactor({ redact }: SecretGuard): (source: ObservationSource) => ObservationSource {
  const known = new WeakMap<ObservationSource, ObservationSource>();
  return (source) => {
    const shown = known.get(source) ?? { ...source, frame: redact(source.frame) };
    known.set(source, shown);
    return shown;
  };
}

/**
 * Cleared records that stay until their call, event or request is finished: far more than one page has on its way. About
 * 1 kB each; in total less than a tenth of an empty panel.
 */
const MAX_RECORDS = 2_000;
const MAX_BYTES = 2_000_000;

/**
 * Selects the newest of the records that are still on their way, within the limits.
 * In the order of their rows.
 */
function selectUnfinished(
  records: readonly TelemetryRecord[],
  isUnfinished: (record: TelemetryRecord) => boolean,
): readonly TelemetryRecord[] {
  const selected: TelemetryRecord[] = [];
  let left = MAX_BYTES;
  for (let index = records.length - 1; index >= 0 && selected.length < MAX_RECORDS && left > 0; index -= 1) {
    const record = records[index];
    if (!record || !isUnfinished(record)) continue;
    const bytes = weighJson(record, left);
    if (bytes > left) continue;
    left -= bytes;
    selected.push(record);
  }
  return selected.reverse();
}

/** Whether the end of a request may still be reported: by the page, or by DevTools. */
function hasOpenRequest({ requests }: TelemetryRecord, unfinished: ReadonlySet<string>): boolean {
  return requests.some(({ id, end }) => end.status === 'open' || unfinished.has(id));
}
