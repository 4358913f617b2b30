import { EMPTY, fromEvent, timeOfSent } from '#core/journey/correlator/new-record';
import { createEventCorrelator, type EventCorrelator } from '#core/journey/event-correlator';
import type { EpochMilliseconds, RequestEnd, TelemetryRecord } from '#core/journey/record';
import { withExtraCopy, withRequest } from '#core/journey/record-updates';
import type { Json } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { isSurelyCleanText } from '#core/rules/privacy/clean-text';
import { noteClean } from '#core/rules/privacy/secrets-in-event';
import { type JudgedRecord, observedOf } from '#core/stream/judged-record';
import { createSharedMids } from '#core/stream/judged-rows';
import type { Judge } from '#core/stream/no-judge';
import { secretGuard } from '#core/stream/secret-guard';
import { excerptOfFault, type RefusedBody } from '#core/telemetry/body/refused-body';
import { setBounded } from '#core/util/lru';
import type { ReadBody } from '#core/wire/batch-body';
import { type BatchRequest, CollectedRow, type RowDeps } from './collected-row';
import { createTextPacker } from './packed-text';
import type { Refusal } from './read-batch';
import { type RequestSource, toSender } from './request-source';
import { createSimilarEvents } from './similar-events';

/** Events that are held. About 1.5 kB each where the event itself has 1 kB. */
const MAX_EVENTS = 100_000;
/** Bytes of the events that are held, for those that are far larger. */
const MAX_EVENT_BYTES = 256 * 1024 * 1024;
/** Evicted in one go, so that not each request reports an eviction. */
const EVICTION_BATCH_SIZE = 1_000;
/** Rows that are cached: a printer, a page and a report read the newest again. */
const MAX_CACHED_ROWS = 256;

/** A refused body is shown to be found, not to be read whole. */
const MAX_REFUSED_CHARS = 4_000;

/** Why a body is refused that is shown as a row. */
export type RefusedText = Extract<Refusal, { readonly text: string }>;

/** A request with telemetry. */
export interface ReceivedBatch {
  readonly at: EpochMilliseconds;
  /** The path that was posted to. */
  readonly url: string;
  readonly source: RequestSource;
  readonly end: RequestEnd;
  readonly body: ReadBody;
}

/** A request that the collector refused. */
export interface RefusedRequest extends Omit<ReceivedBatch, 'body'> {
  readonly refusal: Refusal;
  readonly bodyBytes: number;
  /** Text of the response, which says why. */
  readonly responseText: string;
}

/** An event that was received, with the first request that carried it. */
export interface CollectedEvent {
  readonly record: JudgedRecord;
  readonly source: RequestSource;
  /** The number of that request, from 1. */
  readonly request: number;
}

/** What became of the events. */
export type CollectedChange =
  /** Received with a batch, or received again; in the order of their rows. */
  | {
      readonly type: 'events';
      readonly batch: ReceivedBatch;
      readonly added: readonly CollectedEvent[];
      readonly changed: readonly CollectedEvent[];
    }
  /** The upstream responded to a request, or did not. */
  | { readonly type: 'ended'; readonly changed: readonly CollectedEvent[] }
  /** Reported by the hook of a page, which may be before they are received. */
  | {
      readonly type: 'observed';
      readonly added: readonly CollectedEvent[];
      readonly changed: readonly CollectedEvent[];
    }
  | {
      readonly type: 'refused';
      readonly refusal: Refusal;
      readonly url: string;
      /** The row of a body that is shown: none or one. */
      readonly added: readonly CollectedEvent[];
    }
  /** The oldest events are not held any more, up to this row. */
  | { readonly type: 'evicted'; readonly count: number; readonly throughRow: number }
  /** All events up to this row were removed. */
  | { readonly type: 'cleared'; readonly throughRow: number }
  /** Events of one run were removed. */
  | { readonly type: 'run-cleared' };

/** Numbers since the start, or since all was cleared. */
export interface CollectedTotals {
  /** Requests with telemetry. */
  readonly requests: number;
  readonly events: number;
  /** The oldest events, which are not held any more. */
  readonly evicted: number;
  /** Requests without telemetry, by reason. */
  readonly refused: Readonly<Partial<Record<Refusal['reason'], number>>>;
}

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

/** An event that a hook observed is held as objects: its call, and what became of it, change. */
const OBSERVED_BYTES = 7_000;

/** Limits of what is held, for tests. */
interface CollectionLimits {
  readonly maxEvents?: number;
  readonly maxEventBytes?: number;
  readonly evictionBatchSize?: number;
}

/**
 * Creates an empty collection of events.
 * Equal events of one run are one record with several requests, as in the panel: a retry is no second event. SDKs without
 * a device id give different events one `mid`, so that the content counts. Runs share nothing, so that parallel tests may
 * send the same events.
 */
export function createCollectedEvents(
  judge: Judge,
  {
    maxEvents = MAX_EVENTS,
    maxEventBytes = MAX_EVENT_BYTES,
    evictionBatchSize = EVICTION_BATCH_SIZE,
  }: CollectionLimits = {},
): CollectedEvents {
  const events = new Map<number, CollectedEvent>();
  const listeners = new Set<(change: CollectedChange) => void>();
  /** The latest rows that were read: records, or judged ones where that was needed, which takes longer. */
  let cached = new Map<CollectedRow, TelemetryRecord | JudgedRecord>();
  let mids = createSharedMids(judge.duplicateWindowMs);
  let similar = createSimilarEvents();
  let lastRow = 0;
  /** Of the pages' hooks; `null` without any. */
  let pages: EventCorrelator | null = null;
  /** What pages still report of cleared and evicted events is of none. */
  let goneThrough = 0;
  let requests = 0;
  let bytes = 0;
  let totals = noTotals();

  const notify = (change: CollectedChange): void => {
    for (const listener of listeners) listener(change);
  };
  const sharesMid = (row: number): boolean => mids.isShared(row);
  const keep = <Made extends TelemetryRecord | JudgedRecord>(row: CollectedRow, made: Made): Made => {
    setBounded(cached, row, made, MAX_CACHED_ROWS);
    return made;
  };
  const recordOf = (row: CollectedRow): TelemetryRecord => observedOf(keep(row, cached.get(row) ?? row.unpack()));
  const viewOf = (row: CollectedRow): JudgedRecord => {
    const known = cached.get(row) ?? row.unpack();
    return keep(row, isJudged(known) ? known : judge.judge(known, sharesMid(row.row)));
  };
  const deps: RowDeps = { pack: createTextPacker(), recordOf, viewOf, sharesMid };

  const addRow = (
    record: TelemetryRecord,
    request: BatchRequest,
    source: RequestSource,
    text: string | null,
  ): HeldEvent => {
    mids.add(record);
    const view = judge.judge(record, sharesMid(record.row));
    const row = new CollectedRow(record, view.summary, deps, { request, text });
    keep(row, view);
    bytes += row.packed.length;
    const held = { record: row, source, request: requests };
    events.set(row.row, held);
    return held;
  };
  const replaceRow = (held: HeldEvent, record: TelemetryRecord): HeldEvent => {
    const view = judge.judge(record, sharesMid(record.row), viewOf(held.record));
    const row = new CollectedRow(record, view.summary, deps, held.record);
    cached.delete(held.record);
    keep(row, view);
    const replaced = { ...held, record: row };
    events.set(row.row, replaced);
    return replaced;
  };
  /** The event that this one repeats: mostly a retry. One that the request has carried itself only where there is no other. */
  const findEqual = (run: string, event: Json, inRequest: ReadonlySet<number>): HeldEvent | null => {
    let copy: HeldEvent | null = null;
    for (const row of similar.rowsOf(run, event)) {
      const held = events.get(row);
      if (held === undefined || !isHeldPacked(held) || !isSameEvent(held.record, event)) continue;
      if (!inRequest.has(row)) return held;
      copy ??= held;
    }
    return copy;
  };
  const remove = (rows: readonly number[]): void => {
    for (const row of rows) {
      const held = events.get(row);
      if (held !== undefined) bytes -= bytesOf(held);
      events.delete(row);
    }
    mids.remove(rows);
    similar.remove(rows);
  };
  const leavePages = (throughRow: number): void => {
    goneThrough = Math.max(goneThrough, throughRow);
    pages?.evict(throughRow, false);
  };
  const evict = (): void => {
    if (events.size <= maxEvents && bytes <= maxEventBytes) return;
    const rows: number[] = [];
    let evictedBytes = 0;
    for (const [row, held] of events) {
      const isWithin = events.size - rows.length <= maxEvents && bytes - evictedBytes <= maxEventBytes;
      if (isWithin && rows.length >= evictionBatchSize) break;
      rows.push(row);
      evictedBytes += bytesOf(held);
    }
    remove(rows);
    leavePages(rows.at(-1) ?? 0);
    totals = { ...totals, evicted: totals.evicted + rows.length };
    notify({ type: 'evicted', count: rows.length, throughRow: rows.at(-1) ?? 0 });
  };

  const endRequest = (id: string, inRequest: ReadonlySet<number>, end: RequestEnd): void => {
    const known = end.status === 'failed' ? secretGuard.redact(end) : end;
    // Rows that were cleared or evicted meanwhile stay so.
    const changed = [...inRequest].flatMap((row) => {
      const held = events.get(row);
      if (held === undefined || !isHeldPacked(held)) return [];
      const ended = held.record.requests.map((request) =>
        request.id === id && request.end.status === 'open' ? { ...request, end: known } : request,
      );
      const replaced = { ...held, record: held.record.withRequests(ended) };
      events.set(row, replaced);
      return [replaced];
    });
    notify({ type: 'ended', changed });
  };

  const judgeAgain = (row: number): void => {
    const held = events.get(row);
    if (held === undefined || isHeldPacked(held)) return;
    events.set(row, { ...held, record: judge.judge(held.record.observed, sharesMid(row), held.record) });
  };
  const putObserved = (
    records: readonly TelemetryRecord[],
    sourceOf: (record: TelemetryRecord) => RequestSource,
    request: number,
  ) => {
    const [added, changed] = [new Set<number>(), new Set<number>()];
    for (const observed of records) {
      const { row } = observed;
      const held = events.get(row);
      lastRow = Math.max(lastRow, row);
      if (held === undefined && row <= goneThrough) continue;
      const source = held?.source ?? sourceOf(observed);
      const record = { ...observed, sender: secretGuard.redact(toSender(source)) };
      const others = mids.add(record);
      const judged = judge.judge(record, sharesMid(row), held?.record);
      // The hook of its page may have reported it before its first request came.
      events.set(row, { source, record: judged, request: held?.request || request });
      for (const other of others) if (other !== row) judgeAgain(other);
      if (held === undefined) {
        bytes += OBSERVED_BYTES;
        added.add(row);
      } else if (!added.has(row)) changed.add(row);
    }
    totals = { ...totals, events: totals.events + added.size };
    const held = (rows: ReadonlySet<number>) => [...rows].flatMap((row) => events.get(row) ?? []);
    return { added: held(added), changed: held(changed) };
  };
  /** The hook's report of the request comes before it or after it. DevTools has the same part in the panel. */
  const addToPage = (page: EventCorrelator, number: number, batch: ReceivedBatch): void => {
    const { at, url, source, end, body } = batch;
    const seen = { id: String(number), transport: 'unknown', method: 'POST', url, at, end, ...body } as const;
    const change = putObserved(page.addDevtoolsRequest(seen), () => source, number);
    notify({ type: 'events', batch, ...change });
    evict();
  };

  const addText = (refusedRequest: RefusedRequest, refusal: RefusedText): CollectedEvent => {
    const { text, reason } = refusal;
    const { at, url, source, end, bodyBytes, responseText } = refusedRequest;
    requests += 1;
    lastRow += 1;
    const request: BatchRequest = {
      ...secretGuard.redact({ id: String(requests), transport: 'unknown', method: 'POST', url, at, end } as const),
      ...{ responseText, bodyBytes, batchSize: 1 },
    };
    // Masked before it is shortened: half a token is none that the guard knows.
    const masked = secretGuard.redact(text);
    const json = masked.slice(0, MAX_REFUSED_CHARS);
    const truncations = text.length > MAX_REFUSED_CHARS ? [{ path: [], reason: 'too-long' } as const] : EMPTY;
    const event = { observedIn: 'request', json, truncations, at, eventsEmittedBefore: 0 } as const;
    const record: TelemetryRecord = {
      ...fromEvent(event, text, secretGuard),
      ...{ row: lastRow, name: reason, documentKey: source.run, sender: secretGuard.redact(toSender(source)) },
      refused: toRefusedBody(refusal, masked),
      frame: secretGuard.redact({ frameId: 0, url: source.page }),
      requests: [{ ...request, indexInBatch: 0, copies: 1, carriedEvent: null }],
    };
    return addRow(record, request, source, null);
  };

  return {
    add(batch) {
      const { at, url, source, end, body } = batch;
      requests += 1;
      if (pages !== null && source.run === '') {
        const [page, number] = [pages, requests];
        totals = { ...totals, requests: totals.requests + 1 };
        if (end.status !== 'open') addToPage(page, number, batch);
        return (ended) => addToPage(page, number, { ...batch, end: ended });
      }
      const { events: received, unreadEvents = 0, eventTruncations, bodyKey: _, ...fields } = body;
      const id = String(requests);
      const seen: BatchRequest = {
        ...secretGuard.redact({ id, transport: 'unknown', method: 'POST', url, at, end, ...fields } as const),
        ...{ id, responseText: null, batchSize: received.length + unreadEvents },
      };
      const sender = secretGuard.redact(toSender(source));
      const frame = secretGuard.redact({ frameId: 0, url: source.page });
      const inRequest = new Set<number>();
      const added = new Map<number, CollectedEvent>();
      const changed = new Map<number, CollectedEvent>();
      for (const [indexInBatch, raw] of received.entries()) {
        const text = JSON.stringify(raw);
        if (isSurelyCleanText(text)) noteClean(raw);
        const json = secretGuard.redact(raw);
        const request = { ...seen, indexInBatch };
        const equal = findEqual(source.run, json, inRequest);
        if (equal !== null) {
          const { observed, row } = equal.record;
          const record = inRequest.has(row) ? withExtraCopy(observed, id) : withRequest(observed, json, request);
          (added.has(row) ? added : changed).set(row, replaceRow(equal, record));
          inRequest.add(row);
          continue;
        }
        lastRow += 1;
        const truncations = secretGuard.redact(eventTruncations?.get(indexInBatch) ?? []);
        const event = { observedIn: 'request', json, truncations, at, eventsEmittedBefore: 0 } as const;
        const record: TelemetryRecord = {
          ...fromEvent(event, raw, secretGuard),
          ...{ row: lastRow, at: timeOfSent(json, at), frame, documentKey: source.run, sender },
          requests: [{ ...request, copies: 1, carriedEvent: null }],
        };
        added.set(lastRow, addRow(record, seen, source, json === raw ? text : null));
        similar.add(source.run, json, lastRow);
        inRequest.add(lastRow);
      }
      totals = { ...totals, requests: totals.requests + 1, events: totals.events + added.size };
      notify({ type: 'events', batch, added: [...added.values()], changed: [...changed.values()] });
      // Not cleared: V8 links the table of a cleared map with the next, so that what it held gets old with it.
      cached = new Map();
      evict();
      return (ended) => endRequest(id, inRequest, ended);
    },
    refuse(refused) {
      const { refusal, url } = refused;
      const { [refusal.reason]: before = 0 } = totals.refused;
      totals = { ...totals, refused: { ...totals.refused, [refusal.reason]: before + 1 } };
      notify({ type: 'refused', refusal, url, added: 'text' in refusal ? [addText(refused, refusal)] : [] });
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
    all: () => events.values(),
    totals: () => totals,
    lastRow: () => lastRow,
    get: (row) => events.get(row) ?? null,
    clear(throughRow = lastRow) {
      leavePages(throughRow);
      if (throughRow >= lastRow) {
        events.clear();
        bytes = 0;
        mids = createSharedMids(judge.duplicateWindowMs);
        similar = createSimilarEvents();
      } else remove([...events.keys()].filter((row) => row <= throughRow));
      cached = new Map();
      totals = { ...noTotals(), events: events.size };
      notify({ type: 'cleared', throughRow });
    },
    clearRun(run) {
      if (run === '') leavePages(lastRow);
      remove([...events].flatMap(([row, { source }]) => (source.run === run ? [row] : [])));
      cached = new Map();
      notify({ type: 'run-cleared' });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

type HeldEvent = CollectedEvent & { readonly record: CollectedRow };

function isHeldPacked(held: CollectedEvent): held is HeldEvent {
  return held.record instanceof CollectedRow;
}

/** @param masked the text of the body with its secrets masked. */
export function toRefusedBody(refusal: RefusedText, masked: string): RefusedBody {
  if (refusal.reason === 'wrong-charset') return { reason: 'wrong-charset', charset: refusal.charset };
  const { line, column } = refusal;
  return { reason: 'not-json', line, column, excerpt: excerptOfFault(masked) };
}

function bytesOf(held: CollectedEvent): number {
  return isHeldPacked(held) ? held.record.packed.length : OBSERVED_BYTES;
}

/** One that is not held whole cannot be compared: `eid` and `mid` decide. */
function isSameEvent(row: CollectedRow, event: Json): boolean {
  return !row.isWhole || jsonEquals(row.json, event);
}

function isJudged(made: TelemetryRecord | JudgedRecord): made is JudgedRecord {
  return 'observed' in made;
}

function noTotals(): CollectedTotals {
  return { requests: 0, events: 0, evicted: 0, refused: {} };
}
