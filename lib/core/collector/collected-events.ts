import { createEventCorrelator, type EventCorrelator } from '#core/journey/event-correlator';
import type { EpochMilliseconds, RequestEnd, TelemetryRecord } from '#core/journey/record';
import { withExtraCopy, withRequest } from '#core/journey/record-updates';
import { findItemRanges } from '#core/json/item-ranges';
import type { Json } from '#core/json/json';
import { rememberAsClean } from '#core/rules/privacy/secrets-in-event';
import type { Judge } from '#core/stream/no-judge';
import { secretGuard } from '#core/stream/secret-guard';
import { keyOfBody } from '#core/wire/request-body';
import type {
  CollectedChange,
  CollectedEvent,
  CollectedTotals,
  ReceivedBatch,
  RejectedRequest,
} from './collected-change';
import { HeldEvents, type HeldLimits } from './held-events';
import { isKnownCleanPacked, type PackedText } from './packed-text';
import {
  createRejectedRecord,
  toBatchRequest,
  toOrigin,
  toRecord,
  toRequestFields,
  toTextRequest,
} from './received-records';
import type { RequestSource } from './request-source';

const LIMITS: HeldLimits = {
  /** An event of 1 kB takes about 1.5 kB. */
  maxEvents: 100_000,
  /** Applies first if events are large. */
  maxEventBytes: 256 * 1024 * 1024,
  /** Avoids an eviction with each request. */
  evictionBatchSize: 1_000,
};

/** Limit of the restored events that requests of pages are correlated with. Each takes about 7 kB as an object. */
const MAX_RESTORED_RECORDS = 5_000;

/** The events of a collector. It judges them, limits their number, and notifies of changes. */
export interface CollectedEvents {
  /**
   * Adds a batch. Returns a function that ends the request if it is still open.
   * `pageAt` is the time of the request by the clock of its page, if the page has reported it.
   */
  add(batch: ReceivedBatch): (end: RequestEnd, pageAt?: EpochMilliseconds) => void;
  /** Counts a rejected request. Adds a row with the body's text if it is broken JSON or has another charset. */
  addRejected(request: RejectedRequest): void;
  /**
   * Starts to correlate the reports of hooks with the received requests.
   * Call it once, before any batch. `seed` is a random number of 32 bits.
   */
  observePages(seed: number): PageEntry;
  /** Returns all events in the order of their rows. */
  all(): Iterable<CollectedEvent>;
  totals(): CollectedTotals;
  lastRow(): number;
  /** Returns the event of a row, or `null` if there is none any more. */
  get(row: number): CollectedEvent | null;
  /** Removes the events up to a row, by default all events. Row numbers are never reused. */
  clear(throughRow?: number): void;
  /** Removes the events of a run up to a row, by default all. */
  clearRun(run: string, throughRow?: number): void;
  /** Returns an unsubscribe function. */
  onChange(listener: (change: CollectedChange) => void): () => void;
}

/** Receives the reports of pages, which belong to no run. */
interface PageEntry {
  readonly correlator: EventCorrelator;
  /** Stores the records that a report changed. `sourceOf` returns the sender of a document's reports. */
  put(records: readonly TelemetryRecord[], sourceOf: (documentKey: string) => RequestSource | null): void;
}

/** Source of reports whose document is unknown. */
const NO_SOURCE: RequestSource = { run: '', address: '', page: '', userAgent: '', stamped: {} };

/**
 * Creates an empty collection of events.
 * Equal events of one run become one record with several requests, as in the panel: a retry isn't a second event.
 * The content is compared, too, because SDKs without a device id give different events the same `mid`.
 * Runs are separate, so that parallel tests may send the same events.
 *
 * @param limits replaces limits in tests.
 */
export function createCollectedEvents(judge: Judge, limits: Partial<HeldLimits> = {}): CollectedEvents {
  const heldEvents = new HeldEvents(judge);
  const allLimits = { ...LIMITS, ...limits };
  const listeners = new Set<(change: CollectedChange) => void>();
  let lastRow = 0;
  /** Correlates the reports of hooks; `null` unless pages are observed. */
  let pageCorrelator: EventCorrelator | null = null;
  /** Last row that was cleared or evicted. Later reports about these events are ignored. */
  let removedThrough = 0;
  /** Number of the last request. */
  let lastRequest = 0;
  let totals = noTotals();

  const notify = (change: CollectedChange): void => {
    for (const listener of listeners) listener(change);
  };
  const evictFromPages = (throughRow: number): void => {
    removedThrough = Math.max(removedThrough, throughRow);
    pageCorrelator?.evict(throughRow, false);
  };
  const evict = (): void => {
    const rows = heldEvents.findOverflow(allLimits);
    const throughRow = rows.at(-1);
    if (throughRow === undefined) return;
    heldEvents.remove(rows);
    evictFromPages(throughRow);
    totals = { ...totals, evicted: totals.evicted + rows.length };
    notify({ type: 'evicted', count: rows.length, throughRow });
  };

  const putObserved = (
    records: readonly TelemetryRecord[],
    sourceOf: (record: TelemetryRecord) => RequestSource,
    request: number,
  ) => {
    for (const { row } of records) lastRow = Math.max(lastRow, row);
    const present = records.filter(({ row }) => row > removedThrough || heldEvents.get(row) !== null);
    const change = heldEvents.putObserved(present, sourceOf, request);
    totals = { ...totals, events: totals.events + change.added.length };
    return change;
  };
  /** Correlates a received request with the hook's report, as the panel does with a request in DevTools. */
  const addObserved = (correlator: EventCorrelator, number: number, batch: ReceivedBatch, at = batch.at): void => {
    // The correlator compares times, and the clock of a phone may be wrong.
    const request = {
      ...toRequestFields({ ...batch, at }, String(number)),
      ...batch.body,
      bodyKey: keyOfBody(batch.keyBytes),
    };
    const change = putObserved(correlator.addDevtoolsRequest(request), () => batch.source, number);
    notify({ type: 'events', batch, ...change, reflagged: heldEvents.takeReflagged() });
    evict();
  };

  const addUnreadable = (rejected: RejectedRequest): readonly CollectedEvent[] => {
    const { rejection, source } = rejected;
    if (!('text' in rejection)) return [];
    lastRequest += 1;
    lastRow += 1;
    const request = toTextRequest(rejected, String(lastRequest));
    const record = createRejectedRecord(rejected, rejection, request, lastRow);
    return [heldEvents.add(record, request, { source, number: lastRequest, draft: null })];
  };

  /** Drafts the text of an event. Only the sent text also has the earlier values of a repeated field, even secrets. */
  const draftText = (raw: Json, sent: Uint8Array | undefined): PackedText => {
    const sentDraft = sent === undefined ? null : heldEvents.draft(sent);
    const isSentClean = sentDraft !== null && isKnownCleanPacked(sentDraft);
    const draft = isSentClean ? sentDraft : heldEvents.draft(JSON.stringify(raw));
    if (isSentClean || isKnownCleanPacked(draft)) rememberAsClean(raw);
    return draft;
  };

  /** `inRequest` contains the rows of all events of the request. */
  const addEvents = (batch: ReceivedBatch, number: number) => {
    const { source, body } = batch;
    const id = String(number);
    const request = toBatchRequest(batch, id);
    const origin = toOrigin(batch);
    const inRequest = new Set<number>();
    const added = new Map<number, CollectedEvent>();
    const changed = new Map<number, CollectedEvent>();
    const addRepeated = (json: Json, indexInBatch: number): boolean => {
      const equal = heldEvents.findEqual(source.run, json, inRequest);
      if (equal === null) return false;
      const { observed, row } = equal.record;
      const record = inRequest.has(row)
        ? withExtraCopy(observed, id)
        : withRequest(observed, json, { ...request, indexInBatch });
      (added.has(row) ? added : changed).set(row, heldEvents.replace(equal, record));
      inRequest.add(row);
      return true;
    };
    const sentTexts = findEventTexts(batch);
    for (const [indexInBatch, raw] of body.events.entries()) {
      const draft = draftText(raw, sentTexts?.[indexInBatch]);
      const json = secretGuard.redact(raw);
      if (addRepeated(json, indexInBatch)) continue;
      lastRow += 1;
      const record = toRecord({ raw, json, indexInBatch, row: lastRow }, batch, request, origin);
      added.set(lastRow, heldEvents.add(record, request, { source, number, draft: json === raw ? draft : null }));
      inRequest.add(lastRow);
    }
    return { added: [...added.values()], changed: [...changed.values()], inRequest };
  };

  return {
    add(batch) {
      lastRequest += 1;
      const number = lastRequest;
      totals = { ...totals, requests: totals.requests + 1 };
      if (pageCorrelator !== null && batch.source.run === '') {
        const correlator = pageCorrelator;
        if (batch.end.status !== 'open') addObserved(correlator, number, batch);
        return (end, pageAt) => addObserved(correlator, number, { ...batch, end }, pageAt);
      }
      const { added, changed, inRequest } = addEvents(batch, number);
      totals = { ...totals, events: totals.events + added.length };
      notify({ type: 'events', batch, added, changed, reflagged: heldEvents.takeReflagged() });
      heldEvents.dropCached();
      evict();
      return (end) => {
        const ended = heldEvents.endRequest(String(number), inRequest, end);
        notify({ type: 'ended', batch: { ...batch, end }, changed: ended });
      };
    },
    addRejected(rejected) {
      const { rejection, url } = rejected;
      const { [rejection.reason]: before = 0 } = totals.rejected;
      totals = { ...totals, rejected: { ...totals.rejected, [rejection.reason]: before + 1 } };
      notify({ type: 'rejected', rejection, url, added: addUnreadable(rejected) });
      evict();
    },
    observePages(seed) {
      const correlator = createEventCorrelator(secretGuard, seed, () => lastRow);
      // A page may send restored events again.
      const ofPages = [...heldEvents.values()].filter(({ source }) => source.run === '').slice(-MAX_RESTORED_RECORDS);
      correlator.restore(ofPages.map(({ record }) => record.observed));
      pageCorrelator = correlator;
      return {
        correlator,
        put(records, sourceOf) {
          const change = putObserved(records, ({ documentKey }) => sourceOf(documentKey) ?? NO_SOURCE, 0);
          notify({ type: 'observed', ...change, reflagged: heldEvents.takeReflagged() });
          evict();
        },
      };
    },
    all: () => heldEvents.values(),
    totals: () => totals,
    lastRow: () => lastRow,
    get: (row) => heldEvents.get(row),
    clear(throughRow = lastRow) {
      evictFromPages(throughRow);
      if (throughRow >= lastRow) heldEvents.clear();
      else heldEvents.remove(rowsWhere(heldEvents, ({ record }) => record.row <= throughRow));
      heldEvents.dropCached();
      totals = { ...noTotals(), requests: heldEvents.countRequests(), events: heldEvents.countEvents() };
      notify({ type: 'cleared', throughRow });
    },
    clearRun(run, throughRow = lastRow) {
      if (run === '') evictFromPages(throughRow);
      heldEvents.remove(rowsWhere(heldEvents, ({ source, record }) => source.run === run && record.row <= throughRow));
      heldEvents.dropCached();
      notify({ type: 'run-cleared', run, throughRow });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Returns the JSON texts of the events as they were sent: views of the body, in UTF-8.
 * Returns `null` if they are unknown, or if events were truncated. Copying a text is faster than serializing its event.
 */
function findEventTexts({ utf8, body }: ReceivedBatch): readonly Uint8Array[] | null {
  // Bodies of another shape than the SDKs' are rare.
  if (utf8 === undefined || body.bodyShape !== undefined || body.eventTruncations !== undefined) return null;
  const ranges = findItemRanges(utf8, 'events');
  return ranges?.length === body.events.length ? ranges.map(({ from, to }) => utf8.subarray(from, to)) : null;
}

function rowsWhere(heldEvents: HeldEvents, isSelected: (event: CollectedEvent) => boolean): readonly number[] {
  return [...heldEvents.values()].filter(isSelected).map(({ record }) => record.row);
}

function noTotals(): CollectedTotals {
  return { requests: 0, events: 0, evicted: 0, rejected: {} };
}
