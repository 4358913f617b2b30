import { createTimeSlices, type TimeSliceDeps } from '#core/util/time-slices';
import type { LongValueSource } from './write/long-value-source';
import type { FilePieces } from './write/writing';

interface JoinPiecesDeps<Part> extends TimeSliceDeps {
  /** Stores a part of the file outside the heap, such as in a blob, to limit memory. */
  readonly toPart: (text: string) => Part;
  /** The source of long values that the writer awaits; unset if all are in memory. */
  readonly longValues?: Pick<LongValueSource, 'isWaiting' | 'ready'> | undefined;
  readonly signal: AbortSignal;
  /** Called with the progress, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** Approximate length of one part of a file, in UTF-16 units. */
const PART_LENGTH = 256 * 1024;

/**
 * Joins the pieces of a file to larger parts, and yields to other tasks in between.
 * Resolves with the parts, or with `null` if cancelled.
 */
export async function joinPieces<Part>(
  filePieces: FilePieces,
  deps: JoinPiecesDeps<Part>,
): Promise<readonly Part[] | null> {
  const parts: Part[] = [];
  let pending: string[] = [];
  let pendingLength = 0;
  let pieceCount = 0;
  const slices = createTimeSlices(deps);
  for (const text of filePieces.texts) {
    pieceCount += 1;
    pending.push(text);
    pendingLength += text.length;
    if (pendingLength > PART_LENGTH) {
      parts.push(deps.toPart(pending.join('')));
      pending = [];
      pendingLength = 0;
    }
    if (deps.longValues?.isWaiting()) await deps.longValues.ready();
    if (!slices.isOver()) continue;
    deps.onProgress(Math.min(1, pieceCount / filePieces.count));
    await slices.next();
    if (deps.signal.aborted) return null;
  }
  parts.push(deps.toPart(pending.join('')));
  return parts;
}
