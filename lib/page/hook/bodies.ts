import { MAX_BODY_CHARS } from '#core/wire/report-limits';
import {
  apply,
  getOwnPropertyDescriptor,
  hasOwn,
  ignoreErrors,
  isArray,
  PageBlob,
  PageBytes,
  PageWeakMap,
  readHeader,
  textIncludes,
  weakMapGet,
  weakMapSet,
} from '#page/builtins';
import { wrapConstructor, wrapFunction } from './wrap';

/**
 * A request's body that may carry telemetry and can be read synchronously.
 * Bytes are encoded as base64, and decoded by the panel.
 */
export type RequestBody =
  | { readonly encoding: 'text'; readonly text: string }
  | { readonly encoding: 'base64'; readonly text: string; readonly contentEncoding: string | null };

/** A body that can be read only asynchronously (a blob), or not at all (a stream). */
export type UnreadBody = Blob | ReadableStream;

export const ENCODING_HEADER = 'content-encoding';

const { fromCharCode } = String;
const { forEach: eachEntry } = FormData.prototype;
const { toString: formText } = URLSearchParams.prototype;
const { isView } = ArrayBuffer;
const PageForm = FormData;
const PageParameters = URLSearchParams;
const PageBuffer = ArrayBuffer;
const PageRequest = Request;
const PageStream = ReadableStream;
const sizeOf = getOwnPropertyDescriptor(Blob.prototype, 'size')?.get as () => number;
const utf8 = new TextDecoder();
const { decode } = TextDecoder.prototype;
const pageBtoa = btoa;

/** Body of blobs without telemetry. */
const NO_TELEMETRY: RequestBody = { encoding: 'text', text: '' };

/**
 * Bodies of blobs and requests, stored when these are created.
 * Otherwise they could be read only asynchronously, which an unloading page does not wait for.
 */
const bodies = new PageWeakMap<object, RequestBody | UnreadBody>();

/** Stores the contents of blobs, files and requests when the page creates them. */
export function watchBodies(page: typeof globalThis): void {
  const watchBlobs = (created: object, [parts]: readonly unknown[]): void =>
    storeBody(created, isArray(parts) ? readParts(parts) : null);
  wrapConstructor(page, 'Blob', watchBlobs);
  wrapConstructor(page, 'File', watchBlobs);
  wrapConstructor(page, 'Request', (created, [input, init]) =>
    storeBody(created, readFetchBody(requestOf(input), init as RequestInit | undefined)),
  );
  wrapFunction(page.Request.prototype, 'clone', (original, self, args) => {
    const cloned = apply(original, self, args) as object;
    ignoreErrors(() => storeBody(cloned, weakMapGet(bodies, self as object)));
    return cloned;
  });
  wrapFunction(page.Blob.prototype, 'slice', (original, self, args) => {
    const part = apply(original, self, args) as object;
    ignoreErrors(() => {
      if (apply(sizeOf, part, []) === apply(sizeOf, self, [])) storeBody(part, weakMapGet(bodies, self as object));
    });
    return part;
  });
}

/**
 * Returns a body that may carry telemetry or can be read later, or `null` for any other body.
 * A string is never compressed, whatever the `Content-Encoding` is.
 */
export function readBody(body: unknown, contentEncoding: string | null): RequestBody | UnreadBody | null {
  if (typeof body === 'string') return readText(body);
  const stored = weakMapGet(bodies, body as object);
  if (stored && stored !== NO_TELEMETRY) {
    return isRead(stored) && stored.encoding === 'base64' ? { ...stored, contentEncoding } : stored;
  }
  if (stored && !contentEncoding) return null;
  if (body instanceof PageForm) return readForm(body);
  if (body instanceof PageParameters) return readText(apply(formText, body, []));
  if (body instanceof PageBlob) return apply(sizeOf, body, []) > MAX_BODY_CHARS ? null : body;
  if (body instanceof PageStream) return body;
  const bytes = toBytes(body);
  return bytes && readBytes(bytes, contentEncoding);
}

/** Whether a body was read synchronously. */
export function isRead(body: RequestBody | UnreadBody): body is RequestBody {
  return hasOwn(body, 'encoding');
}

/** Like {@link readBody}, for bytes. Compressed bytes may always carry telemetry. */
export function readBytes(bytes: Uint8Array, contentEncoding: string | null): RequestBody | null {
  if (bytes.length > MAX_BODY_CHARS) return null;
  // A missing byte matches no number below. `?? 0` would enlarge the script of every frame.
  const first = bytes[0] as number;
  const second = bytes[1] as number;
  // The first bytes of gzip (RFC 1952) and zlib (RFC 1950).
  const isCompressed = first === 0x1f ? second === 0x8b : first === 0x78 && (first * 256 + second) % 31 === 0;
  if (isCompressed || contentEncoding) return { encoding: 'base64', text: encodeBase64(bytes), contentEncoding };
  return readText(apply(decode, utf8, [bytes]));
}

/** Like {@link readBody}, for a `fetch` call. `request` is the first argument, if it is a `Request`. */
export function readFetchBody(request: Request | null, init: RequestInit | undefined): RequestBody | UnreadBody | null {
  const body = init?.body ?? request;
  return readBody(body, body && typeof body === 'object' ? readFetchEncoding(request, init) : null);
}

/**
 * Returns the `Content-Encoding` of a `fetch` call. Throws if `fetch` would throw.
 * Reads no iterator, such as that of a generator, because `fetch` would then get no headers from it.
 */
export function readFetchEncoding(request: Request | null, init: RequestInit | undefined): string | null {
  const headers = init?.headers ?? request?.headers;
  return headers && 'next' in headers ? null : readHeader(headers, ENCODING_HEADER);
}

export function requestOf(input: unknown): Request | null {
  return input instanceof PageRequest ? input : null;
}

/** Converts a form to `multipart/form-data` (RFC 7578). The boundary differs from the browser's. */
function readForm(form: FormData): RequestBody | UnreadBody | null {
  let text = '';
  let other: RequestBody | UnreadBody | null = null;
  apply(eachEntry, form, [
    (value: unknown, name: string) => {
      const body = typeof value === 'string' ? null : readBody(value, null);
      const part = body && isRead(body) && body.encoding === 'text' ? body.text : value;
      if (typeof part === 'string') {
        text += `--t\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${part}\r\n`;
      } else other ??= body;
    },
  ]);
  return readText(text) ?? other;
}

function readParts(parts: readonly unknown[]): RequestBody | UnreadBody | null {
  if (parts.length === 1) return readBody(parts[0], null) ?? NO_TELEMETRY;
  let text = '';
  for (let index = 0; index < parts.length && text.length <= MAX_BODY_CHARS; index += 1) {
    const part = parts[index];
    const bytes = toBytes(part);
    const body = bytes ? null : weakMapGet(bodies, part as object);
    if (typeof part === 'string') text += part;
    else if (body && isRead(body) && body.encoding === 'text') text += body.text;
    else if (bytes && bytes.length <= MAX_BODY_CHARS) text += apply(decode, utf8, [bytes]);
    else return null;
  }
  return readText(text) ?? NO_TELEMETRY;
}

function toBytes(body: unknown): Uint8Array | null {
  if (body instanceof PageBuffer) return new PageBytes(body);
  return isView(body) ? new PageBytes(body.buffer, body.byteOffset, body.byteLength) : null;
}

/**
 * Returns the body for a string that may carry telemetry, else `null`.
 * The test is cheap, because the panel parses the text later. URL-encoded forms contain `%22` instead of quotes.
 */
function readText(text: string): RequestBody | null {
  const mayCarry = text.length <= MAX_BODY_CHARS && (textIncludes(text, '"eid"') || textIncludes(text, '%22eid%22'));
  return mayCarry ? { encoding: 'text', text } : null;
}

function encodeBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let index = 0; index < bytes.length; index += 1) binary += fromCharCode(bytes[index] as number);
  return pageBtoa(binary);
}

/** Stores the content of a blob that was read asynchronously. */
export function storeBytes(blob: Blob, bytes: Uint8Array): void {
  storeBody(blob, readBytes(bytes, null) ?? NO_TELEMETRY);
}

/** Stores the body of a blob or a request, which cannot be read when it is sent. */
function storeBody(holder: object, body: RequestBody | UnreadBody | null | undefined): void {
  if (body) weakMapSet(bodies, holder, body);
}
