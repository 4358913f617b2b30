import type { Bytes } from './decode-input';
import { recycleChunk } from './read-buffers';

/**
 * Whole lines of an input, in UTF-8. The last line of an input may lack its line feed.
 * Its bytes are valid until the next block is requested.
 */
export interface LineBlock {
  /** The bytes, in parts as they were read. */
  readonly chunks: readonly Uint8Array[];
  readonly byteLength: number;
  /** Number of its first line, from 1. */
  readonly firstLine: number;
  readonly lineCount: number;
}

/** A line that is longer than any that is read. */
export interface TooLongLine {
  readonly tooLongLine: number;
}

/** A line above it is skipped unread. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;
/** Bytes in one block: large enough that a block's own cost does not show, small enough for two workers in 150 MB. */
const BLOCK_BYTES = 256 * 1024;
/**
 * Size of a pipe's chunk when its writer is faster than its reader.
 * Less is passed on without waiting for more.
 */
const FULL_CHUNK_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/** Cuts bytes into blocks of whole lines. Holds at most a block and one line of {@link MAX_LINE_BYTES}. */
export async function* readLineBlocks(
  chunks: Bytes,
  maxLineBytes = MAX_LINE_BYTES,
): AsyncGenerator<LineBlock | TooLongLine> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  /** Bytes after the last line feed of what is held. */
  let unfinished = 0;
  let line = 1;
  let isSkipping = false;
  const takeBlock = (): LineBlock => {
    const lineCount = held.reduce((sum, chunk) => sum + countLineFeeds(chunk), 0);
    const block = { chunks: held, byteLength: heldBytes, firstLine: line, lineCount };
    held = [];
    heldBytes = 0;
    line += block.lineCount;
    return block;
  };
  /** The consumer is done with this block, but the last chunk may have another line. */
  const recycle = (block: LineBlock, last: Uint8Array) => {
    for (const chunk of block.chunks) if (chunk.buffer !== last.buffer) recycleChunk(chunk);
  };
  for await (const chunk of chunks) {
    let from = 0;
    while (from < chunk.length) {
      const end = chunk.indexOf(LINE_FEED, from);
      if (isSkipping) {
        if (end === -1) break;
        yield { tooLongLine: line };
        line += 1;
        isSkipping = false;
        from = end + 1;
        continue;
      }
      const lineBytes = unfinished + (end === -1 ? chunk.length : end) - from;
      if (lineBytes > maxLineBytes) {
        held = withoutLast(held, unfinished);
        heldBytes -= unfinished;
        if (held.length > 0) yield takeBlock();
        unfinished = 0;
        isSkipping = true;
        continue;
      }
      const last = chunk.lastIndexOf(LINE_FEED);
      if (last < from) {
        held.push(chunk.subarray(from));
        heldBytes += chunk.length - from;
        unfinished += chunk.length - from;
        break;
      }
      // Each line but the first and the last lies within the chunk: only where a chunk is huge could one be too long.
      const to = chunk.length > maxLineBytes ? end + 1 : last + 1;
      held.push(chunk.subarray(from, to));
      heldBytes += to - from;
      unfinished = 0;
      from = to;
      if (heldBytes >= BLOCK_BYTES || chunk.length < FULL_CHUNK_BYTES) {
        const block = takeBlock();
        yield block;
        recycle(block, chunk);
      }
    }
    if (held.at(-1)?.buffer !== chunk.buffer) recycleChunk(chunk);
  }
  if (isSkipping) yield { tooLongLine: line };
  if (held.length > 0) yield takeBlock();
}

/** Holds a block and the chunk that filled it, unless a line is huge. */
export const BUFFER_BYTES = 384 * 1024;

/** The bytes of a block in one piece: its only chunk, or a copy at the start of a buffer, of a new one if that is too small. */
export function joinChunks({ chunks, byteLength }: LineBlock, buffer: ArrayBuffer): Uint8Array {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : copyChunks({ chunks, byteLength }, buffer);
}

/** The same, but always a copy. */
export function copyChunks(
  { chunks, byteLength }: Pick<LineBlock, 'chunks' | 'byteLength'>,
  buffer: ArrayBuffer,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(buffer.byteLength >= byteLength ? buffer : new ArrayBuffer(byteLength), 0, byteLength);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Removes this number of bytes from the end. */
function withoutLast(parts: readonly Uint8Array[], count: number): Uint8Array[] {
  let rest = parts.reduce((sum, part) => sum + part.length, 0) - count;
  return parts.flatMap((part) => {
    const head = part.subarray(0, Math.max(0, Math.min(part.length, rest)));
    rest -= head.length;
    return head.length > 0 ? [head] : [];
  });
}

function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}
