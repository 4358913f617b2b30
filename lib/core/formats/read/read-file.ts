import type { SecretGuard } from '#core/journey/correlator/observations';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { createFileParts, type FileKind } from './file-parts';
import { type BodyDeps, HarBodies } from './har-bodies';
import { openBytes, UnreadableBytes } from './open-bytes';
import { readParts } from './read-parts';
import type { ReadingSink } from './reading';

/** A file as the browser gives it, or a test. */
export interface SourceFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly stream: () => ReadableStream<Uint8Array>;
}

/** What reading an input needs. */
interface InputDeps {
  readonly guard: SecretGuard;
  readonly sink: ReadingSink;
  /** How request bodies of HAR files are unpacked and found. */
  readonly bodies: BodyDeps;
  /** Lets everything else happen, then settles. */
  readonly rest: () => Promise<void>;
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Omitted: as many as the panel can hold. */
  readonly maxEvents?: number;
}

/** What reading a file needs. */
export interface FileDeps extends Omit<InputDeps, 'bodies'> {
  /** Omitted: as the platform can, with files of the archive that the file is. */
  readonly bodies?: BodyDeps;
  /** How much of the file is read, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

export interface ReadSummary {
  readonly kind: FileKind;
  readonly events: number;
  /** What was not read, and why. */
  readonly remarks: readonly Message[];
}

export type ReadFailure =
  | { readonly reason: 'cancelled' }
  /** Why, and how many events there were before the fault. */
  | { readonly reason: 'unreadable'; readonly message: Message; readonly eventsBefore: number };

/**
 * Largest file that is begun with, in bytes.
 * A file is never held whole, but of a larger one too much would be kept.
 */
const MAX_FILE_BYTES = 1024 * 1024 * 1024;
/** Work without a rest, in milliseconds: the panel goes on rendering and listening. */
const WORK_MS = 10;

/**
 * Reads a session, a HAR file, a Postman collection, or events and calls in any text, as it streams.
 * What was read goes to the sink at once. A file may be packed with gzip, or be UTF-16.
 */
export async function readFile(file: SourceFile, deps: FileDeps): Promise<Result<ReadSummary, ReadFailure>> {
  if (file.size > MAX_FILE_BYTES) return unreadable(message('import.fault.tooLarge'));
  let bytes = 0;
  const onBytes = (length: number) => {
    bytes += length;
    deps.onProgress(file.size === 0 ? 1 : Math.min(1, bytes / file.size));
  };
  const opened = await openBytes(() => file.stream(), onBytes);
  if (!opened.ok) return unreadable(opened.failure);
  const { bodies = opened.value.bodies } = deps;
  return readInput(opened.value.bytes, { ...deps, bodies });
}

/** Reads an input in UTF-8 into the sink. See {@link readFile}. */
async function readInput(
  bytes: AsyncIterable<Uint8Array>,
  { guard, sink, bodies, rest, clock, signal, maxEvents }: InputDeps,
): Promise<Result<ReadSummary, ReadFailure>> {
  const parts = createFileParts(guard, sink, maxEvents === undefined ? {} : { maxEvents });
  const steps = readParts(bytes, new HarBodies(bodies));
  let restedAt = clock();
  try {
    for await (const step of steps) {
      for (const part of step) {
        const taken = parts.take(part);
        if (!taken.ok) return unreadable(taken.failure, parts.count());
        if (clock() - restedAt < WORK_MS) continue;
        await rest();
        restedAt = clock();
        if (signal.aborted) return fail({ reason: 'cancelled' });
      }
      if (signal.aborted) return fail({ reason: 'cancelled' });
    }
  } catch (error) {
    if (error instanceof UnreadableBytes) return unreadable(error.fault, parts.count());
    throw error;
  }
  if (parts.count() === 0) return unreadable(parts.emptyFault());
  return succeed({ kind: parts.kind(), events: parts.count(), remarks: parts.remarks() });
}

function unreadable(fault: Message, eventsBefore = 0) {
  return fail({ reason: 'unreadable' as const, message: fault, eventsBefore });
}
