import { MAX_BODY_CHARS } from '#core/journey/report-limits';
import { bytesOfBase64 } from '#core/util/base64';
import { fail, type Result, succeed } from '#core/util/result';

/**
 * Decompresses a gzip body (RFC 1952) that a page's hook passed on as base64.
 * Fails for a body that decompresses to more than a plain body may have: it is no telemetry, and could be a zip bomb.
 */
export async function gunzipText(base64: string): Promise<Result<string, 'unreadable'>> {
  const bytes = bytesOfBase64(base64);
  if (bytes === null) return fail('unreadable');
  try {
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
    if (size > MAX_BODY_CHARS) throw new RangeError('too large');
    text += decoder.decode(value, { stream: true });
  }
}

/**
 * Returns the size of a body in UTF-8 bytes, and a hash that is the same for equal bodies.
 * The hash is two 32-bit sums like FNV-1a, over four bytes at a time. A burst has megabytes of bodies, each seen twice.
 */
export function measureBody(body: string): { readonly bodyBytes: number; readonly bodyKey: string } {
  const bytes = new TextEncoder().encode(body);
  const padded = new Uint8Array(Math.ceil(bytes.length / 4) * 4);
  padded.set(bytes);
  const words = new Uint32Array(padded.buffer);
  let one = 0x811c9dc5;
  let other = 0x9e3779b9;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? 0;
    one = Math.imul(one ^ word, 0x01000193);
    other = Math.imul(other ^ word, 0x85ebca6b);
    // Otherwise the last byte of four would only reach the highest bits of the sum.
    other ^= other >>> 15;
  }
  return {
    bodyBytes: bytes.length,
    bodyKey: `${bytes.length}.${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`,
  };
}
