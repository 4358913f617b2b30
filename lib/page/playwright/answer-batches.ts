import { gunzipSync } from 'fflate';
import {
  apply,
  construct,
  defineProperty,
  ignoreErrors,
  PagePromise,
  PageWeakMap,
  readHeader,
  textToLowerCase,
  weakMapGet,
  weakMapSet,
} from '#page/builtins';
import { requestBodyOf } from '#page/hook/bodies';
import { wrapFunction } from '#page/hook/wrap';
import { answerXhr, forgetAnswer } from './answered-xhr';

const PageBytes = Uint8Array;
const PageResponse = Response;
const fromBase64 = atob;
const { charCodeAt } = String.prototype;
const { resolve } = Promise;
const decoder = new TextDecoder();
const { decode } = TextDecoder.prototype;
const ENCODING_HEADER = 'content-encoding';

/**
 * Answers the requests of a page that carry telemetry, in the page itself, so that none leaves it.
 * Install it before the hook: the hook then sees requests and responses as it does with a collector. It works while the
 * page unloads, when the browser shows a test no request.
 */
export function answerBatches(page: Window & typeof globalThis): void {
  wrapFunction(page, 'fetch', (original, self, args) =>
    ignoreErrors(() => isBatchOfFetch(args))
      ? apply(resolve, PagePromise, [createResponse(args[0])])
      : apply(original, self, args),
  );
  wrapFunction(page.Navigator.prototype, 'sendBeacon', (original, self, args) =>
    ignoreErrors(() => isBatch(args[1], () => false)) ? true : apply(original, self, args),
  );
  answerXhrs(page);
}

interface OpenedXhr {
  readonly url: string;
  readonly isAsync: boolean;
  isGzip: boolean;
}

function answerXhrs(page: Window & typeof globalThis): void {
  const opened = new PageWeakMap<object, OpenedXhr>();
  const { prototype } = page.XMLHttpRequest;
  wrapFunction(prototype, 'open', (original, self, args) => {
    ignoreErrors(() => {
      const isAsync = args.length < 3 || !!args[2];
      weakMapSet(opened, self as object, { url: absolute(args[1]), isAsync, isGzip: false });
    });
    apply(original, self, args);
    ignoreErrors(() => forgetAnswer(self as XMLHttpRequest));
    return undefined;
  });
  wrapFunction(prototype, 'setRequestHeader', (original, self, args) => {
    ignoreErrors(() => {
      const request = weakMapGet(opened, self as object);
      if (request && textToLowerCase(`${args[0]}`) === ENCODING_HEADER) request.isGzip = args[1] === 'gzip';
    });
    return apply(original, self, args);
  });
  wrapFunction(prototype, 'send', (original, self, args) => {
    const xhr = self as XMLHttpRequest;
    const request = ignoreErrors(() => weakMapGet(opened, xhr) ?? null);
    if (!request || !ignoreErrors(() => isBatch(args[0], () => request.isGzip))) return apply(original, self, args);
    answerXhr(xhr, responseText(), { ...request, isCurrent: () => weakMapGet(opened, xhr) === request });
    return undefined;
  });
}

function isBatchOfFetch([input, init]: readonly unknown[]): boolean {
  const { body, headers } = (init ?? {}) as RequestInit;
  const request = input instanceof Request ? input : null;
  return isBatch(body ?? request, () => readHeader(headers ?? request?.headers, ENCODING_HEADER) === 'gzip');
}

function isBatch(body: unknown, isGzip: () => boolean): boolean {
  const found = requestBodyOf(body, isGzip);
  if (found === null) return false;
  return found.encoding === 'text' || requestBodyOf(unpack(found.text), () => false) !== null;
}

/** The text of a gzip body. Not by the browser's own stream, which unpacks later, when the page may be gone. */
function unpack(base64: string): string {
  const binary = fromBase64(base64);
  const packed = new PageBytes(binary.length);
  for (let index = 0; index < binary.length; index += 1) packed[index] = apply(charCodeAt, binary, [index]);
  return apply(decode, decoder, [gunzipSync(packed)]);
}

function createResponse(input: unknown): Response {
  const headers = { 'Content-Type': 'application/json' };
  const response = construct(PageResponse, [responseText(), { status: 200, headers }]) as Response;
  // The URL of a made response is empty.
  ignoreErrors(() => defineProperty(response, 'url', { value: absolute(input) }));
  return response;
}

function absolute(input: unknown): string {
  return new URL(input instanceof Request ? input.url : `${input}`, document.baseURI).href;
}

/** As a collector accepts a batch. */
function responseText(): string {
  const ts = new Date().toISOString();
  return `{"id":"api.telemetry","ver":"3.0","ts":"${ts}","params":{"status":"success"},"responseCode":"OK","result":{}}`;
}
