import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLineBlocks } from '#node/cli/input/line-blocks';
import { readFileChunks, recycleChunk } from '#node/cli/input/read-buffers';

let folder = '';
let file = '';
/** Lengths of lines, so that chunks end at any position of a line. */
const lengths = Array.from({ length: 3_000 }, (_, index) => (index % 97) * 13 + 1);
const MAX_LINE_BYTES = 400_000;
/** One line is longer than a chunk, and one is too long. */
const lines = [...lengths, 300_000, MAX_LINE_BYTES + 1, ...lengths].map((length, index) => `${index}`.padEnd(length));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-buffers-'));
  file = join(folder, 'lines.ndjson');
  await writeFile(file, lines.join('\n'));
});
afterAll(() => rm(folder, { recursive: true }));

it('chunks of a file have the same bytes when their buffers are reused', async () => {
  const readLines: string[] = [];
  for await (const block of readLineBlocks(readFileChunks(file), MAX_LINE_BYTES)) {
    if ('chunks' in block) readLines.push(Buffer.concat(block.chunks).toString());
    else readLines.push(`${lines[block.tooLongLine - 1]}\n`);
  }
  expect(readLines.join('') === lines.join('\n')).toBe(true);
});

it('chunks of a file share few buffers if each buffer is recycled', async () => {
  const [newBuffers, recycledBuffers] = [new Set(), new Set()];
  for await (const chunk of readFileChunks(file)) newBuffers.add(chunk.buffer);
  for await (const chunk of readFileChunks(file)) {
    recycledBuffers.add(chunk.buffer);
    recycleChunk(chunk);
    // A buffer that is listed twice as free would be overwritten while it is in use.
    recycleChunk(chunk);
  }
  expect(newBuffers.size).toBeGreaterThan(10);
  expect(recycledBuffers.size).toBeLessThan(5);
});
