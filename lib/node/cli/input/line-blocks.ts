import type { Bytes } from './decode-input';
import { recycleChunk } from './read-buffers';

/**
 * A block of whole lines of an input, in UTF-8. The last line of an input may lack its line feed.
 * The bytes are valid until the next block is requested.
 */
export interface LineBlock {
  /** The bytes, in the chunks in which they were read. */
  readonly chunks: readonly Uint8Array[];
  readonly byteLength: number;
  /** Number of the block's first line, from 1. */
  readonly firstLine: number;
  readonly lineCount: number;
}

/** A line that was skipped because it exceeds {@link MAX_LINE_BYTES}. */
export interface TooLongLine {
  readonly tooLongLine: number;
}

/** Maximum length of a line. Longer lines are skipped. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;
/** Large enough for a negligible cost per block, and small enough for two workers in less than 150 MB. */
const BLOCK_BYTES = 256 * 1024;
/**
 * Size of a pipe's chunk when its writer is faster than its reader.
 * The lines of a smaller chunk are yielded at once, without waiting for a full block.
 */
const FULL_CHUNK_BYTES = 64 * 1024;
const LINE_FEED = 0x0a;

/**
 * Splits bytes into blocks of whole lines.
 * Buffers at most a block and one line of {@link MAX_LINE_BYTES}.
 */
export async function* readLineBlocks(
  chunks: Bytes,
  maxLineBytes = MAX_LINE_BYTES,
): AsyncGenerator<LineBlock | TooLongLine> {
  let buffered: Uint8Array[] = [];
  let bufferedBytes = 0;
  /** Buffered bytes after the last line feed. */
  let unfinishedBytes = 0;
  let line = 1;
  let isSkipping = false;
  const takeBlock = (): LineBlock => {
    const lineCount = buffered.reduce((sum, chunk) => sum + countLineFeeds(chunk), 0);
    const block = { chunks: buffered, byteLength: bufferedBytes, firstLine: line, lineCount };
    buffered = [];
    bufferedBytes = 0;
    line += block.lineCount;
    return block;
  };
  /** Recycles the chunks of a consumed block, except the last one, which may contain more lines. */
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
      const lineBytes = unfinishedBytes + (end === -1 ? chunk.length : end) - from;
      if (lineBytes > maxLineBytes) {
        buffered = withoutLastBytes(buffered, unfinishedBytes);
        bufferedBytes -= unfinishedBytes;
        if (buffered.length > 0) yield takeBlock();
        unfinishedBytes = 0;
        isSkipping = true;
        continue;
      }
      const last = chunk.lastIndexOf(LINE_FEED);
      if (last < from) {
        buffered.push(chunk.subarray(from));
        bufferedBytes += chunk.length - from;
        unfinishedBytes += chunk.length - from;
        break;
      }
      // All lines but the first and the last lie within the chunk, so they are too long only if the chunk is huge.
      const to = chunk.length > maxLineBytes ? end + 1 : last + 1;
      buffered.push(chunk.subarray(from, to));
      bufferedBytes += to - from;
      unfinishedBytes = 0;
      from = to;
      if (bufferedBytes >= BLOCK_BYTES || chunk.length < FULL_CHUNK_BYTES) {
        const block = takeBlock();
        yield block;
        recycle(block, chunk);
      }
    }
    if (buffered.at(-1)?.buffer !== chunk.buffer) recycleChunk(chunk);
  }
  if (isSkipping) yield { tooLongLine: line };
  if (buffered.length > 0) yield takeBlock();
}

/** Returns the index of the first line feed from `from` on, or the length of the buffer if there is none. */
export function endOfLine(buffer: Buffer, from: number): number {
  const end = buffer.indexOf(LINE_FEED, from);
  return end === -1 ? buffer.length : end;
}

/** Buffer size that fits a block and the chunk that filled it, unless a line is huge. */
export const BUFFER_BYTES = 384 * 1024;

/**
 * Returns the bytes of a block in one piece: its only chunk, or a copy in the buffer.
 * A block that does not fit into the buffer is copied into a new one.
 */
export function joinChunks({ chunks, byteLength }: LineBlock, buffer: ArrayBuffer): Uint8Array {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : copyChunks({ chunks, byteLength }, buffer);
}

/** Copies the bytes of a block into the buffer, or into a new one if the block does not fit. */
export function copyChunks(
  { chunks, byteLength }: Pick<LineBlock, 'chunks' | 'byteLength'>,
  buffer: ArrayBuffer,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(buffer.byteLength >= byteLength ? buffer : new ArrayBuffer(byteLength), 0, byteLength);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

function withoutLastBytes(chunks: readonly Uint8Array[], byteCount: number): Uint8Array[] {
  let remainingBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0) - byteCount;
  return chunks.flatMap((chunk) => {
    const head = chunk.subarray(0, Math.max(0, Math.min(chunk.length, remainingBytes)));
    remainingBytes -= head.length;
    return head.length > 0 ? [head] : [];
  });
}

function countLineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let offset = bytes.indexOf(LINE_FEED); offset !== -1; offset = bytes.indexOf(LINE_FEED, offset + 1)) count += 1;
  return count;
}
