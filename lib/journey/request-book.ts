import { keepNewest } from '../keep-newest';
import type { RequestEnd, Transport } from './record';

/** A request with telemetry, as one of its two observers saw it. */
export interface SeenRequest {
  readonly id: string;
  readonly via: Transport;
  readonly url: string;
  readonly method: string;
  readonly at: number;
  readonly end: RequestEnd;
  readonly bodyBytes: number;
  /** Tells equal bodies from different ones. */
  readonly bodyKey: string;
}

/** How far the clocks of the page and of DevTools may differ for one request, in milliseconds. */
const SAME_MOMENT_MS = 10_000;

/**
 * Requests that one observer told of and the other did not (yet). In a burst DevTools comes thousands of requests after
 * the page: one that is given up here would be taken for a second request, and its events for doubled.
 */
const MAX_UNPAIRED = 20_000;

/** A request that the other observer has not reported this long after the newest one is not paired any more, in milliseconds. */
const MAX_PAIRING_MS = 120_000;

export interface RequestBook {
  /** Notes a request that the page's hook reported. */
  note(request: SeenRequest): void;
  /** The page's request that DevTools now tells of, each only once; null where the page did not tell of it (yet). */
  pairOf(request: SeenRequest): string | null;
  /** DevTools' request that the page now tells of: a packed body takes a moment to read. Null for the usual order. */
  finishedBefore(request: SeenRequest): string | null;
  /** The page's requests that DevTools has not reported yet. */
  unfinished(): ReadonlySet<string>;
  /** Frees the requests that are too old to be paired. */
  evictUnpairable(): void;
}

/**
 * Brings the two views of a request together. The hook sees what is sent while a page goes away, DevTools sees status,
 * time and answer; they agree in method, address and body, and nearly in time.
 */
export function createRequestBook(): RequestBook {
  const ofPage = createUnpaired();
  const ofDevtools = createUnpaired();
  return {
    note: ofPage.add,
    pairOf(request) {
      const pair = ofPage.take(request);
      if (pair === null) ofDevtools.add(request);
      return pair;
    },
    finishedBefore: ofDevtools.take,
    unfinished: ofPage.ids,
    evictUnpairable() {
      const before = Math.max(ofPage.newestAt(), ofDevtools.newestAt()) - MAX_PAIRING_MS;
      ofPage.evictBefore(before);
      ofDevtools.evictBefore(before);
    },
  };
}

interface Unpaired {
  add(request: SeenRequest): void;
  /** Takes the nearest in time that is the same request. */
  take(request: SeenRequest): string | null;
  ids(): ReadonlySet<string>;
  /** The time of the newest request that was ever added. */
  newestAt(): number;
  evictBefore(at: number): void;
}

/** What is kept of a request until its pair comes: not the batch, which would weigh as much as its events. */
type Held = Pick<SeenRequest, 'id' | 'at'>;

function createUnpaired(): Unpaired {
  const held = new Map<string, readonly Held[]>();
  let newestAt = 0;
  return {
    add(request) {
      const key = keyOf(request);
      const { id, at } = request;
      newestAt = Math.max(newestAt, at);
      keepNewest(held, key, [...(held.get(key) ?? []), { id, at }], MAX_UNPAIRED);
    },
    take(request) {
      const candidates = held.get(keyOf(request)) ?? [];
      const distance = (other: Held): number => Math.abs(other.at - request.at);
      const near = candidates.filter((other) => distance(other) <= SAME_MOMENT_MS);
      const [nearest] = near.sort((one, other) => distance(one) - distance(other));
      if (!nearest) return null;
      const rest = candidates.filter((other) => other !== nearest);
      if (rest.length > 0) held.set(keyOf(request), rest);
      else held.delete(keyOf(request));
      return nearest.id;
    },
    ids: () => new Set([...held.values()].flatMap((requests) => requests.map(({ id }) => id))),
    newestAt: () => newestAt,
    evictBefore(before) {
      for (const [key, requests] of held) if (requests.every(({ at }) => at < before)) held.delete(key);
    },
  };
}

function keyOf({ method, url, bodyKey }: SeenRequest): string {
  return `${method} ${url} ${bodyKey}`;
}
