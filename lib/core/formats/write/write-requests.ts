import type { ObservedRequest, TelemetryRecord } from '#core/journey/record';
import type { Json, JsonObject } from '#core/json/json';

/** A request with what is known of its body. */
export interface SentRequest {
  readonly request: ObservedRequest;
  /** The body as the SDK had made it, as far as its events are in the list. */
  readonly body: JsonObject;
  /** How many of its events are known; all of them where that is the request's `batchSize`. */
  readonly known: number;
}

/**
 * Events that a whole export repeats because a record says that its request had several copies of it.
 * A page that sends an event twice needs a few; 80 kB of a file can ask for 30 million.
 */
const MAX_COPIES = 100_000;

/** Records that are looked at between two rests. */
const BATCH_SIZE = 500;

/**
 * Puts the requests together again that carried any of the chosen records, oldest first.
 * Rests in between.
 */
export function* requestsOf(
  chosen: readonly TelemetryRecord[],
  all: readonly TelemetryRecord[],
): Generator<'', readonly SentRequest[]> {
  const wanted = new Set<string>();
  const parts = new Map<string, { readonly request: ObservedRequest; readonly event: Json }[]>();
  for (const [index, { requests }] of chosen.entries()) {
    for (const { id } of requests) wanted.add(id);
    if (index % BATCH_SIZE === 0) yield '';
  }
  for (const [index, record] of all.entries()) {
    for (const request of record.requests) {
      if (!wanted.has(request.id)) continue;
      const part = { request, event: request.carried ?? record.event?.json ?? null };
      const known = parts.get(request.id);
      if (known) known.push(part);
      else parts.set(request.id, [part]);
    }
    if (index % BATCH_SIZE === 0) yield '';
  }
  const sent: SentRequest[] = [];
  let room = MAX_COPIES;
  for (const carried of parts.values()) {
    const request = joined(carried, room);
    if (request === null) continue;
    sent.push(request);
    room -= Math.max(0, request.known - carried.length);
  }
  return sent.sort((one, other) => one.request.at - other.request.at);
}

/**
 * Returns how many pieces an export of requests has at most.
 * The rests of `requestsOf`, and one a request.
 */
export function countPieces(chosen: readonly TelemetryRecord[], all: readonly TelemetryRecord[]): number {
  const ids = new Set<string>();
  for (const { requests } of chosen) for (const { id } of requests) ids.add(id);
  return ids.size + Math.ceil(chosen.length / BATCH_SIZE) + Math.ceil(all.length / BATCH_SIZE);
}

function joined(
  parts: readonly { readonly request: ObservedRequest; readonly event: Json }[],
  maxCopies: number,
): SentRequest | null {
  const [first] = parts;
  if (!first) return null;
  const { request } = first;
  const places = new Map<number, Json>();
  for (const { request: own, event } of parts) places.set(own.indexInBatch, event);
  const lastCount = places.size + maxCopies;
  let index = 0;
  for (const { request: own, event } of parts) {
    for (let copy = 1; copy < own.copies && places.size < lastCount; copy += 1) {
      while (places.has(index)) index += 1;
      if (index >= request.batchSize) break;
      places.set(index, event);
    }
  }
  const events = [...places].sort(([one], [other]) => one - other).map(([, event]) => event);
  return { request, body: { ...request.wrapper, events }, known: events.length };
}
