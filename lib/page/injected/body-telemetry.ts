import { Decompress } from 'fflate';
import { telemetryOfText } from '#core/telemetry/body/telemetry-body';
import { MAX_BODY_CHARS } from '#core/wire/report-limits';
import {
  apply,
  getOwnPropertyDescriptor,
  ignoreErrors,
  PageBlob,
  PageBytes,
  textToLowerCase,
  withoutPrototype,
} from '#page/builtins';
import { isRead, type RequestBody, type UnreadBody } from '#page/hook/bodies';

/** Whether a body carries telemetry. `unreadable` if the body cannot be decompressed. */
export type BodyContent = 'telemetry' | 'other' | 'unreadable';

const PageDecoder = TextDecoder;
const { decode } = PageDecoder.prototype;
const encoder = new TextEncoder();
const { encode } = TextEncoder.prototype;
const sizeOf = getOwnPropertyDescriptor(PageBlob.prototype, 'size')?.get as () => number;
const { subarray } = PageBytes.prototype;
const { charCodeAt } = String.prototype;
const fromBase64 = atob;
/** Values of `Content-Encoding` whose body is plain text if it doesn't begin like gzip or zlib. */
const READABLE_CODINGS: Readonly<Record<string, true>> = withoutPrototype({
  '': true,
  identity: true,
  gzip: true,
  'x-gzip': true,
});
/** Bytes decompressed per step. The output is limited, too: gzip has a ratio of at most 1,000. */
const STEP_BYTES = 4_096;

/** Returns whether a body carries telemetry, by the same function of the core that the panel uses. */
export function detectContent(body: RequestBody): BodyContent {
  if (body.encoding === 'text') return contentOfText(body.text);
  const bytes = decodeBase64(body.text);
  if (contentOfText(apply(decode, new PageDecoder(), [bytes])) === 'telemetry') return 'telemetry';
  if (!isCompressed(bytes)) {
    const coding = textToLowerCase(body.contentEncoding ?? '');
    // Raw deflate has no header to recognize.
    if (coding !== 'deflate') return READABLE_CODINGS[coding] ? 'other' : 'unreadable';
  }
  const text = ignoreErrors(() => decompress(bytes));
  return text === null ? 'unreadable' : contentOfText(text);
}

/** Returns the number of bytes of a body, or 0 if it is unknown. */
export function sizeOfBody(body: RequestBody | UnreadBody): number {
  if (!isRead(body)) return body instanceof PageBlob ? apply(sizeOf, body, []) : 0;
  return (body.encoding === 'text' ? apply(encode, encoder, [body.text]) : decodeBase64(body.text)).length;
}

/** Whether bytes begin like gzip (RFC 1952) or zlib (RFC 1950). */
function isCompressed(bytes: Uint8Array): boolean {
  const start = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  return start === 0x1f8b || (bytes[0] === 0x78 && start % 31 === 0);
}

function contentOfText(text: string): BodyContent {
  return telemetryOfText(text) === null ? 'other' : 'telemetry';
}

/**
 * Decompresses gzip, zlib and deflate synchronously.
 * A `DecompressionStream` may be too slow if the page unloads. Throws for damaged data. Returns an empty text for data
 * above the limit of plain bodies, which isn't telemetry and may be a zip bomb.
 */
function decompress(bytes: Uint8Array): string {
  const decoder = new PageDecoder();
  let text = '';
  let length = 0;
  let isComplete = false;
  const stream = new Decompress((piece, isLast) => {
    length += piece.length;
    isComplete = isLast;
    if (length <= MAX_BODY_CHARS) text += apply(decode, decoder, [piece, withoutPrototype({ stream: true })]);
  });
  for (let start = 0; start < bytes.length && length <= MAX_BODY_CHARS; start += STEP_BYTES) {
    const end = start + STEP_BYTES;
    stream.push(apply(subarray, bytes, [start, end]), end >= bytes.length);
  }
  if (length > MAX_BODY_CHARS) return '';
  if (!isComplete) throw new RangeError('truncated');
  return text + apply(decode, decoder, []);
}

function decodeBase64(base64: string): Uint8Array {
  const binary = fromBase64(base64);
  const bytes = new PageBytes(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = apply(charCodeAt, binary, [index]);
  return bytes;
}
