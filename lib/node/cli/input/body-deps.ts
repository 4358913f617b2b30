import { dirname, isAbsolute, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { createBrotliDecompress } from 'node:zlib';
import type { BodyDeps } from '#core/formats/read/har-bodies';
import type { InputArchive } from '#core/formats/read/input-archive';
import { readBytes } from '#core/util/join-bytes';
import { type Decompress, decompressByStream } from '#core/wire/decode-body';
import type { CliDeps } from '../cli-deps';
import { createZstdDecompressor } from './decode-input';

/** Maximum size of a request body in a separate file. Larger files are not telemetry. */
const MAX_ATTACHMENT_BYTES = 32 * 1024 * 1024;

/**
 * Creates the functions that read request bodies of a HAR file: compressed, and in separate files.
 *
 * @param readArchiveFile reads a file of the archive that contains the HAR file. `null` without an archive.
 */
export function createBodyDeps(
  file: string,
  deps: Pick<CliDeps, 'open'>,
  readArchiveFile: InputArchive['readAttachment'] | null,
): BodyDeps {
  const readAttachment = async (name: string) => {
    if (readArchiveFile !== null) return readArchiveFile(name);
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
  try {
    return await readBytes(open(join(folder, name)), MAX_ATTACHMENT_BYTES);
  } catch {
    return null;
  }
}

/** Decompresses bytes. Uses zlib for brotli and zstd, which `DecompressionStream` lacks. */
export const decompress: Decompress = (bytes, compression) => {
  if (compression !== 'brotli' && compression !== 'zstd') return decompressByStream(bytes, compression);
  const decompressor = compression === 'brotli' ? createBrotliDecompress() : createZstdDecompressor();
  if (decompressor === null) return null;
  const decompressed = Readable.from([Buffer.from(bytes)], { objectMode: false }).pipe(decompressor);
  return Readable.toWeb(decompressed) as ReturnType<Decompress>;
};
