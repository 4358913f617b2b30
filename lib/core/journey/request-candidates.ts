import { setBounded } from '#core/util/lru';
import type { RequestEntry } from './request-observations';

/**
 * Limit of the stored requests.
 * In a burst, DevTools reports thousands of requests later than the page. After an eviction, the request in DevTools
 * would count as a second request, and its events as duplicates.
 */
const MAX_REQUESTS = 20_000;

/** Limit of the requests with one URL and body. Each new request is compared with all of them. */
const MAX_CANDIDATES = 1_000;

/** The requests that a later observation may belong to. */
export interface RequestCandidates {
  get(id: string): RequestEntry | undefined;
  values(): Iterable<RequestEntry>;
  add(request: RequestEntry): void;
  /** Changes a request, and its ID. */
  update(request: RequestEntry, changes: Partial<RequestEntry> & Pick<RequestEntry, 'id'>): void;
  /** Finds the first candidate with a key, by `order`. */
  findFirstBy(
    key: string,
    isCandidate: (request: RequestEntry) => boolean,
    order: (request: RequestEntry) => number,
  ): RequestEntry | null;
  /** Removes the requests that are too old, compared to the newest request. Returns the time of the newest request. */
  evict(maxAgeOf: (request: RequestEntry) => number): number;
}

export function createRequestCandidates(): RequestCandidates {
  const byId = new Map<string, RequestEntry>();
  const byKey = new Map<string, RequestEntry[]>();
  let newestAt = 0;
  return {
    get: (id) => byId.get(id),
    values: () => byId.values(),
    add(request) {
      appendBounded(byKey, request.key, request);
      newestAt = Math.max(newestAt, request.at);
      const evicted = setBounded(byId, request.id, request, MAX_REQUESTS);
      if (evicted) removeItem(byKey, evicted.key, evicted);
    },
    update(request, changes) {
      byId.delete(request.id);
      byId.set(changes.id, Object.assign(request, changes));
    },
    findFirstBy: (key, isCandidate, order) => minBy((byKey.get(key) ?? []).filter(isCandidate), order),
    evict(maxAgeOf) {
      for (const request of byId.values()) {
        if (request.at >= newestAt - maxAgeOf(request)) continue;
        byId.delete(request.id);
        removeItem(byKey, request.key, request);
      }
      return newestAt;
    },
  };
}

/** A redirect whose next request was not observed yet. */
interface Redirect {
  readonly request: RequestEntry;
  readonly endedAt: number;
}

/** The redirects whose next request is expected. */
export interface OpenRedirects {
  /** Adds a redirect. `key` is that of the next request. */
  add(key: string, redirect: Redirect): void;
  /** Removes the redirect that ended closest to the start of a request. Returns the redirected request. */
  claim(key: string, at: number): RequestEntry | null;
  /** Removes the redirects that ended before this time. */
  evictBefore(time: number): void;
}

/** @param maxDistanceMs maximum time between the end of a redirect and its next request. */
export function createOpenRedirects(maxDistanceMs: number): OpenRedirects {
  const byKey = new Map<string, Redirect[]>();
  return {
    add(key, redirect) {
      appendBounded(byKey, key, redirect);
      if (byKey.size > MAX_REQUESTS) byKey.delete(byKey.keys().next().value ?? '');
    },
    claim(key, at) {
      const distance = ({ endedAt }: Redirect): number => Math.abs(endedAt - at);
      const near = (byKey.get(key) ?? []).filter((redirect) => distance(redirect) <= maxDistanceMs);
      const closest = minBy(near, distance);
      if (!closest) return null;
      removeItem(byKey, key, closest);
      return closest.request;
    },
    evictBefore(time) {
      for (const [key, redirects] of byKey) {
        if (redirects.every(({ endedAt }) => endedAt < time)) byKey.delete(key);
      }
    },
  };
}

function minBy<Item>(items: readonly Item[], order: (item: Item) => number): Item | null {
  let smallest: Item | null = null;
  for (const item of items) if (smallest === null || order(item) < order(smallest)) smallest = item;
  return smallest;
}

function appendBounded<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key) ?? [];
  list.push(item);
  if (list.length > MAX_CANDIDATES) list.shift();
  lists.set(key, list);
}

function removeItem<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key) ?? [];
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
  if (list.length === 0) lists.delete(key);
}
