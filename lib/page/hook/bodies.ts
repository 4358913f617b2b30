import { MAX_BODY_CHARS } from '#core/journey/report-limits';
import {
  apply,
  construct,
  defineProperty,
  ignoreErrors,
  isArray,
  readHeader,
  textIncludes,
  weakMapGet,
  weakMapSet,
} from '#page/builtins';
import type { Method } from './sdk';
import { createTransparentProxy } from './wrap';

/**
 * A request's body, as far as it can be read while the page waits.
 * Bytes go as base64 and are read by the panel.
 */
export type RequestBody =
  | { readonly encoding: 'text'; readonly text: string }
  | { readonly encoding: 'gzip'; readonly text: string };

export const ENCODING_HEADER = 'content-encoding';

const { fromCharCode } = String;
const { forEach: eachEntry } = FormData.prototype;
const { isView } = ArrayBuffer;
const PageBytes = Uint8Array;
const PageForm = FormData;
const PageBuffer = ArrayBuffer;
const utf8 = new TextDecoder();
const { decode } = TextDecoder.prototype;
const toBase64 = btoa;

/**
 * Texts of blobs and requests that carry telemetry.
 * They can be read only later, and a page that unloads has no later.
 */
const texts = new WeakMap<object, string>();

/** Remembers what blobs and requests are made of, where that is telemetry. */
export function watchBodies(page: typeof globalThis): void {
  watchConstructor(page, 'Blob', ([parts]) => (isArray(parts) ? textOfParts(parts) : null));
  watchConstructor(page, 'Request', ([, init]) => textOf((init as RequestInit | undefined)?.body));
}

/**
 * The body, where it carries telemetry; null for everything else that a page sends.
 * A text is sent as it is, whatever the headers say, which take longer to ask than the text takes to look into.
 */
export function requestBodyOf(body: unknown, isGzip: () => boolean): RequestBody | null {
  const bytes = typeof body !== 'string' && isGzip() ? bytesOf(body) : null;
  if (bytes) return bytes.length <= MAX_BODY_CHARS ? { encoding: 'gzip', text: base64(bytes) } : null;
  const text = textOf(body);
  return text === null ? null : { encoding: 'text', text };
}

/** The same of a call of `fetch`; `request` is its first argument, where that is a Request. */
export function fetchBodyOf(request: Request | null, init: RequestInit | undefined): RequestBody | null {
  return requestBodyOf(
    init?.body ?? request,
    () => readHeader(init?.headers ?? request?.headers, ENCODING_HEADER) === 'gzip',
  );
}

/** The text of a body that carries telemetry. */
function textOf(body: unknown): string | null {
  if (typeof body === 'string') return carries(body) ? body : null;
  const known = weakMapGet(texts, body as object);
  if (known !== undefined) return known;
  if (body instanceof PageForm) return textOfForm(body);
  const bytes = bytesOf(body);
  if (bytes === null || bytes.length > MAX_BODY_CHARS) return null;
  const text = apply(decode, utf8, [bytes]);
  return carries(text) ? text : null;
}

function textOfForm(form: FormData): string | null {
  let found: string | null = null;
  apply(eachEntry, form, [
    (value: unknown) => {
      found ??= textOf(value);
    },
  ]);
  return found;
}

function textOfParts(parts: readonly unknown[]): string | null {
  let text = '';
  for (let index = 0; index < parts.length && text.length <= MAX_BODY_CHARS; index += 1) {
    const part = parts[index];
    const bytes = bytesOf(part);
    if (typeof part === 'string') text += part;
    else if (bytes !== null && bytes.length <= MAX_BODY_CHARS) text += apply(decode, utf8, [bytes]);
  }
  return carries(text) ? text : null;
}

export function bytesOf(body: unknown): Uint8Array | null {
  if (body instanceof PageBuffer) return new PageBytes(body);
  return isView(body) ? new PageBytes(body.buffer, body.byteOffset, body.byteLength) : null;
}

function carries(text: string): boolean {
  return text.length <= MAX_BODY_CHARS && textIncludes(text, '"events"') && textIncludes(text, '"eid"');
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (let index = 0; index < bytes.length; index += 1) binary += fromCharCode(bytes[index] ?? 0);
  return toBase64(binary);
}

/** Remembers the text of a body that carries telemetry, packed or not, and that cannot be read when it is sent. */
export function rememberText(body: object, text: string | null): void {
  if (text !== null) weakMapSet(texts, body, text);
}

/** Remembers the text of each object that a constructor of the page makes, where it carries telemetry. */
export function watchConstructor(
  page: object,
  name: string,
  textOfMade: (args: readonly unknown[]) => string | null,
): void {
  const original: unknown = (page as Record<string, unknown>)[name];
  if (typeof original !== 'function') return;
  const watched: object = createTransparentProxy(original, {
    construct(target, args, newTarget) {
      const created = construct(
        target as Method & (new () => object),
        args,
        newTarget === watched ? target : newTarget,
      ) as object;
      ignoreErrors(() => {
        const text = textOfMade(args);
        if (text !== null) weakMapSet(texts, created, text);
      });
      return created;
    },
  });
  defineProperty(page, name, { value: watched });
  defineProperty(original.prototype, 'constructor', { value: watched });
}
