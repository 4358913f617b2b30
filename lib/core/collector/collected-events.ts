import type { PageEnd, SeenBatch } from '#core/journey/correlator/observations';
import { createEventCorrelator, type EventCorrelator } from '#core/journey/event-correlator';
import type { EpochMilliseconds, RequestEnd, TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createSharedMids, type JudgedStore, judgeAgain, putJudged } from '#core/stream/judged-rows';
import type { Judge } from '#core/stream/no-judge';
import { secretGuard } from '#core/stream/secret-guard';
import { setBounded } from '#core/util/lru';
import type { ReadBody } from '#core/wire/batch-body';
import type { Refusal } from './read-batch';
import type { RequestSource } from './request-source';

/** Events that are held. About 2 kB each with their requests. */
const MAX_EVENTS = 100_000;
/** Evicted in one go: to find what the others share costs a pass over all. */
const EVICTION_BATCH_SIZE = 5_000;
/** Runs whose events are still joined with their retries. A test suite has one a worker. */
const MAX_RUNS = 1_000;

/** A request with telemetry. */
export interface ReceivedBatch {
  readonly at: EpochMilliseconds;
  /** The path that was posted to. */
  readonly url: string;
  readonly source: RequestSource;
  readonly end: RequestEnd;
  readonly body: ReadBody;
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
  | { readonly type: 'refused'; readonly refusal: Refusal; readonly url: string; readonly source: RequestSource }
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
  add(batch: ReceivedBatch): (end: PageEnd, at: EpochMilliseconds) => void;
  refuse(refusal: Refusal, url: string, source: RequestSource): void;
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

/** For rows that are there already: each has the source of its first request. */
const NO_SOURCE: RequestSource = { run: '', address: '', page: '', userAgent: '', stamped: {} };

/** Limits of what is held, for tests. */
interface CollectionLimits {
  readonly maxEvents?: number;
  readonly evictionBatchSize?: number;
}

/**
 * Creates an empty collection of events.
 * Equal events of one run are one record with several requests, as in the panel: a retry is no second event. Runs share
 * nothing, so that parallel tests may send the same events.
 */
export function createCollectedEvents(
  judge: Judge,
  { maxEvents = MAX_EVENTS, evictionBatchSize = EVICTION_BATCH_SIZE }: CollectionLimits = {},
): CollectedEvents {
  const correlators = new Map<string, EventCorrelator>();
  const events = new Map<number, CollectedEvent>();
  const listeners = new Set<(change: CollectedChange) => void>();
  let mids = createSharedMids(judge.duplicateWindowMs);
  let lastRow = 0;
  let requests = 0;
  let totals = noTotals();

  const notify = (change: CollectedChange): void => {
    for (const listener of listeners) listener(change);
  };
  const storeFor = (source: RequestSource, request: number): JudgedStore => ({
    mids,
    get: (row) => events.get(row)?.record ?? null,
    put(record) {
      events.set(record.row, { source, request, ...events.get(record.row), record });
    },
  });
  const correlatorOf = (run: string): EventCorrelator => {
    const correlator = correlators.get(run) ?? createEventCorrelator(secretGuard, 0, () => lastRow, isOtherEvent);
    setBounded(correlators, run, correlator, MAX_RUNS);
    return correlator;
  };
  const judgeRows = (rows: readonly number[]): void => {
    const store = storeFor(NO_SOURCE, 0);
    for (const row of rows) judgeAgain(store, row, judge);
  };
  const remove = (rows: readonly number[]): void => {
    for (const row of rows) events.delete(row);
    judgeRows(mids.remove(rows));
  };
  const evict = (): void => {
    if (events.size <= maxEvents) return;
    const count = events.size - maxEvents + evictionBatchSize - 1;
    const rows = [...events.keys()].slice(0, count);
    remove(rows);
    const throughRow = rows.at(-1) ?? 0;
    for (const correlator of correlators.values()) correlator.evict(throughRow, false);
    totals = { ...totals, evicted: totals.evicted + rows.length };
    notify({ type: 'evicted', count: rows.length, throughRow });
  };
  const putEnded = (records: readonly TelemetryRecord[]): void => {
    // Rows that were cleared or evicted meanwhile stay so.
    const rows = records.map(({ row }) => row).filter((row) => events.has(row));
    const store = storeFor(NO_SOURCE, 0);
    for (const record of records) {
      const sender = events.get(record.row)?.record.sender;
      if (sender !== undefined) putJudged(store, { ...record, sender }, judge);
    }
    notify({ type: 'ended', changed: rows.flatMap((row) => events.get(row) ?? []) });
  };
  const put = (records: readonly TelemetryRecord[], batch: ReceivedBatch): void => {
    const added: CollectedEvent[] = [];
    const changed = new Map<number, CollectedEvent>();
    const store = storeFor(batch.source, requests);
    for (const { row } of records) lastRow = Math.max(lastRow, row);
    const { run: _, ...own } = batch.source;
    const sender = secretGuard.redact(own);
    for (const record of latestOf(records)) {
      const isNew = !events.has(record.row);
      putJudged(store, { ...record, sender: events.get(record.row)?.record.sender ?? sender }, judge);
      const event = events.get(record.row);
      if (event === undefined) continue;
      if (isNew) added.push(event);
      else changed.set(record.row, event);
    }
    totals = { ...totals, events: totals.events + added.length };
    notify({ type: 'events', batch, added, changed: [...changed.values()] });
  };

  return {
    add(batch) {
      const { at, url, source, end, body } = batch;
      requests += 1;
      totals = { ...totals, requests: totals.requests + 1 };
      const seen: SeenBatch = { id: String(requests), transport: 'unknown', method: 'POST', url, at, end, ...body };
      const frame = { frameId: 0, url: source.page };
      const correlator = correlatorOf(source.run);
      put(correlator.addRequest(seen, { documentKey: source.run, frame }), batch);
      evict();
      return (ended, endedAt) => putEnded(correlator.endRequest(seen.id, ended, endedAt));
    },
    refuse(refusal, url, source) {
      const { [refusal.reason]: before = 0 } = totals.refused;
      totals = { ...totals, refused: { ...totals.refused, [refusal.reason]: before + 1 } };
      notify({ type: 'refused', refusal, url, source });
    },
    all: () => events.values(),
    totals: () => totals,
    lastRow: () => lastRow,
    get: (row) => events.get(row) ?? null,
    clear(throughRow = lastRow) {
      if (throughRow >= lastRow) {
        correlators.clear();
        events.clear();
        mids = createSharedMids(judge.duplicateWindowMs);
      } else {
        for (const correlator of correlators.values()) correlator.evict(throughRow, false);
        remove([...events.keys()].filter((row) => row <= throughRow));
      }
      totals = { ...noTotals(), events: events.size };
      notify({ type: 'cleared', throughRow });
    },
    clearRun(run) {
      correlators.delete(run);
      remove([...events.values()].filter(({ source }) => source.run === run).map(({ record }) => record.row));
      notify({ type: 'run-cleared' });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * A collector shows all that came: SDKs without a device id give different events one `mid`.
 * Whatever a page does between its call and its request is unknown here, so that only equal events are one.
 */
function isOtherEvent({ event, longValues }: TelemetryRecord, other: Json): boolean {
  const isWhole = longValues === undefined && event?.truncations.length === 0;
  return isWhole && !jsonEquals(event.json, other);
}

function noTotals(): CollectedTotals {
  return { requests: 0, events: 0, evicted: 0, refused: {} };
}

/** A batch with an event several times changes its record as often: the last state counts. */
function latestOf(records: readonly TelemetryRecord[]): Iterable<TelemetryRecord> {
  return new Map(records.map((record) => [record.row, record])).values();
}
