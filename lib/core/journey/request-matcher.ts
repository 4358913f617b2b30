import { setBounded } from '#core/util/lru';
import { classifyStatus } from './classify-status';
import type { RequestEnd, Transport } from './record';

/** A request with telemetry, as observed by the page's hook or DevTools. */
export interface SeenRequest {
  readonly id: string;
  readonly transport: Transport;
  readonly url: string;
  readonly method: string;
  readonly at: number;
  readonly end: RequestEnd;
  readonly bodyBytes: number;
  /** Equal for equal bodies. */
  readonly bodyKey: string;
  /**
   * The absolute target URL of a redirect.
   * Absent unless the browser follows the redirect.
   */
  readonly redirectUrl?: string;
  /** Set if a service worker responded to the page's request: from the network, or with its own response. */
  readonly workerResponse?: 'network' | 'own';
}

/** The known request that a request in DevTools belongs to. */
export type DevtoolsMatch =
  | { readonly type: 'new'; readonly end: RequestEnd }
  | { readonly type: 'known'; readonly id: string; readonly end: RequestEnd }
  /** The known request `id` is this one. The request that it was matched with is a later, separate one. */
  | { readonly type: 'earlier'; readonly id: string; readonly end: RequestEnd; readonly later: NetworkRequest };

/** A request on the network, including all redirects. */
interface NetworkRequest {
  readonly id: string;
  readonly at: number;
  readonly end: RequestEnd;
}

export interface RequestMatcher {
  /**
   * Adds a request of the page's hook.
   * Returns its ID in DevTools if DevTools has reported it before, else `null`.
   */
  addFromPage(request: SeenRequest): string | null;
  /** Adds a request that DevTools reported. */
  addFromDevtools(request: SeenRequest): DevtoolsMatch;
  /**
   * Matches a request of DevTools with a known request.
   * Returns `null`, and adds nothing, if there is none.
   */
  matchFromDevtools(request: SeenRequest): DevtoolsMatch | null;
  /** Stores the end that the page observed. Returns the end by both observers. */
  endForPage(id: string, end: RequestEnd): RequestEnd;
  /** Whether the page observed the end of the request. */
  endStateForPage(id: string): 'ended' | 'open' | 'unknown';
  /** The page's requests that DevTools has not reported yet. */
  unfinished(): ReadonlySet<string>;
  /** Drops the requests that are too old to be matched. */
  evictUnmatchable(): void;
}

/** Between the page and DevTools. */
const MAX_CLOCK_SKEW_MS = 10_000;

/** Age, compared to the newest request, beyond which a request is not matched any more. */
const MAX_MATCH_AGE_MS = 120_000;

/** Between a page and its service worker in DevTools. */
const MAX_WORKER_CLOCK_SKEW_MS = 1_000;

/**
 * Limit of the stored requests.
 * In a burst, DevTools reports thousands of requests later than the page. After an eviction, the request in DevTools
 * would count as a second one, and its events as duplicates.
 */
const MAX_REQUESTS = 20_000;

/** Limit of the requests with one URL and body. Each new request is compared with all of them. */
const MAX_CANDIDATES = 1_000;

/** One request of the page or a worker, with all observations. */
interface KnownRequest {
  id: string;
  at: number;
  readonly key: string;
  /** The end that the page observed, or `null` for a request that only DevTools observed. */
  pageEnd: RequestEnd | null;
  network: NetworkRequest | null;
  /** The page's request in DevTools, if a service worker responded to it. */
  worker: WorkerResponse | null;
}

interface WorkerResponse {
  readonly at: number;
  readonly end: RequestEnd;
  readonly response: 'network' | 'own';
}

/** A redirect whose next request was not observed yet. */
interface Redirect {
  readonly request: KnownRequest;
  readonly endedAt: number;
}

/**
 * Matches the observations of a request by the page's hook and DevTools.
 * The hook observes requests during the unload of a page, DevTools reports status, time and response. Both report the
 * same method, URL and body, and nearly the same time. DevTools reports each redirect as a separate request. It reports
 * a request through a service worker twice: once for the page, once for the worker.
 */
export function createRequestMatcher(): RequestMatcher {
  const known = new Map<string, KnownRequest>();
  const candidatesByKey = new Map<string, KnownRequest[]>();
  const redirects = new Map<string, Redirect[]>();
  let newestAt = 0;

  const add = (request: KnownRequest): void => {
    appendBounded(candidatesByKey, request.key, request);
    newestAt = Math.max(newestAt, request.at);
    const evicted = setBounded(known, request.id, request, MAX_REQUESTS);
    if (evicted) remove(candidatesByKey, evicted.key, evicted);
  };
  const find = (
    key: string,
    isCandidate: (request: KnownRequest) => boolean,
    order: (request: KnownRequest) => number,
  ) => minBy((candidatesByKey.get(key) ?? []).filter(isCandidate), order);

  const findUnreported = (key: string, at: number) =>
    find(
      key,
      (request) => isUnreported(request) && isNear(request.at, at, MAX_CLOCK_SKEW_MS),
      (request) => Math.abs(request.at - at),
    );

  /** Returns the request whose redirect leads to this one. */
  const claimRedirect = (key: string, at: number): KnownRequest | null => {
    const near = (redirects.get(key) ?? []).filter(({ endedAt }) => isNear(endedAt, at, MAX_CLOCK_SKEW_MS));
    const redirect = minBy(near, ({ endedAt }) => Math.abs(endedAt - at));
    if (!redirect) return null;
    remove(redirects, key, redirect);
    return redirect.request;
  };
  const setNetwork = (request: KnownRequest, seen: SeenRequest): void => {
    const before = request.network;
    const end = before ? addDuration(seen.end, seen.at - before.at) : seen.end;
    request.network = { id: before?.id ?? seen.id, at: before?.at ?? seen.at, end };
    if (seen.redirectUrl === undefined) return;
    const next = keyOf({ ...seen, url: seen.redirectUrl });
    appendBounded(redirects, next, { request, endedAt: seen.at + durationOf(seen.end) });
    if (redirects.size > MAX_REQUESTS) redirects.delete(redirects.keys().next().value ?? '');
  };
  const toMatch = (request: KnownRequest): DevtoolsMatch => ({
    type: 'known',
    id: request.id,
    end: mergedEndOf(request),
  });

  const matchWorkerResponse = (seen: SeenRequest, worker: WorkerResponse): DevtoolsMatch | null => {
    const key = keyOf(seen);
    const sentByWorker = find(
      key,
      (request) => request.worker === null && request.network !== null && isDuring(request.network.at, worker),
      (request) => request.network?.at ?? 0,
    );
    const request = sentByWorker ?? findUnreported(key, seen.at);
    if (!request) return null;
    request.worker = worker;
    return toMatch(request);
  };
  const match = (seen: SeenRequest): DevtoolsMatch | null => {
    const key = keyOf(seen);
    const redirected = claimRedirect(key, seen.at);
    if (redirected) {
      setNetwork(redirected, seen);
      return toMatch(redirected);
    }
    const response = workerResponseOf(seen);
    if (response) return matchWorkerResponse(seen, response);
    const request =
      find(
        key,
        ({ network, worker }) => network === null && worker !== null && isDuring(seen.at, worker),
        ({ worker }) => worker?.at ?? 0,
      ) ?? findUnreported(key, seen.at);
    if (!request) return null;
    setNetwork(request, seen);
    return toMatch(request);
  };

  return {
    addFromPage(seen) {
      const key = keyOf(seen);
      const reported = find(
        key,
        ({ pageEnd, at }) => pageEnd === null && isNear(at, seen.at, MAX_CLOCK_SKEW_MS),
        ({ at }) => Math.abs(at - seen.at),
      );
      if (!reported) {
        add({ id: seen.id, at: seen.at, key, pageEnd: seen.end, network: null, worker: null });
        return null;
      }
      const reportedId = reported.id;
      known.delete(reportedId);
      known.set(seen.id, Object.assign(reported, { id: seen.id, at: seen.at, pageEnd: seen.end }));
      return reportedId;
    },

    matchFromDevtools: match,

    addFromDevtools(seen) {
      const matched = match(seen);
      if (matched) return matched;
      const key = keyOf(seen);
      const worker = workerResponseOf(seen);
      const added: KnownRequest = { id: seen.id, at: seen.at, key, pageEnd: null, network: null, worker };
      if (worker) {
        add(added);
        return { type: 'new', end: mergedEndOf(added) };
      }
      // A worker may report a retry before the failed attempt.
      const retried = find(
        key,
        ({ pageEnd, at, network }) =>
          pageEnd !== null && at - MAX_WORKER_CLOCK_SKEW_MS <= seen.at && (network?.at ?? 0) > seen.at,
        ({ at }) => Math.abs(at - seen.at),
      );
      const later = retried?.network;
      if (!retried || !later) {
        add(added);
        setNetwork(added, seen);
        return { type: 'new', end: mergedEndOf(added) };
      }
      add(Object.assign(added, { id: later.id, at: later.at, network: later }));
      retried.network = null;
      setNetwork(retried, seen);
      return { type: 'earlier', id: retried.id, end: mergedEndOf(retried), later };
    },

    endForPage(id, end) {
      const request = known.get(id);
      if (!request) return end;
      request.pageEnd = end;
      return mergedEndOf(request);
    },

    endStateForPage(id) {
      const request = known.get(id);
      if (!request) return 'unknown';
      return request.pageEnd !== null && request.pageEnd.status !== 'open' ? 'ended' : 'open';
    },

    unfinished: () => new Set([...known.values()].filter(isUnreported).map(({ id }) => id)),

    evictUnmatchable() {
      for (const request of [...known.values()]) {
        const isOld = request.at < newestAt - (isUnreported(request) ? MAX_MATCH_AGE_MS : MAX_CLOCK_SKEW_MS);
        if (!isOld) continue;
        known.delete(request.id);
        remove(candidatesByKey, request.key, request);
      }
      for (const [key, list] of redirects) {
        if (list.every(({ endedAt }) => endedAt < newestAt - MAX_CLOCK_SKEW_MS)) redirects.delete(key);
      }
    },
  };
}

/** Whether DevTools has not reported a request. */
function isUnreported({ pageEnd, network, worker }: KnownRequest): boolean {
  return pageEnd !== null && network === null && worker === null;
}

function workerResponseOf({ at, end, workerResponse }: SeenRequest): WorkerResponse | null {
  return workerResponse === undefined ? null : { at, end, response: workerResponse };
}

/** Whether a request of a worker began while the page waited for the worker's response. */
function isDuring(at: number, worker: WorkerResponse): boolean {
  return (
    at >= worker.at - MAX_WORKER_CLOCK_SKEW_MS && at <= worker.at + durationOf(worker.end) + MAX_WORKER_CLOCK_SKEW_MS
  );
}

/**
 * Returns the end of a request by all observations.
 * With a service worker, only the worker's own request counts: the worker may respond 200 while it is offline.
 */
function mergedEndOf({ pageEnd, network, worker }: KnownRequest): RequestEnd {
  const page = pageEnd ?? { status: 'open' };
  if (worker && network) return network.end;
  if (worker) return worker.response === 'own' ? { status: 'queued' } : moreDetailedEnd(page, worker.end);
  return network ? moreDetailedEnd(page, network.end) : page;
}

/**
 * Prefers the end in DevTools, which has status and time even if the page does not.
 * The end that the page observed counts if DevTools has no response.
 */
function moreDetailedEnd(ofPage: RequestEnd, ofDevtools: RequestEnd): RequestEnd {
  if (ofPage.status === 'open' || ofPage.status === 'queued') return ofDevtools;
  const isFinal = ofDevtools.status === 'responded' && classifyStatus(ofDevtools.httpStatus) !== 'redirected';
  return isFinal ? ofDevtools : ofPage;
}

function durationOf(end: RequestEnd): number {
  return 'durationMs' in end ? end.durationMs : 0;
}

function addDuration(end: RequestEnd, moreMs: number): RequestEnd {
  return 'durationMs' in end ? { ...end, durationMs: end.durationMs + moreMs } : end;
}

/**
 * Returns a key that is equal for both observations of a request.
 * It ignores the fragment, which is not sent, and whether the scheme is `http` or `https`: with
 * `upgrade-insecure-requests`, the hook observes the page's `http` URL, but DevTools reports `https`.
 */
function keyOf({ method, url, bodyKey }: SeenRequest): string {
  const [sent = ''] = url.split('#', 1);
  return `${method} ${sent.replace(/^http:/, 'https:')} ${bodyKey}`;
}

function isNear(one: number, other: number, withinMs: number): boolean {
  return Math.abs(one - other) <= withinMs;
}

function minBy<Item>(items: readonly Item[], order: (item: Item) => number): Item | null {
  let found: Item | null = null;
  for (const item of items) if (found === null || order(item) < order(found)) found = item;
  return found;
}

function appendBounded<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key) ?? [];
  list.push(item);
  if (list.length > MAX_CANDIDATES) list.shift();
  lists.set(key, list);
}

function remove<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key) ?? [];
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
  if (list.length === 0) lists.delete(key);
}
