import type { RequestSighting, TelemetryRecord } from '#core/journey/record';
import type { Json, JsonObject } from '#core/json/json';

/** A request with what is known of its body. */
export interface SentRequest {
  readonly request: RequestSighting;
  /** The body as the SDK had made it, as far as its events are in the list. */
  readonly body: JsonObject;
  /** How many of its events are known; all of them where that is the request's `batchSize`. */
  readonly known: number;
}

/** Records that are looked at between two rests. */
const AT_ONCE = 500;

/** Puts the requests together again that carried any of the chosen records, oldest first. Rests in between. */
export function* requestsOf(
  chosen: readonly TelemetryRecord[],
  all: readonly TelemetryRecord[],
): Generator<'', readonly SentRequest[]> {
  const wanted = new Set<string>();
  const parts = new Map<string, { readonly request: RequestSighting; readonly event: Json }[]>();
  for (const [index, { requests }] of chosen.entries()) {
    for (const { id } of requests) wanted.add(id);
    if (index % AT_ONCE === 0) yield '';
  }
  for (const [index, record] of all.entries()) {
    for (const request of record.requests) {
      if (!wanted.has(request.id)) continue;
      const part = { request, event: request.carried ?? record.event?.json ?? null };
      const known = parts.get(request.id);
      if (known) known.push(part);
      else parts.set(request.id, [part]);
    }
    if (index % AT_ONCE === 0) yield '';
  }
  const sent = [...parts.values()].flatMap((carried) => joined(carried) ?? []);
  return sent.sort((one, other) => one.request.at - other.request.at);
}

/** How many rests `requestsOf` takes. */
export function restsOf(chosen: readonly unknown[], all: readonly unknown[]): number {
  return Math.ceil(chosen.length / AT_ONCE) + Math.ceil(all.length / AT_ONCE);
}

function joined(parts: readonly { readonly request: RequestSighting; readonly event: Json }[]): SentRequest | null {
  const [first] = parts;
  if (!first) return null;
  const { request } = first;
  const places = new Map<number, Json>();
  for (const { request: own, event } of parts) places.set(own.indexInBatch, event);
  // A record stands for all copies of its event in one batch: the others fill the places that are left.
  const copies = parts.flatMap(({ request: own, event }) => Array.from({ length: own.copies - 1 }, () => event));
  for (let index = 0; index < request.batchSize && copies.length > 0; index += 1) {
    const copy = places.has(index) ? undefined : copies.shift();
    if (copy !== undefined) places.set(index, copy);
  }
  const events = [...places].sort(([one], [other]) => one - other).map(([, event]) => event);
  return { request, body: { ...request.wrapper, events }, known: events.length };
}
