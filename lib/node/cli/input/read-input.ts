import { isUtf8 } from 'node:buffer';
import { type BodyDeps, HarBodies, POST_DATA } from '#core/formats/read/har-bodies';
import { detectLayout, type InputLayout, layoutOfPart, MAX_FIRST_LINES_BYTES } from '#core/formats/read/input-layout';
import { type InputStep, readParts } from '#core/formats/read/read-parts';
import { type Bytes, rejoinBytes } from './decode-input';
import { endOfLine, type LineBlock, readLineBlocks, type TooLongLine } from './line-blocks';

export type InputBlock = LineBlock | TooLongLine | { readonly parts: readonly InputStep[] };

/**
 * Reads an input in blocks. Blocks of lines, each of them a JSON text, can be checked in any thread.
 * Any other input is yielded as parts.
 */
export async function* readInputBlocks(bytes: Bytes, bodies: BodyDeps): AsyncGenerator<InputBlock> {
  const { layout, all } = await detectLayoutOfBytes(bytes);
  if (layout === 'lines') yield* readLines(all, new HarBodies(bodies));
  else for await (const parts of readParts(all, new HarBodies(bodies), layout)) if (parts.length > 0) yield { parts };
}

/** Yields blocks of lines. Decodes request bodies first, because a line may be a whole HAR file. */
async function* readLines(bytes: Bytes, bodies: HarBodies): AsyncGenerator<InputBlock> {
  for await (const block of readLineBlocks(bytes)) {
    yield 'chunks' in block ? await decodeLines(block, bodies) : block;
  }
  const parts = bodies.warnings().map((warning) => ({ type: 'warning', message: warning }) as const);
  if (parts.length > 0) yield { parts };
}

async function decodeLines(block: LineBlock, bodies: HarBodies): Promise<LineBlock> {
  if (!hasPostData(block.chunks)) return block;
  const all = Buffer.concat(block.chunks);
  const lines: Uint8Array[] = [];
  for (let from = 0; from < all.length; ) {
    const to = Math.min(endOfLine(all, from) + 1, all.length);
    lines.push(await decodeLine(all.subarray(from, to), bodies));
    from = to;
  }
  const decoded = Buffer.concat(lines);
  return { ...block, chunks: [decoded], byteLength: decoded.length };
}

async function decodeLine(line: Buffer, bodies: HarBodies): Promise<Uint8Array> {
  if (!line.includes(POST_DATA) || !isUtf8(line)) return line;
  const text = line.toString('utf8');
  const [part] = await bodies.decode([{ type: 'text', line: 1, column: 1, text }]);
  return part?.type !== 'text' || part.text === text ? line : Buffer.from(`${part.text}\n`);
}

/** Copies only the bytes at chunk borders, because the search runs for each block. */
function hasPostData(chunks: LineBlock['chunks']): boolean {
  let previousEnd = Buffer.alloc(0);
  for (const { buffer, byteOffset, length } of chunks) {
    const bytes = Buffer.from(buffer, byteOffset, length);
    if (bytes.includes(POST_DATA)) return true;
    const border = Buffer.concat([previousEnd, bytes.subarray(0, POST_DATA.length)]);
    if (border.includes(POST_DATA)) return true;
    const tail = length < POST_DATA.length ? Buffer.concat([previousEnd, bytes]) : bytes;
    previousEnd = Buffer.from(tail.subarray(-POST_DATA.length));
  }
  return false;
}

async function detectLayoutOfBytes(bytes: Bytes): Promise<{ readonly layout: InputLayout; readonly all: Bytes }> {
  const iterator = bytes[Symbol.asyncIterator]();
  const readChunks: Uint8Array[] = [];
  let length = 0;
  let isEnd = false;
  let layout: InputLayout | null = null;
  while (layout === null && !isEnd) {
    const { done, value } = await iterator.next();
    if (done) isEnd = true;
    else {
      readChunks.push(value);
      length += value.length;
    }
    const start = Buffer.concat(readChunks).toString('utf8');
    layout = detectLayout(start, isEnd);
    if (layout === null && length >= MAX_FIRST_LINES_BYTES) layout = layoutOfPart(start);
  }
  return { layout: layout ?? 'lines', all: rejoinBytes(readChunks, iterator) };
}
