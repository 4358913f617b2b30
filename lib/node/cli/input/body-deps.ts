import { dirname, isAbsolute, join, normalize } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { BodyDeps } from '#core/formats/read/har-bodies';
import type { InputArchive } from '#core/formats/read/input-archive';
import { type Decompress, decompressByStream } from '#core/wire/decode-body';
import type { CliDeps } from '../cli-deps';

/** Maximum size of a request body in a separate file. Larger files are not telemetry. */
const MAX_ATTACHMENT_BYTES = 32 * 1024 * 1024;

/**
 * Creates the functions that read request bodies of a HAR file: compressed, and in separate files.
 *
 * @param inArchive the files of the archive that the HAR file is in
 */
export function createBodyDeps(
  file: string,
  deps: Pick<CliDeps, 'open'>,
  inArchive: InputArchive['readAttachment'] | null,
): BodyDeps {
  const readAttachment = async (name: string) => {
    if (inArchive !== null) return inArchive(name);
    return file === '-' ? null : readInFolder(dirname(file), name, deps);
  };
  return { decompress, readAttachment };
}

async function readInFolder(
  folder: string,
  name: string,
  { open }: Pick<CliDeps, 'open'>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // The HAR file is untrusted: it must not read files outside of its folder.
  if (isAbsolute(name) || normalize(name).startsWith('..') || name.includes('\0')) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of open(join(folder, name))) {
      length += chunk.length;
      if (length > MAX_ATTACHMENT_BYTES) return null;
      // Copied because the next read overwrites the chunk's buffer.
      chunks.push(Uint8Array.from(chunk));
    }
  } catch {
    return null;
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

/** Decompresses bytes with zlib (brotli, zstd) or with the web's `DecompressionStream`. */
export const decompress: Decompress = (bytes, compression) => {
  const create = compression === 'brotli' ? zlib.createBrotliDecompress : zstdOf(compression);
  if (create === null) return compression === 'zstd' ? null : decompressByStream(bytes, compression);
  const decompressed = Readable.from([Buffer.from(bytes)], { objectMode: false }).pipe(create());
  return Readable.toWeb(decompressed) as ReturnType<Decompress>;
};

/** Returns a factory of zstd decompressors, or `null` before Node.js 22.15. */
function zstdOf(compression: string): (() => Transform) | null {
  const create: unknown = compression === 'zstd' ? Reflect.get(zlib, 'createZstdDecompress') : null;
  return typeof create === 'function' ? () => create() : null;
}
