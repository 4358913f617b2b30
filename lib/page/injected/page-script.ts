import type { PageCommand } from '#core/wire/page-command';
import { acceptedResponse, type PageSettings } from '#core/wire/page-delivery';
import { UNITS_PER_OBSERVATION } from '#core/wire/report-limits';
import {
  apply,
  construct,
  defineProperty,
  getOwnPropertyDescriptor,
  ignoreErrors,
  listenAfterOthers,
  listenPermanently,
  now,
  PageBlob,
  PageBytes,
  PagePromise,
  PageWeakMap,
  parseJson,
  promiseThen,
  readDetail,
  resubscribe,
  textToLowerCase,
  truncate,
  weakMapGet,
  weakMapSet,
  withoutPrototype,
} from '#page/builtins';
import type { HookChannel } from '#page/channel';
import {
  isRead,
  type RequestBody,
  readBody,
  readBytes,
  readFetchBody,
  readFetchEncoding,
  requestOf,
  type UnreadBody,
} from '#page/hook/bodies';
import { surviveDocumentOpen } from '#page/hook/document-open';
import { guardNextEvent } from '#page/hook/fire-guard';
import { startHook } from '#page/hook/hook';
import { writeReport } from '#page/hook/hook-messages';
import { type OpenedXhr, watchOpenedXhrs } from '#page/hook/opened-xhrs';
import { wrapFunction } from '#page/hook/wrap';
import { onPageHide, writePageHide } from '#page/page-hide';
import { randomName } from '#page/random-name';
import { type BodyContent, detectContent, sizeOfBody } from './body-telemetry';
import { createReportDelivery, type ReportDelivery } from './deliver-reports';
import { abortFulfillment, forgetFulfillment, fulfillXhr } from './fulfilled-xhr';
import { createCommandReceiver } from './receive-commands';
import { watchResponseBlobs } from './response-blobs';
import { createTelemetryUrls, type TelemetryUrls } from './telemetry-urls';

const PageRequest = Request;
const PageResponse = Response;
const PageUrl = URL;
// Called only because they throw for each `this` for which `fetch` and `sendBeacon` fail.
const documentOf = getOwnPropertyDescriptor(window, 'document')?.get as () => unknown;
const agentOf = getOwnPropertyDescriptor(Navigator.prototype, 'userAgent')?.get as () => unknown;
/** Maximum size of the body of a beacon, and of a `fetch` with `keepalive` (Fetch, 4.6). */
const MAX_KEEPALIVE_BYTES = 65_536;
const { arrayBuffer } = PageBlob.prototype;
const { resolve } = Promise;

interface FulfillmentDeps {
  readonly page: Window & typeof globalThis;
  readonly urls: TelemetryUrls;
  /** Whether the page is unloading, so that bodies cannot be read asynchronously any more. */
  readonly isLeaving: () => boolean;
}

/** Whether a request is fulfilled, or goes to the network. */
type Decision = 'fulfill' | 'continue';

/** A request that is fulfilled or continued. */
interface DecidedRequest {
  readonly method: string;
  readonly url: string;
  readonly body: RequestBody | UnreadBody | null;
  readonly contentEncoding: string | null;
  /** Whether the request may outlive the page. Browsers reject such a request if its body is too large. */
  readonly isKeptAlive: boolean;
}

/**
 * Fulfills requests with telemetry in the page itself, so that none is sent.
 * Call before the hook starts, so that the hook observes requests and responses as with a real collector. Works while
 * the page unloads, when Playwright cannot intercept requests. A request with an unreadable body is stopped if its URL
 * received telemetry before, and continued otherwise. Both are reported. A request that no browser sends continues, so
 * that it fails as without the fixture.
 */
function fulfillBatches(deps: FulfillmentDeps): void {
  watchResponseBlobs(deps.page);
  fulfillFetch(deps);
  fulfillBeacons(deps);
  fulfillXhrs(deps);
}

function fulfillFetch(deps: FulfillmentDeps): void {
  wrapFunction(deps.page, 'fetch', (original, self, args) => {
    const decision = ignoreErrors(() => decide(deps, fetchRequestOf(self, args))) ?? 'continue';
    const respond = (decided: Decision): unknown =>
      decided === 'fulfill' && isAccepted(args) ? createResponse(args[0]) : apply(original, self, args);
    if (decision === 'continue') return respond(decision);
    if (decision === 'fulfill') return apply(resolve, PagePromise, [respond(decision)]);
    return apply(promiseThen, decision, [respond]);
  });
}

/** Whether `fetch` accepts its arguments. Uses the body of a `Request`, as `fetch` does. */
function isAccepted(args: readonly unknown[]): boolean {
  return ignoreErrors(() => construct(PageRequest, args as [string])) !== null;
}

function fetchRequestOf(self: unknown, args: readonly unknown[]): DecidedRequest | null {
  apply(documentOf, self, []);
  const request = requestOf(args[0]);
  const init = args[1] as RequestInit | undefined;
  // The browser rejects an aborted request without sending it.
  const body = (init?.signal ?? request?.signal)?.aborted ? null : readFetchBody(request, init);
  return (
    body && {
      method: init?.method ?? request?.method ?? 'GET',
      url: toAbsoluteUrl(args[0]),
      body,
      contentEncoding: readFetchEncoding(request, init),
      isKeptAlive: init?.keepalive ?? request?.keepalive ?? false,
    }
  );
}

function fulfillBeacons(deps: FulfillmentDeps): void {
  wrapFunction(deps.page.Navigator.prototype, 'sendBeacon', (original, self, args) => {
    const readRequest = (): DecidedRequest => {
      apply(agentOf, self, []);
      const body = readBody(args[1], null);
      return { method: 'POST', url: toAbsoluteUrl(args[0]), body, contentEncoding: null, isKeptAlive: true };
    };
    const decision = ignoreErrors(() => decide(deps, readRequest())) ?? 'continue';
    if (decision === 'continue') return apply(original, self, args);
    if (decision !== 'fulfill') {
      const send = (decided: Decision): void => {
        if (decided === 'continue') apply(original, self, args);
      };
      apply(promiseThen, decision, [send]);
    }
    return true;
  });
}

function fulfillXhrs(deps: FulfillmentDeps): void {
  const { prototype } = deps.page.XMLHttpRequest;
  const opened = watchOpenedXhrs(prototype);
  /** The last request of each object that the page has sent, but the browser has not. */
  const heldRequests = new PageWeakMap<object, OpenedXhr | null>();
  const isOpened = (xhr: object, request: OpenedXhr | null): boolean =>
    request !== null && weakMapGet(opened, xhr) === request;
  const isHeld = (xhr: object, request: OpenedXhr | null): boolean =>
    isOpened(xhr, request) && weakMapGet(heldRequests, xhr) === request;
  wrapFunction(prototype, 'open', (original, self, args) => {
    apply(original, self, args);
    ignoreErrors(() => forgetFulfillment(self as XMLHttpRequest));
    return undefined;
  });
  wrapFunction(prototype, 'abort', (original, self, args) => {
    // Read before the call, because a listener of the browser's event may send the next request.
    const wasHeld = isHeld(self as object, weakMapGet(opened, self as object) ?? null);
    apply(original, self, args);
    if (!wasHeld) return;
    weakMapSet(heldRequests, self as object, null);
    ignoreErrors(() => abortFulfillment(self as XMLHttpRequest));
  });
  wrapFunction(prototype, 'send', (original, self, args) => {
    const xhr = self as XMLHttpRequest;
    const request = ignoreErrors(() => weakMapGet(opened, xhr) ?? null);
    const decision =
      (request && ignoreErrors(() => decide(deps, xhrRequestOf(request, args[0]), request.isAsync))) ?? 'continue';
    const isCurrent = (): boolean => isHeld(xhr, request);
    const respond = (decided: Decision): unknown => {
      if (decided === 'continue' || request === null) {
        weakMapSet(heldRequests, xhr, null);
        return apply(original, self, args);
      }
      const { isAsync, url } = request;
      return fulfillXhr(xhr, createResponseText(), {
        url: toAbsoluteUrl(url),
        isAsync,
        isCurrent,
        isOpened: () => isOpened(xhr, request),
      });
    };
    if (decision !== 'continue') weakMapSet(heldRequests, xhr, request);
    if (typeof decision === 'string') respond(decision);
    else
      apply(promiseThen, decision, [(decided: Decision) => void (isCurrent() && ignoreErrors(() => respond(decided)))]);
    return undefined;
  });
}

function xhrRequestOf({ method, url, contentEncoding }: OpenedXhr, sent: unknown): DecidedRequest {
  // The browser sends such a request without its body (XHR, "send()").
  const body = hasNoBody(method) ? null : readBody(sent, contentEncoding);
  return { method, url: toAbsoluteUrl(url), body, contentEncoding, isKeptAlive: false };
}

function hasNoBody(method: string): boolean {
  const lowerCase = textToLowerCase(method);
  return lowerCase === 'get' || lowerCase === 'head';
}

/**
 * Decides synchronously if possible.
 * Blobs are read first, unless the page unloads or the request is synchronous.
 */
function decide(deps: FulfillmentDeps, request: DecidedRequest | null, mayWait = true): Decision | Promise<Decision> {
  if (!request?.body || truncate(request.url, 4) !== 'http') return 'continue';
  const { body, contentEncoding } = request;
  if (request.isKeptAlive && sizeOfBody(body) > MAX_KEEPALIVE_BYTES) return 'continue';
  if (isRead(body)) return decideByContent(deps, request, detectContent(body));
  if (!(body instanceof PageBlob) || !mayWait || deps.isLeaving()) return decideByContent(deps, request, 'unreadable');
  const decideByBytes = (buffer: ArrayBuffer): Decision => {
    const requestBody = readBytes(new PageBytes(buffer), contentEncoding);
    return decideByContent(deps, request, requestBody ? detectContent(requestBody) : 'other');
  };
  return apply(promiseThen, apply(arrayBuffer, body, []), [
    decideByBytes,
    () => decideByContent(deps, request, 'unreadable'),
  ]) as Promise<Decision>;
}

function decideByContent({ urls }: FulfillmentDeps, { method, url }: DecidedRequest, content: BodyContent): Decision {
  if (content === 'other') return 'continue';
  if (content === 'telemetry') {
    urls.add(url);
    return 'fulfill';
  }
  const isStopped = urls.has(url);
  urls.reportUnread({ method, url, isStopped });
  return isStopped ? 'fulfill' : 'continue';
}

function createResponse(input: unknown): Response {
  const headers = { 'Content-Type': 'application/json' };
  const init = withoutPrototype({ status: 200, headers });
  const response = construct(PageResponse, [createResponseText(), init]) as Response;
  // Constructed responses have an empty URL.
  ignoreErrors(() => defineProperty(response, 'url', { value: toAbsoluteUrl(input) }));
  return response;
}

function toAbsoluteUrl(input: unknown): string {
  return new PageUrl(requestOf(input)?.url ?? `${input}`, document.baseURI).href;
}

function createResponseText(): string {
  return acceptedResponse(new Date().toISOString());
}

const resolvedPromise = PagePromise.resolve();

interface DirectChannel extends HookChannel {
  /** Passes the JSON text of a command to the hook. */
  sendCommand(text: string): void;
}

/**
 * Connects the hook to the delivery, both in the page's world.
 * Uses no DOM events, unlike the extension: listeners are lost when the window passes to another document.
 */
function createDirectChannel(delivery: ReportDelivery, onReport: () => void): DirectChannel {
  let buffered: (() => string)[] = [];
  let onCommandText: ((text: string) => void) | null = null;
  const flush = (): void => {
    const reports: string[] = [];
    for (let index = 0; index < buffered.length; index += 1) reports[index] = (buffered[index] as () => string)();
    buffered = [];
    if (reports.length > 0) delivery.deliver(reports);
  };
  return {
    report(write) {
      onReport();
      buffered[buffered.length] = write;
      // Flushes synchronously, because a removed frame runs no microtasks after its listeners.
      if (delivery.isLeaving()) flush();
      else if (buffered.length === 1) apply(promiseThen, resolvedPromise, [flush]);
    },
    flush,
    leave: flush,
    isTaken: () => true,
    onCommand(listener) {
      onCommandText = listener;
    },
    sendCommand: (text) => onCommandText?.(text),
  };
}

/** A constant that is written before the built script. */
declare const TELEMETRY_SETTINGS: PageSettings;

/** Starts the extension's hook in a page of a test, and delivers its reports to the test. */
function startPageScript(settings: PageSettings): void {
  const startedKey = `${settings.binding}Started`;
  // The window of an empty document may pass to the next document, with all of its properties.
  if (getOwnPropertyDescriptor(window, startedKey)) return;
  defineProperty(window, startedKey, { value: true });
  const urls = createTelemetryUrls((request) => {
    const text = writeReport([{ type: 'unread-request', at: now(), ...request }]);
    channel.report(() => text, UNITS_PER_OBSERVATION);
  });
  const delivery = createReportDelivery({ page: window, settings, onTelemetryUrl: urls.add });
  const surviveOpen = (): (() => void) => surviveDocumentOpen(document, () => undefined);
  let watchedDocument = document;

  /**
   * Detects that the window has passed to another document.
   * Chromium reuses the window of a popup's empty document for its first real document of the same origin. Chromium
   * then removes the window's listeners, and does not run init scripts again (Playwright 1.65.1).
   */
  const detectNewDocument = (): void => {
    if (watchedDocument === document) return;
    watchedDocument = document;
    checkOpened = surviveOpen();
    resubscribe();
    delivery.restart();
  };
  const handleCommand = (text: string): void => {
    const command = parseJson(text) as PageCommand;
    if (command.type === 'guard') guardNextEvent(command.method, command.dataJson, command.cdataEntry);
    else channel.sendCommand(text);
  };
  const commands = settings.commandsUrl === null ? null : createCommandReceiver(settings.commandsUrl, handleCommand);
  /**
   * Connects to the commands of a panel.
   * Called with the first report: a page without telemetry needs no commands.
   */
  const connectToCommands = (): void => {
    if (!delivery.isLeaving()) commands?.open(delivery.documentKey());
  };
  const channel = createDirectChannel(delivery, () => {
    detectNewDocument();
    connectToCommands();
  });
  const reportUnloaded = (): void => {
    const text = writeReport([{ type: 'unloaded', at: now() }]);
    channel.report(() => text, UNITS_PER_OBSERVATION);
  };
  // The SDKs compile their schemas when they load, which a policy without 'unsafe-eval' prevents.
  listenPermanently(window, 'securitypolicyviolation', (event) => {
    if ((event as SecurityPolicyViolationEvent).blockedURI !== 'eval') return;
    const text = writeReport([{ type: 'eval-blocked', at: now() }]);
    channel.report(() => text, UNITS_PER_OBSERVATION);
  });
  // Registered before the hook's listener, so that the hook's reports during `pagehide` use the beacon.
  onPageHide((event) => {
    delivery.leave();
    commands?.close();
    channel.report(() => writePageHide(event), UNITS_PER_OBSERVATION);
    // Added only here, because a page with an `unload` listener is excluded from the back/forward cache.
    if (!event.persisted) listenAfterOthers(window, 'unload', reportUnloaded);
  });
  listenPermanently(window, 'pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted) return;
    delivery.stay();
    connectToCommands();
  });
  if (settings.isFulfilling) fulfillBatches({ page: window, urls, isLeaving: delivery.isLeaving });
  listenPermanently(window, settings.commandEvent, (event) => channel.sendCommand(readDetail(event) as string));
  let checkOpened = surviveOpen();
  const restoreListeners = (): void => {
    detectNewDocument();
    checkOpened();
  };
  startHook({ page: window, channel, part: randomName(), restoreListeners });
}

startPageScript(TELEMETRY_SETTINGS);
