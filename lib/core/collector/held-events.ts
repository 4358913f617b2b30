import { estimateJsonBytes } from '#core/journey/estimate-json-bytes';
import type { RequestEnd, TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { type JudgedRecord, observedOf } from '#core/stream/judged-record';
import { createSharedMids } from '#core/stream/judged-rows';
import type { Judge } from '#core/stream/no-judge';
import { secretGuard } from '#core/stream/secret-guard';
import { setBounded } from '#core/util/lru';
import type { CollectedEvent } from './collected-change';
import { type BatchRequest, CollectedRow, type RowDeps } from './collected-row';
import { createTextPacker, type PackedText } from './packed-text';
import { type RequestSource, toSender } from './request-source';
import { createSimilarEvents } from './similar-events';

/** Number of cached rows: the command line, the web UI and the report read the newest rows again. */
const MAX_CACHED_ROWS = 256;

/** Minimum size of an event that a hook observed. Such events aren't packed: their calls and requests still change. */
const MIN_OBSERVED_BYTES = 7_000;
/** Estimates of sizes stop here. No body is that large. */
const MAX_OBSERVED_BYTES = 64 * 1024 * 1024;

/** Limits of the stored events, and the minimum number of events per eviction. */
export interface HeldLimits {
  readonly maxEvents: number;
  readonly maxEventBytes: number;
  readonly evictionBatchSize: number;
}

/** An event that no page's hook observed. */
export type PackedEvent = CollectedEvent & { readonly record: CollectedRow };

interface ChangedEvents {
  readonly added: readonly CollectedEvent[];
  readonly changed: readonly CollectedEvent[];
}

/** The judged events of a collector by row. Events that no hook observed are packed. */
export class HeldEvents {
  readonly #judge: Judge;
  readonly #deps: RowDeps;
  readonly #events = new Map<number, CollectedEvent>();
  /** The rows that were read last, judged only if a reader needed the verdict. */
  #cached = new Map<CollectedRow, TelemetryRecord | JudgedRecord>();
  #mids: ReturnType<typeof createSharedMids>;
  /** Rows whose `sharesMid` changed when another event was added. */
  readonly #reflagged = new Set<number>();
  #similar = createSimilarEvents();
  #bytes = 0;
  /** Sizes of the events that hooks observed and that are larger than the minimum. */
  readonly #largeBytes = new Map<number, number>();

  constructor(judge: Judge) {
    this.#judge = judge;
    this.#mids = createSharedMids(judge.duplicateWindowMs);
    this.#deps = {
      packer: createTextPacker(),
      recordOf: (row) => observedOf(this.#cache(row, this.#cached.get(row) ?? row.unpack())),
      viewOf: (row) => this.#viewOf(row),
      sharesMid: (row) => this.#sharesMid(row),
    };
  }

  /** Returns the number of events, without the rows of rejected bodies. */
  countEvents(): number {
    return [...this.#events.values()].filter(({ record }) => record.rejected === undefined).length;
  }

  /** Returns the number of received requests with telemetry that any event came in. */
  countRequests(): number {
    const ids = new Set<string>();
    for (const stored of this.#events.values()) {
      if (stored.record.rejected !== undefined) continue;
      if (isPacked(stored)) for (const { id } of stored.record.requests) ids.add(id);
      else if (stored.request > 0) ids.add(String(stored.request));
    }
    return ids.size;
  }

  /** Returns all events in the order of their rows. */
  values(): Iterable<CollectedEvent> {
    return this.#events.values();
  }

  get(row: number): CollectedEvent | null {
    return this.#events.get(row) ?? null;
  }

  /** Packs the JSON text of an event that may be added next, or its UTF-8 bytes. */
  draft(text: string | Uint8Array): PackedText {
    return this.#deps.packer.draft(text);
  }

  /** Adds an event. `draft` is its text if it has no secrets, `number` is the number of the request, from 1. */
  add(
    record: TelemetryRecord,
    request: BatchRequest,
    {
      source,
      number,
      draft,
    }: { readonly source: RequestSource; readonly number: number; readonly draft: PackedText | null },
  ): PackedEvent {
    this.#addMid(record);
    const view = this.#judge.judge(record, this.#sharesMid(record.row));
    const row = new CollectedRow(record, view.summary, this.#deps, { request, draft });
    this.#cache(row, view);
    this.#bytes += row.packed.length;
    const stored = { record: row, source, request: number };
    this.#events.set(row.row, stored);
    if (record.event !== null) this.#similar.add(source.run, record.event.json, row.row);
    return stored;
  }

  replace(stored: PackedEvent, record: TelemetryRecord): PackedEvent {
    const view = this.#judge.judge(record, this.#sharesMid(record.row), this.#viewOf(stored.record));
    const row = new CollectedRow(record, view.summary, this.#deps, stored.record);
    this.#cached.delete(stored.record);
    this.#cache(row, view);
    const replaced = { ...stored, record: row };
    this.#events.set(row.row, replaced);
    return replaced;
  }

  /**
   * Finds the stored event that an event repeats, usually by a retry.
   * Prefers events of other requests to those of the same request.
   */
  findEqual(run: string, event: Json, inRequest: ReadonlySet<number>): PackedEvent | null {
    let copyInRequest: PackedEvent | null = null;
    for (const row of this.#similar.rowsOf(run, event)) {
      const stored = this.#events.get(row);
      if (stored === undefined || !isPacked(stored) || !isSameEvent(stored.record, event)) continue;
      if (!inRequest.has(row)) return stored;
      copyInRequest ??= stored;
    }
    return copyInRequest;
  }

  /** Sets the end of a request in `rows`. Ignores rows that were cleared or evicted meanwhile. */
  endRequest(id: string, rows: ReadonlySet<number>, end: RequestEnd): readonly CollectedEvent[] {
    const redactedEnd = end.status === 'failed' ? secretGuard.redact(end) : end;
    return [...rows].flatMap((row) => {
      const stored = this.#events.get(row);
      if (stored === undefined || !isPacked(stored)) return [];
      const ended = stored.record.requests.map((request) =>
        request.id === id && request.end.status === 'open' ? { ...request, end: redactedEnd } : request,
      );
      const replaced = { ...stored, record: stored.record.withRequests(ended) };
      this.#events.set(row, replaced);
      return [replaced];
    });
  }

  /**
   * Adds or replaces events that hooks of pages observed.
   *
   * @param request number of the request with the events, from 1; 0 if none was received yet.
   */
  putObserved(
    records: readonly TelemetryRecord[],
    sourceOf: (record: TelemetryRecord) => RequestSource,
    request: number,
  ): ChangedEvents {
    const [added, changed] = [new Set<number>(), new Set<number>()];
    for (const observed of records) {
      const { row } = observed;
      const stored = this.#events.get(row);
      const source = stored?.source ?? sourceOf(observed);
      const record = { ...observed, sender: secretGuard.redact(toSender(source)) };
      this.#addMid(record);
      const judgedRecord = this.#judge.judge(record, this.#sharesMid(row), stored?.record);
      // The hook may have reported the event before its first request was received.
      this.#events.set(row, { source, record: judgedRecord, request: stored?.request || request });
      if (stored !== undefined) this.#bytes -= this.#bytesOf(row, stored);
      const bytes = estimateJsonBytes(observed, MAX_OBSERVED_BYTES);
      if (bytes > MIN_OBSERVED_BYTES) this.#largeBytes.set(row, bytes);
      else this.#largeBytes.delete(row);
      this.#bytes += Math.max(bytes, MIN_OBSERVED_BYTES);
      if (stored === undefined) added.add(row);
      else if (!added.has(row)) changed.add(row);
    }
    const eventsOf = (rows: ReadonlySet<number>) => [...rows].flatMap((row) => this.#events.get(row) ?? []);
    return { added: eventsOf(added), changed: eventsOf(changed) };
  }

  /** Returns the events whose `sharesMid` changed since the last call because other events were added. */
  takeReflagged(): readonly CollectedEvent[] {
    const events = [...this.#reflagged].flatMap((row) => this.#events.get(row) ?? []);
    this.#reflagged.clear();
    return events;
  }

  /** Returns the oldest rows beyond the limits, at least `evictionBatchSize` if there are any. */
  findOverflow({ maxEvents, maxEventBytes, evictionBatchSize }: HeldLimits): readonly number[] {
    if (this.#events.size <= maxEvents && this.#bytes <= maxEventBytes) return [];
    const rows: number[] = [];
    let bytes = 0;
    for (const [row, stored] of this.#events) {
      const isWithin = this.#events.size - rows.length <= maxEvents && this.#bytes - bytes <= maxEventBytes;
      if (isWithin && rows.length >= evictionBatchSize) break;
      rows.push(row);
      bytes += this.#bytesOf(row, stored);
    }
    return rows;
  }

  remove(rows: readonly number[]): void {
    for (const row of rows) {
      const stored = this.#events.get(row);
      if (stored !== undefined) this.#bytes -= this.#bytesOf(row, stored);
      this.#events.delete(row);
      this.#largeBytes.delete(row);
    }
    for (const other of this.#mids.remove(rows)) this.#rejudge(other);
    this.#similar.remove(rows);
  }

  clear(): void {
    this.#events.clear();
    this.#bytes = 0;
    this.#largeBytes.clear();
    this.#mids = createSharedMids(this.#judge.duplicateWindowMs);
    this.#similar = createSimilarEvents();
  }

  /** Drops all cached records. */
  dropCached(): void {
    // Not `clear`: V8 links the table of a cleared map to the next one, so its values are freed later.
    this.#cached = new Map();
  }

  #bytesOf(row: number, stored: CollectedEvent): number {
    return isPacked(stored) ? stored.record.packed.length : (this.#largeBytes.get(row) ?? MIN_OBSERVED_BYTES);
  }

  /** Adds the `mid` of a record. Judges the other rows again whose `sharesMid` changes. */
  #addMid(record: TelemetryRecord): void {
    for (const row of this.#mids.add(record)) {
      if (row === record.row) continue;
      this.#reflagged.add(row);
      this.#rejudge(row);
    }
  }

  #sharesMid(row: number): boolean {
    return this.#mids.isShared(row);
  }

  #cache<Cached extends TelemetryRecord | JudgedRecord>(row: CollectedRow, cached: Cached): Cached {
    setBounded(this.#cached, row, cached, MAX_CACHED_ROWS);
    return cached;
  }

  #viewOf(row: CollectedRow): JudgedRecord {
    const event = this.#cached.get(row) ?? row.unpack();
    return this.#cache(row, isJudged(event) ? event : this.#judge.judge(event, this.#sharesMid(row.row)));
  }

  #rejudge(row: number): void {
    const stored = this.#events.get(row);
    if (stored === undefined || isPacked(stored)) return;
    const judgedRecord = this.#judge.judge(stored.record.observed, this.#sharesMid(row), stored.record);
    this.#events.set(row, { ...stored, record: judgedRecord });
  }
}

function isPacked(stored: CollectedEvent): stored is PackedEvent {
  return stored.record instanceof CollectedRow;
}

/** Compares the content of events. A truncated event cannot be compared, so equal `eid` and `mid` are enough. */
function isSameEvent(row: CollectedRow, event: Json): boolean {
  return !row.isComplete || jsonEquals(row.json, event);
}

function isJudged(cached: TelemetryRecord | JudgedRecord): cached is JudgedRecord {
  return 'observed' in cached;
}
