import { pipeline, Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { fail, type Result, succeed } from '#core/util/result';
import { rejoinBytes } from './rejoin-bytes';

/** The bytes of an input, in the order in which they come. Iterating fails if the input cannot be read. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Bytes that tell what an input is. More are not waited for. */
const SIGNATURE_BYTES = 4;
/** Bytes that are searched for a 0, if they came with the first ones. */
const SEARCHED_BYTES = 8_192;
/** A packed file in a packed file is possible, a chain of them an attack. */
const MAX_LAYERS = 3;

type Decoding = 'gzip' | 'zstd' | 'utf-16le' | 'utf-16be' | 'utf-8' | 'utf-8-with-mark' | 'binary';

/**
 * Unpacks gzip (RFC 1952) and zstd (RFC 8878), and turns UTF-16 into UTF-8: detected by content, never by name. Fails with a
 * sentence if it is not text. Iterating throws {@link DamagedInput} where packed data is damaged.
 */
export async function decodeInput(bytes: Bytes, layers = MAX_LAYERS): Promise<Result<Bytes, string>> {
  const { start, all } = await peek(bytes);
  const decoding = detectDecoding(start);
  if (decoding === 'binary') return fail('it is binary, not text');
  if (decoding === 'utf-8') return succeed(all);
  if (decoding === 'utf-8-with-mark') return succeed(withoutFirst(all, 3));
  if (decoding === 'utf-16le' || decoding === 'utf-16be') return succeed(fromUtf16(all, decoding));
  if (layers === 0) return fail('it is packed more than three times');
  const unpacker = decoding === 'gzip' ? zlib.createGunzip() : createZstdDecompress();
  if (unpacker === null) return fail('zstd needs Node.js 22.15 or later. Unpack the file first');
  return decodeInput(unpack(all, unpacker, decoding), layers - 1);
}

/** Packed data that ends early or is no such data. */
export class DamagedInput extends Error {}

function detectDecoding(start: Uint8Array): Decoding {
  const [first, second, third, fourth] = start;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  if (first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd) return 'zstd';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8-with-mark';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // JSON begins with an ASCII character: in UTF-16, the other byte of it is 0.
  if (first && second === 0 && third && fourth === 0) return 'utf-16le';
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be';
  return start.includes(0) ? 'binary' : 'utf-8';
}

async function peek(bytes: Bytes): Promise<{ readonly start: Uint8Array; readonly all: Bytes }> {
  const rest = bytes[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let length = 0;
  while (length < SIGNATURE_BYTES) {
    const { done, value } = await rest.next();
    if (done) break;
    held.push(value);
    length += value.length;
  }
  return { start: Buffer.concat(held).subarray(0, SEARCHED_BYTES), all: rejoinBytes(held, rest) };
}

async function* withoutFirst(bytes: Bytes, count: number): AsyncGenerator<Uint8Array> {
  let skipped = 0;
  for await (const chunk of bytes) {
    const rest = chunk.subarray(Math.min(chunk.length, count - skipped));
    skipped += chunk.length - rest.length;
    if (rest.length > 0) yield rest;
  }
}

async function* fromUtf16(bytes: Bytes, encoding: 'utf-16le' | 'utf-16be'): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

async function* unpack(bytes: Bytes, unpacker: Transform, name: string): AsyncGenerator<Uint8Array> {
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
    yield* pipeline(Readable.from(source(), { objectMode: false }), unpacker, () => {});
  } catch (error) {
    // Whatever the unpacker itself complains of is the fault of the data.
    throw sourceError ?? new DamagedInput(`the ${name} data is damaged or ends early`, { cause: error });
  }
}

/** Node.js has zstd from 22.15 on. */
function createZstdDecompress(): Transform | null {
  const create: unknown = Reflect.get(zlib, 'createZstdDecompress');
  return typeof create === 'function' ? create() : null;
}
