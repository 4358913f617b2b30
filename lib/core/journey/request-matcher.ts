import type { RequestEnd } from './record';
import { createOpenRedirects, createRequestCandidates } from './request-candidates';
import {
  addDuration,
  durationOf,
  isDuring,
  isUnreported,
  MAX_WORKER_CLOCK_SKEW_MS,
  mergeEnds,
  type NetworkRequest,
  type RequestEntry,
  type RequestObservation,
  requestKey,
  type WorkerResponse,
  workerResponseOf,
} from './request-observations';

/** The known request that a request in DevTools belongs to. */
export type DevtoolsMatch =
  | { readonly type: 'new'; readonly end: RequestEnd }
  | { readonly type: 'known'; readonly id: string; readonly end: RequestEnd }
  /**
   * The observation belongs to the known request `id`.
   * The observation that was matched with `id` before belongs to `later`, a separate request.
   */
  | { readonly type: 'earlier'; readonly id: string; readonly end: RequestEnd; readonly later: NetworkRequest };

export interface RequestMatcher {
  /**
   * Adds a request of the page's hook.
   * Returns its ID in DevTools if DevTools has reported it before, else `null`.
   */
  addFromPage(request: RequestObservation): string | null;
  /** Adds a request that DevTools reported. */
  addFromDevtools(request: RequestObservation): DevtoolsMatch;
  /**
   * Matches a request of DevTools with a known request.
   * Returns `null`, and adds nothing, if there is none.
   */
  matchFromDevtools(request: RequestObservation): DevtoolsMatch | null;
  /** Stores the end that the page observed. Returns the end by all observations. */
  setPageEnd(id: string, end: RequestEnd): RequestEnd;
  /** Returns whether the page has observed the end of a request, or `unknown` for an unknown request. */
  pageEndState(id: string): 'ended' | 'open' | 'unknown';
  /** The page's requests that DevTools has not reported yet. */
  unfinished(): ReadonlySet<string>;
  /** Drops the requests that are too old to be matched. */
  evictUnmatchable(): void;
}

/** Maximum difference between the clocks of the page and DevTools. */
const MAX_CLOCK_SKEW_MS = 10_000;

/** Age, compared to the newest request, beyond which a request is not matched any more. */
const MAX_MATCH_AGE_MS = 120_000;

/**
 * Matches the observations of a request by the page's hook and DevTools.
 * The hook observes requests during the unload of a page, DevTools reports status, time and response. Both report the
 * same method, URL and body, and nearly the same time. DevTools reports each redirect as a separate request. It reports
 * a request through a service worker twice: once for the page, once for the worker.
 */
export function createRequestMatcher(): RequestMatcher {
  const requests = createRequestCandidates();
  const redirects = createOpenRedirects(MAX_CLOCK_SKEW_MS);

  const findNear = (key: string, at: number, isCandidate: (request: RequestEntry) => boolean) =>
    requests.findFirstBy(
      key,
      (request) => isCandidate(request) && Math.abs(request.at - at) <= MAX_CLOCK_SKEW_MS,
      (request) => Math.abs(request.at - at),
    );
  const findSentByWorker = (key: string, worker: WorkerResponse) =>
    requests.findFirstBy(
      key,
      (request) => request.worker === null && request.network !== null && isDuring(request.network.at, worker),
      (request) => request.network?.at ?? 0,
    );
  const findWithWorkerResponse = (key: string, at: number) =>
    requests.findFirstBy(
      key,
      ({ network, worker }) => network === null && worker !== null && isDuring(at, worker),
      ({ worker }) => worker?.at ?? 0,
    );
  /** Finds the request whose later retry a worker has reported before the failed attempt at this time. */
  const findRetried = (key: string, at: number) =>
    requests.findFirstBy(
      key,
      (request) =>
        request.pageEnd !== null && request.at - MAX_WORKER_CLOCK_SKEW_MS <= at && (request.network?.at ?? 0) > at,
      (request) => Math.abs(request.at - at),
    );

  const setNetwork = (request: RequestEntry, observation: RequestObservation): void => {
    const { id, at, end, redirectUrl } = observation;
    const before = request.network;
    request.network = before ? { ...before, end: addDuration(end, at - before.at) } : { id, at, end };
    if (redirectUrl === undefined) return;
    const nextKey = requestKey({ ...observation, url: redirectUrl });
    redirects.add(nextKey, { request, endedAt: at + durationOf(end) });
  };
  const matchKnown = (observation: RequestObservation): DevtoolsMatch | null => {
    const key = requestKey(observation);
    const { at } = observation;
    const redirected = redirects.claim(key, at);
    const worker = redirected ? null : workerResponseOf(observation);
    const request =
      redirected ??
      (worker ? findSentByWorker(key, worker) : findWithWorkerResponse(key, at)) ??
      findNear(key, at, isUnreported);
    if (!request) return null;
    if (worker) request.worker = worker;
    else setNetwork(request, observation);
    return { type: 'known', id: request.id, end: mergeEnds(request) };
  };
  const add = (request: RequestEntry): DevtoolsMatch => {
    requests.add(request);
    return { type: 'new', end: mergeEnds(request) };
  };

  return {
    addFromPage(observation) {
      const { id, at, end: pageEnd } = observation;
      const key = requestKey(observation);
      const devtoolsRequest = findNear(key, at, (request) => request.pageEnd === null);
      if (!devtoolsRequest) {
        requests.add({ id, at, key, pageEnd, network: null, worker: null });
        return null;
      }
      const devtoolsId = devtoolsRequest.id;
      requests.update(devtoolsRequest, { id, at, pageEnd });
      return devtoolsId;
    },

    matchFromDevtools: matchKnown,

    addFromDevtools(observation) {
      const matched = matchKnown(observation);
      if (matched) return matched;
      const { id, at } = observation;
      const key = requestKey(observation);
      const worker = workerResponseOf(observation);
      const unmatched: RequestEntry = { id, at, key, pageEnd: null, network: null, worker };
      if (worker) return add(unmatched);
      const retried = findRetried(key, at);
      const later = retried?.network;
      if (!retried || !later) {
        setNetwork(unmatched, observation);
        return add(unmatched);
      }
      requests.add({ ...unmatched, id: later.id, at: later.at, network: later });
      retried.network = null;
      setNetwork(retried, observation);
      return { type: 'earlier', id: retried.id, end: mergeEnds(retried), later };
    },

    setPageEnd(id, end) {
      const request = requests.get(id);
      if (!request) return end;
      request.pageEnd = end;
      return mergeEnds(request);
    },

    pageEndState(id) {
      const request = requests.get(id);
      if (!request) return 'unknown';
      return request.pageEnd !== null && request.pageEnd.status !== 'open' ? 'ended' : 'open';
    },

    unfinished: () => new Set([...requests.values()].filter(isUnreported).map(({ id }) => id)),

    evictUnmatchable() {
      const newestAt = requests.evict((request) => (isUnreported(request) ? MAX_MATCH_AGE_MS : MAX_CLOCK_SKEW_MS));
      redirects.evictBefore(newestAt - MAX_CLOCK_SKEW_MS);
    },
  };
}
