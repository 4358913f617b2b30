import type { SecretGuard } from '#core/journey/correlator/observations';
import { joinBytes } from '#core/util/join-bytes';
import { type Message, message } from '#core/util/message';
import { createRests, type Pace } from '#core/util/pace';
import { fail, type Result, succeed } from '#core/util/result';
import { decompressByStream } from '#core/wire/decode-body';
import type { RecordSource } from '../import-formats';
import { detectByteFormat, SEARCHED_BYTES, SIGNATURE_BYTES } from './byte-signature';
import { createFileParts } from './file-parts';
import { type BodyDeps, HarBodies } from './har-bodies';
import { readParts } from './read-parts';
import type { ReadingSink } from './reading';

/** A file as the browser gives it, or a test. */
export interface SourceFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly stream: () => ReadableStream<Uint8Array>;
}

/** Dependencies of reading an input. */
interface InputDeps extends Pace {
  readonly guard: SecretGuard;
  readonly sink: ReadingSink;
  /** How request bodies of HAR files are unpacked and found. */
  readonly bodies: BodyDeps;
  readonly signal: AbortSignal;
  /** Omitted: as many as the panel can hold. */
  readonly maxEvents?: number;
}

/** Dependencies of reading a file. */
export interface FileDeps extends Omit<InputDeps, 'bodies'> {
  /** Omitted: as the platform can, with files of the archive that the file is. */
  readonly bodies?: BodyDeps;
  /** Called with the read share of the file, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

export interface ReadSummary {
  readonly source: RecordSource;
  readonly events: number;
  /** Parts that were not read, and why. */
  readonly remarks: readonly Message[];
}

export type ReadFailure =
  | { readonly reason: 'cancelled' }
  /** Why, and how many events there were before the fault. */
  | { readonly reason: 'unreadable'; readonly message: Message; readonly eventsBefore: number };

/**
 * Largest file that is read, in bytes.
 * A file is never held whole, but the records of a larger one would take too much memory.
 */
const MAX_FILE_BYTES = 1024 * 1024 * 1024;

/**
 * Reads a capture, a HAR file, a Postman collection, or events and calls in any text, as it streams.
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
  { guard, sink, bodies, signal, maxEvents, ...pace }: InputDeps,
): Promise<Result<ReadSummary, ReadFailure>> {
  const parts = createFileParts(guard, sink, maxEvents === undefined ? {} : { maxEvents });
  const steps = readParts(bytes, new HarBodies(bodies));
  const rests = createRests(pace);
  try {
    for await (const step of steps) {
      for (const part of step) {
        const taken = parts.take(part);
        if (!taken.ok) return unreadable(taken.failure, parts.count());
        if (!rests.isDue()) continue;
        await rests.take();
        if (signal.aborted) return fail({ reason: 'cancelled' });
      }
      if (signal.aborted) return fail({ reason: 'cancelled' });
    }
  } catch (error) {
    if (error instanceof UnreadableBytes) return unreadable(error.fault, parts.count());
    throw error;
  }
  if (parts.count() === 0) return unreadable(parts.emptyFault());
  return succeed({ source: parts.source(), events: parts.count(), remarks: parts.remarks() });
}

function unreadable(fault: Message, eventsBefore = 0) {
  return fail({ reason: 'unreadable' as const, message: fault, eventsBefore });
}

type Open = () => ReadableStream<Uint8Array>;

/** The bytes of a file in UTF-8, and how the bodies of a HAR file in it are read. */
interface OpenedBytes {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly bodies: BodyDeps;
}

/** The bytes of a file cannot be read to their end. */
class UnreadableBytes extends Error {
  readonly fault: Message;

  constructor(fault: Message) {
    super(fault.code);
    this.fault = fault;
  }
}

/** A packed file in a packed file is possible, a chain of them an attack. */
const MAX_LAYERS = 3;
/** An archive is held in memory. */
const MAX_ARCHIVE_BYTES = 256 * 1024 * 1024;

/**
 * Opens a file: unpacks gzip and archives, and turns UTF-16 into UTF-8. Iterating throws
 * {@link UnreadableBytes} where it cannot be read to its end. Fails with what a user can do.
 *
 * @param onBytes called with the length of what was used of the file
 */
async function openBytes(
  open: Open,
  onBytes: (length: number) => void,
  layers = MAX_LAYERS,
): Promise<Result<OpenedBytes, Message>> {
  const fault = layers === MAX_LAYERS ? 'import.fault.browser' : 'import.fault.damaged';
  const start = await firstBytes(open());
  if (start === null) return fail(message(fault));
  const bytes = () => chunksOf(open(), fault, onBytes);
  const bodies = { decompress: decompressByStream, readAttachment: async () => null };
  const format = detectByteFormat(start);
  switch (format) {
    case 'utf-8':
    case 'utf-8-with-mark':
      return succeed({ bytes: bytes(), bodies });
    case 'utf-16le':
    case 'utf-16be':
      return succeed({ bytes: fromUtf16(bytes(), format), bodies });
    case 'gzip': {
      if (layers === 0) return fail(message('import.fault.packed'));
      // The length of unpacked bytes says nothing about the progress in the file.
      return openBytes(
        () => open().pipeThrough(new DecompressionStream('gzip')),
        () => {},
        layers - 1,
      );
    }
    case 'zip': {
      if (layers === 0) return fail(message('import.fault.packed'));
      const zip = await wholeOf(bytes());
      if (zip === null) return fail(message('import.fault.archiveTooLarge', { n: MAX_ARCHIVE_BYTES / 1024 / 1024 }));
      const { readInputArchive } = await import('./input-archive');
      const archive = readInputArchive(zip);
      if (!archive.ok) return archive;
      const { file, readAttachment } = archive.value;
      const opened = await openBytes(
        () => new Blob([file]).stream(),
        () => {},
        layers - 1,
      );
      if (!opened.ok) return opened;
      return succeed({
        bytes: opened.value.bytes,
        bodies: { ...bodies, readAttachment: async (name) => readAttachment(name) },
      });
    }
    case 'zstd':
      return fail(message('import.fault.packed'));
    case 'binary':
      return fail(message('import.fault.notUtf8'));
  }
}

/** The first bytes of a stream, as far as they came together; `null` if it cannot be read. */
async function firstBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array | null> {
  const reader = stream.getReader();
  let start = new Uint8Array(0);
  try {
    while (start.length < SIGNATURE_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      start = joinBytes([start, value]);
    }
    return start.subarray(0, SEARCHED_BYTES);
  } catch {
    return null;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  fault: 'import.fault.browser' | 'import.fault.damaged',
  onBytes: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      // A file may be changed or taken away meanwhile.
      const read = await reader.read().catch(() => null);
      if (read === null) throw new UnreadableBytes(message(fault));
      if (read.done) return;
      yield read.value;
      onBytes(read.value.length);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function* fromUtf16(
  chunks: AsyncIterable<Uint8Array>,
  encoding: 'utf-16le' | 'utf-16be',
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }));
  yield encoder.encode(decoder.decode());
}

/** All bytes; `null` for more than an archive may have. */
async function wholeOf(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > MAX_ARCHIVE_BYTES) return null;
    pieces.push(chunk);
  }
  return joinBytes(pieces);
}
