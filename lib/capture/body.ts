import { i18n } from '#i18n';
import { fail, type Result, succeed } from '../result';

/** A batch unpacks to no more than this; more is no telemetry, and could be a bomb. In bytes. */
const MAX_UNPACKED = 20_000_000;

/** Unpacks the body of a request with `Content-Encoding: gzip` (RFC 1952) that a page's hook passed on as base64. */
export async function gunzipText(base64: string): Promise<Result<string, 'unreadable'>> {
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    return succeed(await boundedText(unpacked));
  } catch {
    return fail('unreadable');
  }
}

async function boundedText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = '';
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MAX_UNPACKED) throw new RangeError(i18n.t('capture.unpacksToMoreThanAny'));
    text += decoder.decode(value, { stream: true });
  }
}

/** Tells equal bodies from different ones: two 32-bit FNV-1a sums over the UTF-16 units, and the length. */
export function keyOfBody(body: string): string {
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  for (let index = 0; index < body.length; index += 1) {
    const unit = body.charCodeAt(index);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x85ebca6b);
  }
  return `${body.length}.${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`;
}
