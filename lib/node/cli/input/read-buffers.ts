import { open } from 'node:fs/promises';

/** Read in one go: large enough that a million lines are a few thousand reads. */
const READ_BYTES = 128 * 1024;
/** Buffers that wait for the next read. A block of lines takes three, and the next read one. */
const MAX_FREE = 4;

const owned = new WeakSet<ArrayBufferLike>();
const free: Buffer[] = [];

/**
 * Reads a file. A new buffer for each read would be garbage collected far too late, so that a consumer may return a
 * chunk: see {@link recycleChunk}.
 */
export async function* readFileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (;;) {
      const buffer = free.pop() ?? createBuffer();
      const { bytesRead } = await file.read(buffer, 0, READ_BYTES);
      if (bytesRead === 0) {
        recycleChunk(buffer);
        return;
      }
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Lets the next read overwrite a chunk. Does nothing if its buffer is none of {@link readFileChunks}. */
export function recycleChunk({ buffer }: Uint8Array): void {
  if (!owned.has(buffer) || free.length >= MAX_FREE) return;
  // A block may hold a buffer in two parts.
  if (free.every((other) => other.buffer !== buffer)) free.push(Buffer.from(buffer));
}

function createBuffer(): Buffer {
  const buffer = Buffer.from(new ArrayBuffer(READ_BYTES));
  owned.add(buffer.buffer);
  return buffer;
}
