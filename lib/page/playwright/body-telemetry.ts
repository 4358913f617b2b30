import { Decompress } from 'fflate';
import { telemetryOfText } from '#core/telemetry/body/telemetry-body';
import { MAX_BODY_CHARS } from '#core/wire/report-limits';
import { apply, ignoreErrors, textToLowerCase, withoutPrototype } from '#page/builtins';
import type { RequestBody } from '#page/hook/bodies';

/** Whether a body carries telemetry; `unreadable` if that cannot be known, as it cannot be decompressed. */
export type BodyContent = 'telemetry' | 'other' | 'unreadable';

const PageBytes = Uint8Array;
const PageDecoder = TextDecoder;
const { decode } = PageDecoder.prototype;
const { subarray } = PageBytes.prototype;
const { charCodeAt } = String.prototype;
const fromBase64 = atob;
const PLAIN_CODINGS: Readonly<Record<string, true>> = withoutPrototype({
  '': true,
  identity: true,
  gzip: true,
  'x-gzip': true,
});
/** Bytes decompressed at a time. gzip has a ratio of a thousand at most, which bounds the output of a step too. */
const STEP_BYTES = 4_096;

/** Decides by the function of the core that the panel asks, too. */
export function contentOf(body: RequestBody): BodyContent {
  if (body.encoding === 'text') return contentOfText(body.text);
  const bytes = bytesOfBase64(body.text);
  if (contentOfText(apply(decode, new PageDecoder(), [bytes])) === 'telemetry') return 'telemetry';
  if (!isCompressed(bytes)) {
    const coding = textToLowerCase(body.contentEncoding ?? '');
    // With another coding than that of its compression it is text, as it claims.
    if (coding !== 'deflate') return PLAIN_CODINGS[coding] ? 'other' : 'unreadable';
  }
  const text = ignoreErrors(() => decompress(bytes));
  return text === null ? 'unreadable' : contentOfText(text);
}

/** By the first bytes of gzip (RFC 1952) and of zlib (RFC 1950). */
function isCompressed(bytes: Uint8Array): boolean {
  const start = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  return start === 0x1f8b || (bytes[0] === 0x78 && start % 31 === 0);
}

function contentOfText(text: string): BodyContent {
  return telemetryOfText(text) === null ? 'other' : 'telemetry';
}

/**
 * Decompresses gzip, zlib and deflate, not by the browser's own stream, which does so when the page may be gone.
 * Throws for damaged data. What is larger than a plain body may be has no text: it is no telemetry, and could be a zip
 * bomb.
 */
function decompress(bytes: Uint8Array): string {
  const decoder = new PageDecoder();
  let text = '';
  let length = 0;
  let isWhole = false;
  const stream = new Decompress((piece, isLast) => {
    length += piece.length;
    isWhole = isLast;
    if (length <= MAX_BODY_CHARS) text += apply(decode, decoder, [piece, withoutPrototype({ stream: true })]);
  });
  for (let at = 0; at < bytes.length && length <= MAX_BODY_CHARS; at += STEP_BYTES) {
    const end = at + STEP_BYTES;
    stream.push(apply(subarray, bytes, [at, end]), end >= bytes.length);
  }
  if (length > MAX_BODY_CHARS) return '';
  if (!isWhole) throw new RangeError('cut off');
  return text + apply(decode, decoder, []);
}

function bytesOfBase64(base64: string): Uint8Array {
  const binary = fromBase64(base64);
  const bytes = new PageBytes(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = apply(charCodeAt, binary, [index]);
  return bytes;
}
