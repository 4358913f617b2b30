import { dirname, isAbsolute, join, normalize } from 'node:path';
import { Readable, type Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import type { BodyDeps } from '#core/formats/read/har-bodies';
import type { InputArchive } from '#core/formats/read/input-archive';
import { type Decompress, decompressByStream } from '#core/wire/decode-body';
import type { CliDeps } from '../cli-deps';

/** A body in a file of its own that is larger is no telemetry. */
const MAX_ATTACHMENT_BYTES = 32 * 1024 * 1024;

/**
 * How request bodies of a HAR file are read: packed as Node.js can unpack, and in files beside it.
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
  // The HAR file may come from anyone: it names no file outside of its folder.
  if (isAbsolute(name) || normalize(name).startsWith('..') || name.includes('\0')) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of open(join(folder, name))) {
      length += chunk.length;
      if (length > MAX_ATTACHMENT_BYTES) return null;
      // The buffer of a chunk is used again.
      chunks.push(Uint8Array.from(chunk));
    }
  } catch {
    return null;
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

/** Decompresses as Node.js can. */
export const decompress: Decompress = (bytes, compression) => {
  const create = compression === 'brotli' ? zlib.createBrotliDecompress : zstdOf(compression);
  if (create === null) return compression === 'zstd' ? null : decompressByStream(bytes, compression);
  const unpacked = Readable.from([Buffer.from(bytes)], { objectMode: false }).pipe(create());
  return Readable.toWeb(unpacked) as ReturnType<Decompress>;
};

/** Node.js has zstd from 22.15 on. */
function zstdOf(compression: string): (() => Transform) | null {
  const create: unknown = compression === 'zstd' ? Reflect.get(zlib, 'createZstdDecompress') : null;
  return typeof create === 'function' ? () => create() : null;
}
