import { Gunzip } from 'fflate';
import { MAX_BODY_CHARS } from '#core/journey/report-limits';
import { apply, getOwnPropertyDescriptor, ignoreErrors, isArray, promiseThen } from '#page/builtins';
import { bytesOf, rememberText, requestBodyOf, watchConstructor } from '#page/hook/bodies';
import { wrapFunction } from '#page/hook/wrap';

const PageBytes = Uint8Array;
const { arrayBuffer } = Blob.prototype;
const sizeOf = getOwnPropertyDescriptor(Blob.prototype, 'size')?.get;
const PageDecoder = TextDecoder;
const { decode } = PageDecoder.prototype;
const { subarray } = PageBytes.prototype;
/** Bytes unpacked at a time. gzip packs a thousandfold at most, so what one step makes is bounded too. */
const STEP_BYTES = 4_096;

/**
 * Remembers what blobs of gzip are made of, where that is telemetry.
 * A beacon is sent, and a page unloads, before a blob could be read. The page gets a blob of a response once it is read.
 */
export function watchPackedBlobs(page: Window & typeof globalThis): void {
  watchConstructor(page, 'Blob', ([parts]) => (isArray(parts) && parts.length === 1 ? textOfPart(parts[0]) : null));
  wrapFunction(page.Response.prototype, 'blob', (original, self, args) =>
    apply(promiseThen, apply(original, self, args), [rememberWhenRead]),
  );
}

/** The text of gzip bytes that carry telemetry. Not by the browser's own stream, which unpacks when the page may be gone. */
export function unpackTelemetry(bytes: Uint8Array): string | null {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes.length > MAX_BODY_CHARS) return null;
  return ignoreErrors(() => requestBodyOf(gunzipText(bytes), () => false)?.text ?? null);
}

/** Null for what unpacks to more than a plain body may have: it is no telemetry, and could be a zip bomb. Throws for damaged data. */
function gunzipText(bytes: Uint8Array): string | null {
  const decoder = new PageDecoder();
  let text = '';
  let length = 0;
  const gunzip = new Gunzip((piece) => {
    length += piece.length;
    if (length <= MAX_BODY_CHARS) text += apply(decode, decoder, [piece, { stream: true }]);
  });
  for (let at = 0; at < bytes.length && length <= MAX_BODY_CHARS; at += STEP_BYTES) {
    const end = at + STEP_BYTES;
    gunzip.push(apply(subarray, bytes, [at, end]), end >= bytes.length);
  }
  return length <= MAX_BODY_CHARS ? text + apply(decode, decoder, []) : null;
}

function textOfPart(part: unknown): string | null {
  const bytes = bytesOf(part);
  return bytes === null ? (requestBodyOf(part, () => false)?.text ?? null) : unpackTelemetry(bytes);
}

/** Resolves to the blob, read or not. */
function rememberWhenRead(blob: Blob): unknown {
  const size = sizeOf && apply(sizeOf, blob, []);
  if (size === undefined || size > MAX_BODY_CHARS) return blob;
  const remember = (buffer: ArrayBuffer): Blob => {
    const bytes = new PageBytes(buffer);
    ignoreErrors(() => rememberText(blob, unpackTelemetry(bytes) ?? requestBodyOf(bytes, () => false)?.text ?? null));
    return blob;
  };
  return apply(promiseThen, apply(arrayBuffer, blob, []), [remember, () => blob]);
}
