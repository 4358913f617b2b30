import { joinBytes } from '#core/util/join-bytes';
import { fail, type Result, succeed } from '#core/util/result';
import { MAX_BODY_CHARS } from './report-limits';

/** A compression by its name in the Compression Standard, which has no name for `zstd` (RFC 8878) yet. */
type Compression = 'gzip' | 'deflate' | 'deflate-raw' | 'brotli' | 'zstd';

/**
 * Opens a stream of the decompressed bytes.
 * Returns `null` if the host does not support the compression. The stream fails for damaged data.
 */
export type Decompress = (
  bytes: Uint8Array<ArrayBuffer>,
  compression: Compression,
) => ReadableStream<Uint8Array<ArrayBuffer>> | null;

/**
 * Reason why a body could not be decoded.
 * `too-large` bodies aren't telemetry, and could be zip bombs. `unsupported` is the compression, not the content.
 */
export type BodyFault = 'damaged' | 'too-large' | 'unsupported';

/** Compressions by their `Content-Encoding` (RFC 9110, section 8.4.1). Others are ignored. */
const COMPRESSIONS: Readonly<Record<string, Compression>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'brotli',
  zstd: 'zstd',
};

/** No client applies more compressions, and each costs a pass over the body. */
const MAX_LAYERS = 3;

/** Decodes the bytes of a request body to text. Like {@link decompressBody}. */
export async function decodeBody(
  bytes: Uint8Array<ArrayBuffer>,
  contentEncoding: string | null,
  decompress: Decompress = decompressByStream,
): Promise<Result<string, BodyFault>> {
  const decompressed = await decompressBody(bytes, contentEncoding, decompress, MAX_BODY_CHARS);
  return decompressed.ok ? succeed(new TextDecoder().decode(decompressed.value)) : decompressed;
}

/**
 * Decompresses a request body. Returns other bodies unchanged.
 * The bytes have precedence over the header: pages compress without a header, and tools export decompressed bodies with
 * the original header. Each decompressed body has at most `maxBytes`.
 */
export async function decompressBody(
  bytes: Uint8Array<ArrayBuffer>,
  contentEncoding: string | null,
  decompress: Decompress,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>, BodyFault>> {
  const { plain, fault } = await decompressLayers(bytes, contentEncoding, decompress, maxBytes);
  if (fault !== null) return fail(fault);
  return plain.length > maxBytes ? fail('too-large') : succeed(plain);
}

/**
 * Decodes the start of a body that {@link decodeBody} does not decode: up to `maxBytes`, and up to the damage.
 * Returns compressed bytes as text if the host does not support their compression.
 */
export async function decodeBodyStart(
  bytes: Uint8Array<ArrayBuffer>,
  contentEncoding: string | null,
  decompress: Decompress,
  maxBytes: number,
): Promise<string> {
  const { plain } = await decompressLayers(bytes, contentEncoding, decompress, maxBytes);
  return new TextDecoder().decode(plain.subarray(0, maxBytes));
}

/** Decompressed bytes, up to the fault if there is one. */
interface Decompressed {
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly fault: BodyFault | null;
}

async function decompressLayers(
  bytes: Uint8Array<ArrayBuffer>,
  contentEncoding: string | null,
  decompress: Decompress,
  maxBytes: number,
): Promise<Decompressed> {
  let plain = bytes;
  for (const declared of parseContentEncoding(contentEncoding)) {
    const compression = detectCompression(plain, declared);
    if (compression === null) continue;
    const decompressed = await decompressLayer(plain, compression, decompress, maxBytes);
    if (decompressed.fault === 'damaged' && isTextual(plain)) break;
    if (decompressed.fault !== null) return decompressed;
    plain = decompressed.plain;
  }
  return { plain, fault: null };
}

/** Decompresses with the `DecompressionStream` of the browser or Node.js. */
export const decompressByStream: Decompress = (bytes, compression) => {
  try {
    return new Blob([bytes]).stream().pipeThrough(new DecompressionStream(compression));
  } catch {
    return null;
  }
};

/**
 * Returns the compressions of a header, the last first, because it was applied last.
 * Without a header, `null` means that the bytes determine the compression.
 */
function parseContentEncoding(contentEncoding: string | null): readonly (Compression | null)[] {
  const codings = (contentEncoding ?? '').toLowerCase().split(',', MAX_LAYERS);
  const compressions = codings.flatMap((coding) => COMPRESSIONS[coding.trim()] ?? []).reverse();
  return compressions.length === 0 ? [null] : compressions;
}

/** Detects the compression by the first bytes (RFC 1952, RFC 1950, RFC 8878). Returns `null` if there is none. */
function detectCompression(bytes: Uint8Array, declared: Compression | null): Compression | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return 'zstd';
  // Text may begin with the same bytes: `x` and a letter.
  if ((first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0 && !isTextual(bytes)) {
    return 'deflate';
  }
  // Servers also accept `deflate` without the wrapper of RFC 1950 that the standard requires.
  if (declared === 'deflate') return 'deflate-raw';
  return declared === 'brotli' ? declared : null;
}

/** Whether bytes begin with printable ASCII, as JSON and forms do. */
function isTextual(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 16).every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d));
}

async function decompressLayer(
  bytes: Uint8Array<ArrayBuffer>,
  compression: Compression,
  decompress: Decompress,
  maxBytes: number,
): Promise<Decompressed> {
  const stream = decompress(bytes, compression);
  if (stream === null) return { plain: bytes, fault: 'unsupported' };
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { plain: joinBytes(pieces), fault: null };
      size += value.length;
      pieces.push(value);
      if (size > maxBytes) return { plain: joinBytes(pieces), fault: 'too-large' };
    }
  } catch {
    return { plain: joinBytes(pieces), fault: 'damaged' };
  } finally {
    // The rest of a body that is too large is not decompressed.
    await reader.cancel().catch(() => {});
  }
}
