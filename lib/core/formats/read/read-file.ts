import type { CorrelatorRules } from '#core/journey/event-correlator';
import { JsonStream } from '#core/json/json-stream';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { createFileParts, type FileKind, shouldReadArray } from './file-parts';
import type { ReadingSink } from './reading';

/** A file as the browser gives it, or a test. */
export interface SourceFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly stream: () => ReadableStream<Uint8Array>;
}

export interface ReadingDeps {
  readonly rules: CorrelatorRules;
  readonly sink: ReadingSink;
  /** Lets everything else happen, then settles. */
  readonly rest: () => Promise<void>;
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** How much of the file is read, 0 to 1. */
  readonly onProgress: (share: number) => void;
  /** Omitted: as many as the panel can hold. */
  readonly maxEvents?: number;
}

export interface ReadSummary {
  readonly kind: FileKind;
  readonly events: number;
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
/** Text that is looked through in one go, in UTF-16 units: some milliseconds. */
const CHUNK_CHARS = 128 * 1024;

/**
 * Reads a session, a HAR file, or events and calls, as it streams.
 * What was read goes to the sink at once.
 */
export async function readFile(file: SourceFile, deps: ReadingDeps): Promise<Result<ReadSummary, ReadFailure>> {
  const parts = createFileParts(deps.rules, deps.sink, deps.maxEvents);
  const unreadable = (fault: Message) =>
    fail({ reason: 'unreadable' as const, message: fault, eventsBefore: parts.count() });
  if (file.size > MAX_FILE_BYTES) return unreadable(message('import.fault.tooLarge'));
  const stream = new JsonStream(shouldReadArray);
  let restedAt = deps.clock();
  const work = async (texts: Iterable<string>, isLast: boolean): Promise<Message | null> => {
    for (const text of texts) {
      for (const part of isLast ? stream.end() : stream.push(text)) {
        const taken = parts.take(part);
        if (!taken.ok) return taken.failure;
        if (deps.clock() - restedAt < WORK_MS) continue;
        await deps.rest();
        restedAt = deps.clock();
        if (deps.signal.aborted) return null;
      }
    }
    return null;
  };
  let bytes = 0;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of chunksOf(file.stream())) {
    if (chunk === null) return unreadable(message('import.fault.browser'));
    bytes += chunk.length;
    const text = decode(decoder, chunk);
    if (text === null) return unreadable(message('import.fault.notUtf8'));
    const fault = await work(slices(text), false);
    if (deps.signal.aborted) return fail({ reason: 'cancelled' });
    if (fault !== null) return unreadable(fault);
    deps.onProgress(file.size === 0 ? 1 : Math.min(1, bytes / file.size));
  }
  if (decode(decoder) === null) return unreadable(message('import.fault.truncatedCharacter'));
  const fault = await work([''], true);
  if (deps.signal.aborted) return fail({ reason: 'cancelled' });
  if (fault !== null) return unreadable(fault);
  if (parts.count() === 0) return unreadable(message('import.fault.noEvent'));
  return succeed({ kind: parts.kind(), events: parts.count() });
}

/** Null if the browser cannot go on, as when the file was changed or taken away. */
async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array | null> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const read = await reader.read().catch(() => null);
      if (read?.done) return;
      yield read?.value ?? null;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string | null {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    return null;
  }
}

function* slices(text: string): Generator<string> {
  for (let from = 0; from < text.length; from += CHUNK_CHARS) yield text.slice(from, from + CHUNK_CHARS);
}
