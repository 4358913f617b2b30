import type { BodyDeps } from '#core/formats/read/har-bodies';
import { HarBodies } from '#core/formats/read/har-bodies';
import { detectLayout, type InputLayout, layoutOfPart, MAX_FIRST_LINES_BYTES } from '#core/formats/read/input-layout';
import { type InputStep, readParts } from '#core/formats/read/read-parts';
import type { Bytes } from './decode-input';
import { type LineBlock, readLineBlocks, type TooLongLine } from './line-blocks';
import { rejoinBytes } from './rejoin-bytes';

export type InputBlock = LineBlock | TooLongLine | { readonly parts: readonly InputStep[] };

/**
 * Reads an input in blocks: of lines that are each a JSON text, which may be checked in any thread, or of the parts of
 * anything else.
 */
export async function* readInputBlocks(bytes: Bytes, bodies: BodyDeps): AsyncGenerator<InputBlock> {
  const { layout, all } = await detectLayoutOfBytes(bytes);
  if (layout === 'lines') yield* readLineBlocks(all);
  else for await (const parts of readParts(all, new HarBodies(bodies), layout)) if (parts.length > 0) yield { parts };
}

async function detectLayoutOfBytes(bytes: Bytes): Promise<{ readonly layout: InputLayout; readonly all: Bytes }> {
  const rest = bytes[Symbol.asyncIterator]();
  const held: Uint8Array[] = [];
  let length = 0;
  let isEnd = false;
  let layout: InputLayout | null = null;
  while (layout === null && !isEnd) {
    const { done, value } = await rest.next();
    if (done) isEnd = true;
    else {
      held.push(value);
      length += value.length;
    }
    const start = Buffer.concat(held).toString('utf8');
    layout = detectLayout(start, isEnd);
    if (layout === null && length >= MAX_FIRST_LINES_BYTES) layout = layoutOfPart(start);
  }
  return { layout: layout ?? 'lines', all: rejoinBytes(held, rest) };
}
