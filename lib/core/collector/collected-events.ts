import { createEventCorrelator, type EventCorrelator } from '#core/journey/event-correlator';
import type { RequestEnd, TelemetryRecord } from '#core/journey/record';
import { withExtraCopy, withRequest } from '#core/journey/record-updates';
import type { Json } from '#core/json/json';
import { isSurelyCleanText } from '#core/rules/privacy/clean-text';
import { noteClean } from '#core/rules/privacy/secrets-in-event';
import type { Judge } from '#core/stream/no-judge';
import { secretGuard } from '#core/stream/secret-guard';
import type {
  CollectedChange,
  CollectedEvent,
  CollectedTotals,
  ReceivedBatch,
  RefusedRequest,
} from './collected-change';
import { HeldEvents, type HeldLimits } from './held-events';
import { originOf, postOf, recordOfEvent, recordOfText, requestOfBatch, requestOfText } from './received-records';
import type { RequestSource } from './request-source';

const LIMITS: HeldLimits = {
  /** About 1.5 kB each where the event itself has 1 kB. */
  maxEvents: 100_000,
  /** For events that are far larger. */
  maxEventBytes: 256 * 1024 * 1024,
  /** So that not each request reports an eviction. */
  evictionBatchSize: 1_000,
};

/** The events of a collector: what was received, judged, bounded, and told to whoever shows it. */
export interface CollectedEvents {
  /** Returns what ends the request, for one that is added while it is open. */
  add(batch: ReceivedBatch): (end: RequestEnd) => void;
  /** Counts the request. A body that is broken JSON or of another charset is a row, whose event is its text. */
  refuse(request: RefusedRequest): void;
  /**
   * From now on, what hooks report of a request and what is received of it are one.
   * Call it once, before any batch. `seed` is random, of 32 bits.
   */
  observePages(seed: number): PageEntry;
  /** In the order of their rows. */
  all(): Iterable<CollectedEvent>;
  totals(): CollectedTotals;
  lastRow(): number;
  /** The event of a row; `null` if it is not held. */
  get(row: number): CollectedEvent | null;
  /** Removes the events up to a row: all that there are by default. Rows are never used again. */
  clear(throughRow?: number): void;
  /** Removes the events of a run. */
  clearRun(run: string): void;
  /** Returns an unsubscribe function. */
  onChange(listener: (change: CollectedChange) => void): () => void;
}

/** Where the reports of pages enter, which are of no run. */
interface PageEntry {
  readonly correlator: EventCorrelator;
  /** Takes the records that a report changed. `sourceOf` returns who sent the reports of a document. */
  put(records: readonly TelemetryRecord[], sourceOf: (documentKey: string) => RequestSource | null): void;
}

/** Of a page whose document is not known any more. */
const NO_SOURCE: RequestSource = { run: '', address: '', page: '', userAgent: '', stamped: {} };

/**
 * Creates an empty collection of events.
 * Equal events of one run are one record with several requests, as in the panel: a retry is no second event. SDKs without
 * a device id give different events one `mid`, so that the content counts. Runs share nothing, so that parallel tests may
 * send the same events.
 *
 * @param limits others than those of a collector, for tests.
 */
export function createCollectedEvents(judge: Judge, limits: Partial<HeldLimits> = {}): CollectedEvents {
  const held = new HeldEvents(judge);
  const heldLimits = { ...LIMITS, ...limits };
  const listeners = new Set<(change: CollectedChange) => void>();
  let lastRow = 0;
  /** Of the pages' hooks; `null` without any. */
  let pages: EventCorrelator | null = null;
  /** What pages still report of cleared and evicted events is of none. */
  let goneThrough = 0;
  let requests = 0;
  let totals = noTotals();

  const notify = (change: CollectedChange): void => {
    for (const listener of listeners) listener(change);
  };
  const leavePages = (throughRow: number): void => {
    goneThrough = Math.max(goneThrough, throughRow);
    pages?.evict(throughRow, false);
  };
  const evict = (): void => {
    const rows = held.findOverflow(heldLimits);
    const throughRow = rows.at(-1);
    if (throughRow === undefined) return;
    held.remove(rows);
    leavePages(throughRow);
    totals = { ...totals, evicted: totals.evicted + rows.length };
    notify({ type: 'evicted', count: rows.length, throughRow });
  };

  const putObserved = (
    records: readonly TelemetryRecord[],
    sourceOf: (record: TelemetryRecord) => RequestSource,
    request: number,
  ) => {
    for (const { row } of records) lastRow = Math.max(lastRow, row);
    const present = records.filter(({ row }) => row > goneThrough || held.get(row) !== null);
    const change = held.putObserved(present, sourceOf, request);
    totals = { ...totals, events: totals.events + change.added.length };
    return change;
  };
  /** The hook's report of the request comes before it or after it. DevTools has the same part in the panel. */
  const addToPage = (page: EventCorrelator, number: number, batch: ReceivedBatch): void => {
    const seen = { ...postOf(batch, String(number)), ...batch.body };
    const change = putObserved(page.addDevtoolsRequest(seen), () => batch.source, number);
    notify({ type: 'events', batch, ...change });
    evict();
  };

  const addText = (refused: RefusedRequest): readonly CollectedEvent[] => {
    const { refusal, source } = refused;
    if (!('text' in refusal)) return [];
    requests += 1;
    lastRow += 1;
    const request = requestOfText(refused, String(requests));
    const record = recordOfText(refused, refusal, request, lastRow);
    return [held.add(record, request, { source, number: requests, text: null })];
  };

  /** Returns what was added and changed, and the rows of the request. */
  const addEvents = (batch: ReceivedBatch, number: number) => {
    const { source, body } = batch;
    const id = String(number);
    const request = requestOfBatch(batch, id);
    const origin = originOf(batch);
    const inRequest = new Set<number>();
    const added = new Map<number, CollectedEvent>();
    const changed = new Map<number, CollectedEvent>();
    const addRepeated = (json: Json, indexInBatch: number): boolean => {
      const equal = held.findEqual(source.run, json, inRequest);
      if (equal === null) return false;
      const { observed, row } = equal.record;
      const record = inRequest.has(row)
        ? withExtraCopy(observed, id)
        : withRequest(observed, json, { ...request, indexInBatch });
      (added.has(row) ? added : changed).set(row, held.replace(equal, record));
      inRequest.add(row);
      return true;
    };
    for (const [indexInBatch, raw] of body.events.entries()) {
      const text = JSON.stringify(raw);
      if (isSurelyCleanText(text)) noteClean(raw);
      const json = secretGuard.redact(raw);
      if (addRepeated(json, indexInBatch)) continue;
      lastRow += 1;
      const record = recordOfEvent({ raw, json, indexInBatch, row: lastRow }, batch, request, origin);
      added.set(lastRow, held.add(record, request, { source, number, text: json === raw ? text : null }));
      inRequest.add(lastRow);
    }
    return { added: [...added.values()], changed: [...changed.values()], inRequest };
  };

  return {
    add(batch) {
      requests += 1;
      const number = requests;
      totals = { ...totals, requests: totals.requests + 1 };
      if (pages !== null && batch.source.run === '') {
        const page = pages;
        if (batch.end.status !== 'open') addToPage(page, number, batch);
        return (end) => addToPage(page, number, { ...batch, end });
      }
      const { added, changed, inRequest } = addEvents(batch, number);
      totals = { ...totals, events: totals.events + added.length };
      notify({ type: 'events', batch, added, changed });
      held.dropCached();
      evict();
      return (end) => notify({ type: 'ended', changed: held.endRequest(String(number), inRequest, end) });
    },
    refuse(refused) {
      const { refusal, url } = refused;
      const { [refusal.reason]: before = 0 } = totals.refused;
      totals = { ...totals, refused: { ...totals.refused, [refusal.reason]: before + 1 } };
      notify({ type: 'refused', refusal, url, added: addText(refused) });
      evict();
    },
    observePages(seed) {
      const correlator = createEventCorrelator(secretGuard, seed, () => lastRow);
      pages = correlator;
      return {
        correlator,
        put(records, sourceOf) {
          const change = putObserved(records, ({ documentKey }) => sourceOf(documentKey) ?? NO_SOURCE, 0);
          notify({ type: 'observed', ...change });
          evict();
        },
      };
    },
    all: () => held.values(),
    totals: () => totals,
    lastRow: () => lastRow,
    get: (row) => held.get(row),
    clear(throughRow = lastRow) {
      leavePages(throughRow);
      if (throughRow >= lastRow) held.clear();
      else held.remove(rowsWhere(held, ({ record }) => record.row <= throughRow));
      held.dropCached();
      totals = { ...noTotals(), events: held.size };
      notify({ type: 'cleared', throughRow });
    },
    clearRun(run) {
      if (run === '') leavePages(lastRow);
      held.remove(rowsWhere(held, ({ source }) => source.run === run));
      held.dropCached();
      notify({ type: 'run-cleared' });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function rowsWhere(held: HeldEvents, isMeant: (event: CollectedEvent) => boolean): readonly number[] {
  return [...held.values()].filter(isMeant).map(({ record }) => record.row);
}

function noTotals(): CollectedTotals {
  return { requests: 0, events: 0, evicted: 0, refused: {} };
}
