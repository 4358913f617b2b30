import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { detectByteFormat, SEARCHED_BYTES, SIGNATURE_BYTES } from '#core/formats/read/byte-signature';
import type { InputArchive } from '#core/formats/read/input-archive';
import { englishText } from '#core/report/english-text';
import { readBytes } from '#core/util/join-bytes';
import { fail, type Result, succeed } from '#core/util/result';

/** The chunks of an input, in order. Iterating throws if the input cannot be read. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Limit of nested compression: a compressed archive is common, a long chain is an attack. */
const MAX_LAYERS = 3;

/** Maximum size of an archive, which is read into memory. */
const MAX_ARCHIVE_BYTES = 256 * 1024 * 1024;

/** An input that was decompressed and converted to UTF-8. */
export interface DecodedInput {
  readonly bytes: Bytes;
  /** Reads other files of the archive. `null` if the input isn't an archive. */
  readonly readAttachment: InputArchive['readAttachment'] | null;
}

/**
 * Decompresses gzip (RFC 1952), zstd (RFC 8878) and zip, and converts UTF-16 to UTF-8.
 * Detects the format by content, never by name. Fails with a sentence if the input is not text.
 * Iterating the bytes throws {@link DamagedInput} if compressed data is damaged.
 */
export async function decodeInput(bytes: Bytes, layers = MAX_LAYERS): Promise<Result<DecodedInput, string>> {
  const { start, all, close } = await peek(bytes);
  const closeAndFail = async (failure: string) => {
    await close();
    return fail(failure);
  };
  const format = detectByteFormat(start);
  if (format === 'binary') return closeAndFail('it is binary, not text');
  if (format === 'utf-8') return succeed({ bytes: all, readAttachment: null });
  if (format === 'utf-8-with-bom') return succeed({ bytes: skipBytes(all, 3), readAttachment: null });
  if (format === 'utf-16le' || format === 'utf-16be') {
    return succeed({ bytes: decodeUtf16(all, format), readAttachment: null });
  }
  if (layers === 0) return closeAndFail('it is compressed more than three times');
  if (format === 'zip') return decodeArchive(all, layers - 1);
  const decompressor = format === 'gzip' ? zlib.createGunzip() : createZstdDecompressor();
  if (decompressor === null) return closeAndFail('zstd needs Node.js 22.15 or later. Decompress the file first');
  return decodeInput(decompressInput(all, decompressor, format), layers - 1);
}

/** Thrown for compressed data that is truncated or invalid. */
export class DamagedInput extends Error {}

async function decodeArchive(all: Bytes, layers: number): Promise<Result<DecodedInput, string>> {
  const bytes = await readBytes(all, MAX_ARCHIVE_BYTES);
  if (bytes === null) return fail('the archive is larger than 256 MB. Unpack it first');
  const { readInputArchive } = await import('#core/formats/read/input-archive');
  const archive = readInputArchive(bytes);
  if (!archive.ok) return fail(englishText(archive.failure).replace(/\.$/, ''));
  const { file, readAttachment } = archive.value;
  const input = await decodeInput(toBytes(file), layers);
  return input.ok ? succeed({ bytes: input.value.bytes, readAttachment }) : input;
}

async function* toBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

interface PeekedBytes {
  readonly start: Uint8Array;
  readonly all: Bytes;
  /** Closes the input if `all` is never iterated. */
  readonly close: () => Promise<void>;
}

async function peek(bytes: Bytes): Promise<PeekedBytes> {
  const iterator = bytes[Symbol.asyncIterator]();
  const readChunks: Uint8Array[] = [];
  let length = 0;
  while (length < SIGNATURE_BYTES) {
    const { done, value } = await iterator.next();
    if (done) break;
    readChunks.push(value);
    length += value.length;
  }
  return {
    start: Buffer.concat(readChunks).subarray(0, SEARCHED_BYTES),
    all: rejoinBytes(readChunks, iterator),
    close: async () => void (await iterator.return?.()),
  };
}

async function* skipBytes(bytes: Bytes, count: number): AsyncGenerator<Uint8Array> {
  let skipped = 0;
  for await (const chunk of bytes) {
    const rest = chunk.subarray(Math.min(chunk.length, count - skipped));
    skipped += chunk.length - rest.length;
    if (rest.length > 0) yield rest;
  }
}

async function* decodeUtf16(bytes: Bytes, encoding: 'utf-16le' | 'utf-16be'): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

async function* decompressInput(bytes: Bytes, decompressor: Transform, name: string): AsyncGenerator<Uint8Array> {
  let sourceError: unknown = null;
  async function* source() {
    try {
      yield* bytes;
    } catch (error) {
      sourceError = error;
      throw error;
    }
  }
  try {
    yield* pipeline(Readable.from(source(), { objectMode: false }), decompressor, () => {});
  } catch (error) {
    // Any error of the decompressor itself is caused by the data.
    throw sourceError ?? new DamagedInput(`the ${name} data is damaged or ends early`, { cause: error });
  }
}

/** Returns a zstd decompressor, or `null` before Node.js 22.15. */
export function createZstdDecompressor(): Transform | null {
  const create: unknown = Reflect.get(zlib, 'createZstdDecompress');
  return typeof create === 'function' ? create() : null;
}

/** Yields chunks that were already read, then the rest of the input. Stopping early closes the file. */
export async function* rejoinBytes(
  readChunks: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* readChunks;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
