import { classifyStatus } from './classify-status';
import type { RequestEnd, Transport } from './record';

/** A request with telemetry, as observed by the page's hook or DevTools. */
export interface RequestObservation {
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

/** A request on the network, including all redirects. */
export interface NetworkRequest {
  readonly id: string;
  readonly at: number;
  readonly end: RequestEnd;
}

/** The response of a service worker to a request of its page. */
export interface WorkerResponse {
  readonly at: number;
  readonly end: RequestEnd;
  readonly source: 'network' | 'own';
}

/** One request of the page or a worker, with all observations. */
export interface RequestEntry {
  id: string;
  at: number;
  readonly key: string;
  /** The end that the page observed, or `null` for a request that only DevTools observed. */
  pageEnd: RequestEnd | null;
  network: NetworkRequest | null;
  /** The page's request in DevTools, if a service worker responded to it. */
  worker: WorkerResponse | null;
}

/** Maximum difference between the times of a page and of its service worker in DevTools. */
export const MAX_WORKER_CLOCK_SKEW_MS = 1_000;

/** Whether DevTools has not reported a request. */
export function isUnreported({ pageEnd, network, worker }: RequestEntry): boolean {
  return pageEnd !== null && network === null && worker === null;
}

export function workerResponseOf({ at, end, workerResponse }: RequestObservation): WorkerResponse | null {
  return workerResponse === undefined ? null : { at, end, source: workerResponse };
}

/** Whether a request of a worker began while the page waited for the worker's response. */
export function isDuring(at: number, worker: WorkerResponse): boolean {
  return (
    at >= worker.at - MAX_WORKER_CLOCK_SKEW_MS && at <= worker.at + durationOf(worker.end) + MAX_WORKER_CLOCK_SKEW_MS
  );
}

/**
 * Merges the ends of a request by all observations.
 * With a service worker, only the worker's own request counts: the worker may respond 200 while it is offline.
 */
export function mergeEnds({ pageEnd, network, worker }: RequestEntry): RequestEnd {
  const page = pageEnd ?? { status: 'open' };
  if (worker && network) return network.end;
  if (worker) return worker.source === 'own' ? { status: 'queued' } : moreDetailedEnd(page, worker.end);
  return network ? moreDetailedEnd(page, network.end) : page;
}

/**
 * Prefers the end in DevTools, which has status and time even if the page does not.
 * The end that the page observed counts if DevTools has no response.
 */
function moreDetailedEnd(pageEnd: RequestEnd, devtoolsEnd: RequestEnd): RequestEnd {
  if (pageEnd.status === 'open' || pageEnd.status === 'queued') return devtoolsEnd;
  const isFinal = devtoolsEnd.status === 'responded' && classifyStatus(devtoolsEnd.httpStatus) !== 'redirected';
  return isFinal ? devtoolsEnd : pageEnd;
}

export function durationOf(end: RequestEnd): number {
  return 'durationMs' in end ? end.durationMs : 0;
}

export function addDuration(end: RequestEnd, moreMs: number): RequestEnd {
  return 'durationMs' in end ? { ...end, durationMs: end.durationMs + moreMs } : end;
}

/**
 * Returns a key that is equal for both observations of a request.
 * It ignores the fragment, which is not sent, and whether the scheme is `http` or `https`: with
 * `upgrade-insecure-requests`, the hook observes the page's `http` URL, but DevTools reports `https`.
 */
export function requestKey({ method, url, bodyKey }: RequestObservation): string {
  const [sentUrl = ''] = url.split('#', 1);
  return `${method} ${sentUrl.replace(/^http:/, 'https:')} ${bodyKey}`;
}
