import { open } from 'node:fs/promises';

/** Bytes per read: large enough to read a million lines in a few thousand reads. */
const READ_BYTES = 128 * 1024;
/** Maximum number of buffers for reuse. A block of lines uses three, and the next read uses one. */
const MAX_FREE_BUFFERS = 4;

const createdBuffers = new WeakSet<ArrayBufferLike>();
const freeBuffers: Buffer[] = [];

/**
 * Reads a file in chunks. A consumer may return a chunk's buffer for reuse by {@link recycleChunk}.
 * New buffers for each read would be garbage collected far too late.
 */
export async function* readFileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    for (;;) {
      const buffer = freeBuffers.pop() ?? createBuffer();
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

/** Lets the next read overwrite a chunk. Ignores chunks that {@link readFileChunks} did not create. */
export function recycleChunk({ buffer }: Uint8Array): void {
  if (!createdBuffers.has(buffer) || freeBuffers.length >= MAX_FREE_BUFFERS) return;
  // A block may contain two chunks of the same buffer.
  if (freeBuffers.every((other) => other.buffer !== buffer)) freeBuffers.push(Buffer.from(buffer));
}

function createBuffer(): Buffer {
  const buffer = Buffer.from(new ArrayBuffer(READ_BYTES));
  createdBuffers.add(buffer.buffer);
  return buffer;
}
