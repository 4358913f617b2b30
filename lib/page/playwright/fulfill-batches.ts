import { acceptedResponse } from '#core/journey/reports/page-delivery';
import { apply, construct, defineProperty, ignoreErrors, PagePromise, weakMapGet } from '#page/builtins';
import { fetchBodyOf, type RequestBody, requestBodyOf } from '#page/hook/bodies';
import { type OpenedXhr, watchOpenedXhrs } from '#page/hook/opened-xhrs';
import { wrapFunction } from '#page/hook/wrap';
import { forgetFulfillment, fulfillXhr } from './fulfilled-xhr';
import { unpackTelemetry, watchPackedBlobs } from './packed-blobs';

const PageBytes = Uint8Array;
const PageResponse = Response;
const fromBase64 = atob;
const { charCodeAt } = String.prototype;
const { resolve } = Promise;

/**
 * Fulfills requests that carry telemetry in the page itself, so that none leaves it.
 * Install it before the hook: the hook then sees requests and responses as it does with a collector. It works while the
 * page unloads, when the browser shows a test no request.
 */
export function fulfillBatches(page: Window & typeof globalThis): void {
  watchPackedBlobs(page);
  wrapFunction(page, 'fetch', (original, self, args) =>
    ignoreErrors(() => isBatch(fetchBodyOf(requestOf(args[0]), args[1] as RequestInit | undefined)))
      ? apply(resolve, PagePromise, [createResponse(args[0])])
      : apply(original, self, args),
  );
  wrapFunction(page.Navigator.prototype, 'sendBeacon', (original, self, args) =>
    ignoreErrors(() => isBatch(requestBodyOf(args[1], () => false))) ? true : apply(original, self, args),
  );
  fulfillXhrs(page);
}

function fulfillXhrs(page: Window & typeof globalThis): void {
  const { prototype } = page.XMLHttpRequest;
  const opened = watchOpenedXhrs(prototype);
  wrapFunction(prototype, 'open', (original, self, args) => {
    apply(original, self, args);
    ignoreErrors(() => forgetFulfillment(self as XMLHttpRequest));
    return undefined;
  });
  wrapFunction(prototype, 'send', (original, self, args) => {
    const xhr = self as XMLHttpRequest;
    const request = ignoreErrors(() => weakMapGet(opened, xhr) ?? null);
    const url = request && ignoreErrors(() => urlOfBatch(request, args[0]));
    if (!url) return apply(original, self, args);
    fulfillXhr(xhr, responseText(), {
      url,
      isAsync: request.isAsync,
      isCurrent: () => weakMapGet(opened, xhr) === request,
    });
    return undefined;
  });
}

function urlOfBatch({ url, isGzip }: OpenedXhr, body: unknown): string | null {
  return isBatch(requestBodyOf(body, () => isGzip)) ? absolute(url) : null;
}

/** Whether a body is telemetry, also when it is unpacked. */
function isBatch(body: RequestBody | null): boolean {
  return body !== null && (body.encoding === 'text' || unpackTelemetry(bytesOfBase64(body.text)) !== null);
}

function bytesOfBase64(base64: string): Uint8Array {
  const binary = fromBase64(base64);
  const bytes = new PageBytes(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = apply(charCodeAt, binary, [index]);
  return bytes;
}

function createResponse(input: unknown): Response {
  const headers = { 'Content-Type': 'application/json' };
  const response = construct(PageResponse, [responseText(), { status: 200, headers }]) as Response;
  // The URL of a made response is empty.
  ignoreErrors(() => defineProperty(response, 'url', { value: absolute(input) }));
  return response;
}

function requestOf(input: unknown): Request | null {
  return input instanceof Request ? input : null;
}

function absolute(input: unknown): string {
  return new URL(requestOf(input)?.url ?? `${input}`, document.baseURI).href;
}

function responseText(): string {
  return acceptedResponse(new Date().toISOString());
}
