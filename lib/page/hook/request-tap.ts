import {
  apply,
  applyOrReport,
  ignoreErrors,
  listen,
  now,
  PageBlob,
  PageBytes,
  promiseThen,
  weakMapGet,
} from '#page/builtins';
import {
  isRead,
  type RequestBody,
  readBody,
  readBytes,
  readFetchBody,
  readFetchEncoding,
  requestOf,
  type UnreadBody,
  watchBodies,
} from './bodies';
import { type OpenedXhr, watchOpenedXhrs } from './opened-xhrs';
import { getThen, observe } from './promises';
import { wrapConstructor, wrapFunction } from './wrap';

const { arrayBuffer } = PageBlob.prototype;

type Transport = 'fetch' | 'xhr' | 'xhr-sync' | 'beacon';

/**
 * How a request ended, as far as the page can observe it.
 * Beacons end with `queued`, because their responses are not observable.
 */
interface RequestEnd {
  readonly end: 'responded' | 'failed' | 'queued';
  /** HTTP status of a response. */
  readonly status?: number;
  /** Set for a failure. */
  readonly message?: string;
}

const toResponseEnd = (status: number): RequestEnd => ({ end: 'responded', status });
const toFailureEnd = (message: string): RequestEnd => ({ end: 'failed', message });

/** A request that is being sent. */
export interface TappedRequest {
  readonly requestId: string;
  readonly transport: Transport;
  readonly method: string;
  readonly url: unknown;
  readonly at: number;
}

export interface RequestReporter {
  /** Returns an id for a new request, or `null` while reporting is stopped. */
  nextId(): string | null;
  /** Reports a request with a body that may carry telemetry. */
  sending(request: TappedRequest, body: RequestBody): void;
  /**
   * Reports a request whose body is unread or unreadable.
   * Also reports a worker, whose requests are not observable.
   */
  unread(requestId: string, by: 'page' | 'worker'): void;
  /** Reports that the body of an unread request carries no telemetry. */
  read(requestId: string): void;
  ended(requestId: string, end: RequestEnd): void;
}

/** Reports the end of a request. */
type ReportEnd = (end: RequestEnd) => void;

/**
 * Observes requests of the page that may carry telemetry.
 * DevTools APIs do not report requests that are sent while the page unloads.
 */
export function tapRequests(page: Window & typeof globalThis, reporter: RequestReporter): void {
  watchBodies(page);
  tapFetch(page, reporter);
  tapXhr(page, reporter);
  tapBeacon(page, reporter);
  // A shared worker outlives the page, and may send what the page posted to it.
  wrapConstructor(page, 'SharedWorker', () => {
    const id = reporter.nextId();
    if (id) reporter.unread(id, 'worker');
  });
}

/**
 * Reports a request.
 * Returns a function that reports its end, or `null` if the request carries no telemetry.
 */
function reportRequest(
  transport: Transport,
  method: string,
  url: unknown,
  body: RequestBody | UnreadBody | null,
  contentEncoding: () => string | null,
  reporter: RequestReporter,
): ReportEnd | null {
  const requestId = body && reporter.nextId();
  if (!requestId) return null;
  const request: TappedRequest = { requestId, transport, method, url, at: now() };
  if (isRead(body)) {
    reporter.sending(request, body);
    return (end) => reporter.ended(requestId, end);
  }
  reporter.unread(requestId, 'page');
  if (!(body instanceof PageBlob)) return null;
  const takeBytes = (buffer: ArrayBuffer): unknown =>
    ignoreErrors(() => {
      const bytesBody = readBytes(new PageBytes(buffer), contentEncoding());
      if (bytesBody) reporter.sending(request, bytesBody);
      else reporter.read(requestId);
      return bytesBody;
    });
  const reading: unknown = apply(promiseThen, apply(arrayBuffer, body, []), [takeBytes, () => null]);
  return (end) =>
    apply(promiseThen, reading, [
      (bytesBody: unknown) => void (bytesBody && ignoreErrors(() => reporter.ended(requestId, end))),
    ]);
}

function tapFetch(page: Window & typeof globalThis, reporter: RequestReporter): void {
  wrapFunction(page, 'fetch', (original, self, args) => {
    const reportEnd = ignoreErrors(() => reportFetch(args, reporter));
    const reportFailure = (error: unknown): void => reportEnd?.(toFailureEnd(`${error}`));
    const response = applyOrReport(original, self, args, reportFailure);
    const then = reportEnd && getThen(response);
    if (!then) return response;
    return observe(response, then, (value) => reportEnd(toResponseEnd((value as Response).status)), reportFailure);
  });
}

function reportFetch(args: readonly unknown[], reporter: RequestReporter): ReportEnd | null {
  const input = args[0];
  const init = args[1] as RequestInit | undefined;
  const request = requestOf(input);
  const method = init?.method ?? request?.method ?? 'GET';
  const encoding = () => readFetchEncoding(request, init);
  return reportRequest('fetch', method, request?.url ?? input, readFetchBody(request, init), encoding, reporter);
}

function tapXhr(page: Window & typeof globalThis, reporter: RequestReporter): void {
  const { prototype } = page.XMLHttpRequest;
  const opened = watchOpenedXhrs(prototype);
  wrapFunction(prototype, 'send', (original, self: XMLHttpRequest, args) => {
    const request = weakMapGet(opened, self);
    let report = request && ignoreErrors(() => reportXhr(request, args[0], reporter));
    if (request && report) {
      const reportEnd = (): void => {
        report?.(self.status ? toResponseEnd(self.status) : toFailureEnd('no response'));
        report = null;
      };
      request.report = reportEnd;
      listen(self, 'readystatechange', () => {
        if (self.readyState > 3) reportEnd();
      });
    }
    return applyOrReport(original, self, args, (error) => {
      report?.(toFailureEnd(`${error}`));
      report = null;
    });
  });
}

function reportXhr(request: OpenedXhr, body: unknown, reporter: RequestReporter): ReportEnd | null {
  const { method, url, isAsync, contentEncoding } = request;
  const transport = isAsync ? 'xhr' : 'xhr-sync';
  return reportRequest(transport, method, url, readBody(body, contentEncoding), () => contentEncoding, reporter);
}

function tapBeacon(page: Window & typeof globalThis, reporter: RequestReporter): void {
  wrapFunction(page.Navigator.prototype, 'sendBeacon', (original, self, args) => {
    const report = ignoreErrors(() =>
      reportRequest('beacon', 'POST', args[0], readBody(args[1], null), () => null, reporter),
    );
    const isQueued = applyOrReport(original, self, args, (error) => report?.(toFailureEnd(`${error}`)));
    if (report) ignoreErrors(() => report(isQueued ? { end: 'queued' } : toFailureEnd('beacon rejected')));
    return isQueued;
  });
}
