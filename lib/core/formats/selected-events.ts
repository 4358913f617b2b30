import { createRests, type Pace } from '#core/util/pace';
import type { LongValueSource } from './write/long-value-source';
import type { Pieces } from './write/writing';

export interface GatherDeps<Part> extends Pace {
  /** Moves a part of the file elsewhere, such as into a blob, so that the whole is never in memory. */
  readonly toPart: (text: string) => Part;
  /** What the writer waits for; unset where everything is in memory. */
  readonly longValues?: Pick<LongValueSource, 'isWaiting' | 'ready'> | undefined;
  readonly signal: AbortSignal;
  /** Called with the written share, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Approximate length of the parts that a file is passed to the browser in. */
const PART_LENGTH = 256 * 1024;

/**
 * Writes a whole file, and yields to other tasks in between.
 * Resolves with the parts, or with `null` if cancelled.
 */
export async function collectEvents<Part>(pieces: Pieces, deps: GatherDeps<Part>): Promise<readonly Part[] | null> {
  const parts: Part[] = [];
  let held: string[] = [];
  let heldLength = 0;
  let done = 0;
  const rests = createRests(deps);
  for (const text of pieces.texts) {
    done += 1;
    held.push(text);
    heldLength += text.length;
    if (heldLength > PART_LENGTH) {
      parts.push(deps.toPart(held.join('')));
      held = [];
      heldLength = 0;
    }
    if (deps.longValues?.isWaiting()) await deps.longValues.ready();
    if (!rests.isDue()) continue;
    deps.onProgress(Math.min(1, done / pieces.count));
    await rests.take();
    if (deps.signal.aborted) return null;
  }
  parts.push(deps.toPart(held.join('')));
  return parts;
}
