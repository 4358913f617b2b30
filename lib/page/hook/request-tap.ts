import { apply, ignoreErrors, listen, weakMapGet } from '#page/builtins';
import { fetchBodyOf, type RequestBody, requestBodyOf, watchBodies } from './bodies';
import { type OpenedXhr, watchOpenedXhrs } from './opened-xhrs';
import { getThen, observe } from './promises';
import { wrapFunction } from './wrap';

export type Transport = 'fetch' | 'xhr' | 'xhr-sync' | 'beacon';

/**
 * How a request of the page ended, as far as the page can observe it.
 * The end of a beacon is not observable: it is `handed-over`.
 */
export interface RequestEnd {
  readonly end: 'answered' | 'failed' | 'handed-over';
  /** HTTP status of a response. */
  readonly status?: number;
  /** Of a failure. */
  readonly message?: string;
}

const respondedWith = (status: number): RequestEnd => ({ end: 'answered', status });
const failed = (message: string): RequestEnd => ({ end: 'failed', message });
const HANDED_OVER: RequestEnd = { end: 'handed-over' };

export interface RequestReporter {
  /** A request with telemetry leaves now. Returns its id; null while nothing is to be reported. */
  sending(via: Transport, method: string, url: unknown, body: RequestBody): string | null;
  ended(requestId: string, end: RequestEnd): void;
}

/**
 * Sees the page's own requests with telemetry in them.
 * The only view of what is sent while the page unloads.
 */
export function tapRequests(page: Window & typeof globalThis, reporter: RequestReporter): void {
  watchBodies(page);
  tapFetch(page, reporter);
  tapXhr(page, reporter);
  tapBeacon(page, reporter);
}

function tapFetch(page: Window & typeof globalThis, reporter: RequestReporter): void {
  wrapFunction(page, 'fetch', (original, self, args) => {
    const requestId = ignoreErrors(() => sendingByFetch(args, reporter));
    if (requestId === null) return apply(original, self, args);
    const response: unknown = apply(original, self, args);
    const then = getThen(response);
    if (then === null) return response;
    return observe(
      response,
      then,
      (value) => reporter.ended(requestId, respondedWith((value as Response).status)),
      (error) => reporter.ended(requestId, failed(`${error}`)),
    );
  });
}

function sendingByFetch(args: readonly unknown[], reporter: RequestReporter): string | null {
  const [input, init] = args as [unknown, RequestInit | undefined];
  const request = input instanceof Request ? input : null;
  const body = fetchBodyOf(request, init);
  return body && reporter.sending('fetch', init?.method ?? request?.method ?? 'GET', request?.url ?? input, body);
}

function tapXhr(page: Window & typeof globalThis, reporter: RequestReporter): void {
  const { prototype } = page.XMLHttpRequest;
  const opened = watchOpenedXhrs(prototype);
  wrapFunction(prototype, 'send', (original, self, args) => {
    const xhr = self as XMLHttpRequest;
    const request = ignoreErrors(() => weakMapGet(opened, xhr) ?? null);
    const requestId = request && ignoreErrors(() => sendingByXhr(request, args[0], reporter));
    if (!requestId) return apply(original, self, args);
    const reportEnd = (): void => void ignoreErrors(() => reporter.ended(requestId, endOf(xhr)));
    if (request.isAsync) ignoreErrors(() => listen(xhr, 'loadend', reportEnd));
    try {
      return apply(original, self, args);
    } finally {
      if (!request.isAsync) reportEnd();
    }
  });
}

function sendingByXhr(
  { method, url, isAsync, isGzip }: OpenedXhr,
  body: unknown,
  reporter: RequestReporter,
): string | null {
  const carried = requestBodyOf(body, () => isGzip);
  return carried && reporter.sending(isAsync ? 'xhr' : 'xhr-sync', method, url, carried);
}

function endOf(xhr: XMLHttpRequest): RequestEnd {
  return xhr.status > 0 ? respondedWith(xhr.status) : failed('no response');
}

function tapBeacon(page: Window & typeof globalThis, reporter: RequestReporter): void {
  wrapFunction(page.Navigator.prototype, 'sendBeacon', (original, self, args) => {
    const body = ignoreErrors(() => requestBodyOf(args[1], () => false));
    const requestId = body && ignoreErrors(() => reporter.sending('beacon', 'POST', args[0], body));
    const taken = apply(original, self, args);
    if (requestId) {
      ignoreErrors(() => reporter.ended(requestId, taken ? HANDED_OVER : failed('beacon refused')));
    }
    return taken;
  });
}
