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
import { createTextPacker } from './packed-text';
import { type RequestSource, toSender } from './request-source';
import { createSimilarEvents } from './similar-events';

/** Rows that are cached: a printer, a page and a report read the newest again. */
const MAX_CACHED_ROWS = 256;

/** An event that a hook observed is held as objects: its call, and what became of it, change. */
const OBSERVED_BYTES = 7_000;

/** How much is held, and how many events are evicted in one go at least. */
export interface HeldLimits {
  readonly maxEvents: number;
  readonly maxEventBytes: number;
  readonly evictionBatchSize: number;
}

/** An event that no hook of a page observed. */
export type PackedEvent = CollectedEvent & { readonly record: CollectedRow };

interface ChangedEvents {
  readonly added: readonly CollectedEvent[];
  readonly changed: readonly CollectedEvent[];
}

/** The events of a collector, judged, by their rows. Those that were received are packed. */
export class HeldEvents {
  readonly #judge: Judge;
  readonly #deps: RowDeps;
  readonly #events = new Map<number, CollectedEvent>();
  /** The latest rows that were read: records, or judged ones where that was needed, which takes longer. */
  #cached = new Map<CollectedRow, TelemetryRecord | JudgedRecord>();
  #mids: ReturnType<typeof createSharedMids>;
  #similar = createSimilarEvents();
  #bytes = 0;

  constructor(judge: Judge) {
    this.#judge = judge;
    this.#mids = createSharedMids(judge.duplicateWindowMs);
    this.#deps = {
      pack: createTextPacker(),
      recordOf: (row) => observedOf(this.#keep(row, this.#cached.get(row) ?? row.unpack())),
      viewOf: (row) => this.#viewOf(row),
      sharesMid: (row) => this.#sharesMid(row),
    };
  }

  get size(): number {
    return this.#events.size;
  }

  /** In the order of their rows. */
  values(): Iterable<CollectedEvent> {
    return this.#events.values();
  }

  get(row: number): CollectedEvent | null {
    return this.#events.get(row) ?? null;
  }

  /** @param text of the event, where it has no secret; `number`: of the request, from 1. */
  add(
    record: TelemetryRecord,
    request: BatchRequest,
    { source, number, text }: { readonly source: RequestSource; readonly number: number; readonly text: string | null },
  ): PackedEvent {
    this.#mids.add(record);
    const view = this.#judge.judge(record, this.#sharesMid(record.row));
    const row = new CollectedRow(record, view.summary, this.#deps, { request, text });
    this.#keep(row, view);
    this.#bytes += row.packed.length;
    const held = { record: row, source, request: number };
    this.#events.set(row.row, held);
    if (record.event !== null) this.#similar.add(source.run, record.event.json, row.row);
    return held;
  }

  /** Holds another record of the same event. */
  replace(held: PackedEvent, record: TelemetryRecord): PackedEvent {
    const view = this.#judge.judge(record, this.#sharesMid(record.row), this.#viewOf(held.record));
    const row = new CollectedRow(record, view.summary, this.#deps, held.record);
    this.#cached.delete(held.record);
    this.#keep(row, view);
    const replaced = { ...held, record: row };
    this.#events.set(row.row, replaced);
    return replaced;
  }

  /**
   * Returns the event that this one repeats: mostly a retry. One that the request has carried itself only where there is no
   * other.
   */
  findEqual(run: string, event: Json, inRequest: ReadonlySet<number>): PackedEvent | null {
    let copy: PackedEvent | null = null;
    for (const row of this.#similar.rowsOf(run, event)) {
      const held = this.#events.get(row);
      if (held === undefined || !isPacked(held) || !isSameEvent(held.record, event)) continue;
      if (!inRequest.has(row)) return held;
      copy ??= held;
    }
    return copy;
  }

  /** Ends a request of these rows. Those that were cleared or evicted meanwhile stay so. */
  endRequest(id: string, rows: ReadonlySet<number>, end: RequestEnd): readonly CollectedEvent[] {
    const known = end.status === 'failed' ? secretGuard.redact(end) : end;
    return [...rows].flatMap((row) => {
      const held = this.#events.get(row);
      if (held === undefined || !isPacked(held)) return [];
      const ended = held.record.requests.map((request) =>
        request.id === id && request.end.status === 'open' ? { ...request, end: known } : request,
      );
      const replaced = { ...held, record: held.record.withRequests(ended) };
      this.#events.set(row, replaced);
      return [replaced];
    });
  }

  /**
   * Holds what hooks of pages observed.
   *
   * @param request the number of the request that carried it, from 1; 0 if none was received yet.
   */
  putObserved(
    records: readonly TelemetryRecord[],
    sourceOf: (record: TelemetryRecord) => RequestSource,
    request: number,
  ): ChangedEvents {
    const [added, changed] = [new Set<number>(), new Set<number>()];
    for (const observed of records) {
      const { row } = observed;
      const held = this.#events.get(row);
      const source = held?.source ?? sourceOf(observed);
      const record = { ...observed, sender: secretGuard.redact(toSender(source)) };
      const others = this.#mids.add(record);
      const judged = this.#judge.judge(record, this.#sharesMid(row), held?.record);
      // The hook of its page may have reported it before its first request came.
      this.#events.set(row, { source, record: judged, request: held?.request || request });
      for (const other of others) if (other !== row) this.#judgeAgain(other);
      if (held === undefined) {
        this.#bytes += OBSERVED_BYTES;
        added.add(row);
      } else if (!added.has(row)) changed.add(row);
    }
    const eventsOf = (rows: ReadonlySet<number>) => [...rows].flatMap((row) => this.#events.get(row) ?? []);
    return { added: eventsOf(added), changed: eventsOf(changed) };
  }

  /** Returns the oldest rows that are too many. Some more, so that they are not a few at a time. */
  findOverflow({ maxEvents, maxEventBytes, evictionBatchSize }: HeldLimits): readonly number[] {
    if (this.#events.size <= maxEvents && this.#bytes <= maxEventBytes) return [];
    const rows: number[] = [];
    let bytes = 0;
    for (const [row, held] of this.#events) {
      const isWithin = this.#events.size - rows.length <= maxEvents && this.#bytes - bytes <= maxEventBytes;
      if (isWithin && rows.length >= evictionBatchSize) break;
      rows.push(row);
      bytes += bytesOf(held);
    }
    return rows;
  }

  remove(rows: readonly number[]): void {
    for (const row of rows) {
      const held = this.#events.get(row);
      if (held !== undefined) this.#bytes -= bytesOf(held);
      this.#events.delete(row);
    }
    this.#mids.remove(rows);
    this.#similar.remove(rows);
  }

  clear(): void {
    this.#events.clear();
    this.#bytes = 0;
    this.#mids = createSharedMids(this.#judge.duplicateWindowMs);
    this.#similar = createSimilarEvents();
  }

  /** Makes records anew when they are read next. */
  dropCached(): void {
    // Not cleared: V8 links the table of a cleared map with the next, so that what it held gets old with it.
    this.#cached = new Map();
  }

  #sharesMid(row: number): boolean {
    return this.#mids.isShared(row);
  }

  #keep<Made extends TelemetryRecord | JudgedRecord>(row: CollectedRow, made: Made): Made {
    setBounded(this.#cached, row, made, MAX_CACHED_ROWS);
    return made;
  }

  #viewOf(row: CollectedRow): JudgedRecord {
    const known = this.#cached.get(row) ?? row.unpack();
    return this.#keep(row, isJudged(known) ? known : this.#judge.judge(known, this.#sharesMid(row.row)));
  }

  #judgeAgain(row: number): void {
    const held = this.#events.get(row);
    if (held === undefined || isPacked(held)) return;
    const judged = this.#judge.judge(held.record.observed, this.#sharesMid(row), held.record);
    this.#events.set(row, { ...held, record: judged });
  }
}

function isPacked(held: CollectedEvent): held is PackedEvent {
  return held.record instanceof CollectedRow;
}

function bytesOf(held: CollectedEvent): number {
  return isPacked(held) ? held.record.packed.length : OBSERVED_BYTES;
}

/** One that is not held whole cannot be compared: `eid` and `mid` decide. */
function isSameEvent(row: CollectedRow, event: Json): boolean {
  return !row.isWhole || jsonEquals(row.json, event);
}

function isJudged(made: TelemetryRecord | JudgedRecord): made is JudgedRecord {
  return 'observed' in made;
}
