import { joinBytes } from '#core/util/join-bytes';
import { fail, type Result, succeed } from '#core/util/result';
import { MAX_BODY_CHARS } from './report-limits';

/** A compression by its name in the Compression Standard; `zstd` (RFC 8878) has none there yet. */
type Compression = 'gzip' | 'deflate' | 'deflate-raw' | 'brotli' | 'zstd';

/**
 * Opens a stream of the decompressed bytes.
 * Returns `null` if the host does not know the compression. The stream fails for damaged data.
 */
export type Decompress = (
  bytes: Uint8Array<ArrayBuffer>,
  compression: Compression,
) => ReadableStream<Uint8Array<ArrayBuffer>> | null;

/**
 * Why a body has no text.
 * `too-large`: it is no telemetry, and could be a zip bomb. `unsupported`: the host does not know the compression.
 */
export type BodyFault = 'damaged' | 'too-large' | 'unsupported';

/** `Content-Encoding` (RFC 9110, section 8.4.1) of each compression. What is missing here is passed over. */
const COMPRESSIONS: Readonly<Record<string, Compression>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'brotli',
  zstd: 'zstd',
};

/** No client applies more, and each costs a whole pass. */
const MAX_LAYERS = 3;

/**
 * Decodes the bytes of a request body to text.
 * They decide before the header: a page may compress without saying so, and tools write a body decompressed beside the
 * header of the compressed one. Of each compression a body has at most `maxBytes`.
 */
export async function decodeBody(
  bytes: Uint8Array<ArrayBuffer>,
  contentEncoding: string | null,
  decompress: Decompress = decompressByStream,
  maxBytes = MAX_BODY_CHARS,
): Promise<Result<string, BodyFault>> {
  let plain = bytes;
  for (const named of compressionsOf(contentEncoding)) {
    const compression = compressionOf(plain, named);
    if (compression === null) continue;
    const unpacked = await unpack(plain, compression, decompress, maxBytes);
    if (unpacked.ok) plain = unpacked.value;
    else if (unpacked.failure === 'damaged' && isTextual(plain)) break;
    else return unpacked;
  }
  return plain.length > maxBytes ? fail('too-large') : succeed(new TextDecoder().decode(plain));
}

/** Decompresses by the browser's stream, or Node's. */
export const decompressByStream: Decompress = (bytes, compression) => {
  try {
    return new Blob([bytes]).stream().pipeThrough(new DecompressionStream(compression));
  } catch {
    return null;
  }
};

/**
 * Returns the compressions that a header names, the last one first, as it was applied last.
 * Without a header, a compression is recognized by its bytes.
 */
function compressionsOf(contentEncoding: string | null): readonly (Compression | null)[] {
  const codings = (contentEncoding ?? '').toLowerCase().split(',', MAX_LAYERS);
  const named = codings.flatMap((coding) => COMPRESSIONS[coding.trim()] ?? []).reverse();
  return named.length === 0 ? [null] : named;
}

/** By the first bytes (RFC 1952, RFC 1950, RFC 8878); `null` if there is nothing to decompress. */
function compressionOf(bytes: Uint8Array, named: Compression | null): Compression | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return 'zstd';
  // Text may begin so, too: `x` and a letter.
  if ((first & 0x0f) === 8 && first >> 4 <= 7 && (first * 256 + second) % 31 === 0 && !isTextual(bytes)) {
    return 'deflate';
  }
  // Servers take `deflate` without the wrapper of RFC 1950, which its name means, as well.
  return named === 'deflate' ? 'deflate-raw' : named === 'brotli' ? named : null;
}

/** Whether bytes begin as JSON or a form does: with printable ASCII. */
function isTextual(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 16).every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d));
}

async function unpack(
  bytes: Uint8Array<ArrayBuffer>,
  compression: Compression,
  decompress: Decompress,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>, BodyFault>> {
  const stream = decompress(bytes, compression);
  if (stream === null) return fail('unsupported');
  const reader = stream.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return succeed(joinBytes(pieces));
      size += value.length;
      if (size > maxBytes) return fail('too-large');
      pieces.push(value);
    }
  } catch {
    return fail('damaged');
  } finally {
    // The rest of a body that is too large is not decompressed.
    await reader.cancel().catch(() => {});
  }
}
