import type { SecretGuard } from '#core/journey/correlator/observations';
import { joinBytes, readBytes } from '#core/util/join-bytes';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { createTimeSlices, type TimeSliceDeps } from '#core/util/time-slices';
import { decompressByStream } from '#core/wire/decode-body';
import type { RecordSource } from '../import-formats';
import { detectByteFormat, SEARCHED_BYTES, SIGNATURE_BYTES } from './byte-signature';
import { createFileParts } from './file-parts';
import { type BodyDeps, HarBodies } from './har-bodies';
import { readParts } from './read-parts';
import type { ReadingSink } from './reading-sink';

/** The part of `File` that is used, so that a test can replace it. */
export interface SourceFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly stream: () => ReadableStream<Uint8Array>;
}

/** Dependencies of reading an input. */
interface InputDeps extends TimeSliceDeps {
  readonly guard: SecretGuard;
  readonly sink: ReadingSink;
  /** Decompress and locate the request bodies of HAR files. */
  readonly bodies: BodyDeps;
  readonly signal: AbortSignal;
  /** Default: as many as the panel can store. */
  readonly maxEvents?: number;
}

/** Dependencies of reading a file. */
export interface FileDeps extends Omit<InputDeps, 'bodies'> {
  /** Default: `DecompressionStream`, and attachments from the archive that is read. */
  readonly bodies?: BodyDeps;
  /** Called with the progress, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

export interface ReadSummary {
  readonly source: RecordSource;
  readonly events: number;
  /** Skipped parts, with the reasons. */
  readonly warnings: readonly Message[];
}

export type ReadFailure =
  | { readonly reason: 'cancelled' }
  /** The reason, and the number of events before the fault. */
  | { readonly reason: 'unreadable'; readonly message: Message; readonly eventsBefore: number };

/**
 * Limit of the size of a file.
 * Files are streamed, but the records of a larger file would take too much memory.
 */
const MAX_FILE_BYTES = 1024 * 1024 * 1024;

/**
 * Streams a file into the sink: a capture, a HAR file, a Postman collection, or a text with events.
 * The file may be compressed with gzip, or be UTF-16.
 */
export async function readFile(file: SourceFile, deps: FileDeps): Promise<Result<ReadSummary, ReadFailure>> {
  if (file.size > MAX_FILE_BYTES) return unreadable(message('import.fault.tooLarge'));
  let bytes = 0;
  const onBytes = (length: number) => {
    bytes += length;
    deps.onProgress(file.size === 0 ? 1 : Math.min(1, bytes / file.size));
  };
  const opened = await openBytes((onRead) => countBytes(file.stream(), onRead), onBytes);
  if (!opened.ok) return unreadable(opened.failure);
  const { bodies = opened.value.bodies } = deps;
  return readInput(opened.value.bytes, { ...deps, bodies });
}

/** Reads an input in UTF-8 into the sink. See {@link readFile}. */
async function readInput(
  bytes: AsyncIterable<Uint8Array>,
  { guard, sink, bodies, signal, maxEvents, ...sliceDeps }: InputDeps,
): Promise<Result<ReadSummary, ReadFailure>> {
  const parts = createFileParts(guard, sink, maxEvents === undefined ? {} : { maxEvents });
  const steps = readParts(bytes, new HarBodies(bodies));
  const slices = createTimeSlices(sliceDeps);
  try {
    for await (const step of steps) {
      for (const part of step) {
        const result = parts.take(part);
        if (!result.ok) return unreadable(result.failure, parts.count());
        if (!slices.isOver()) continue;
        await slices.next();
        if (signal.aborted) return fail({ reason: 'cancelled' });
      }
      if (signal.aborted) return fail({ reason: 'cancelled' });
    }
  } catch (error) {
    if (error instanceof UnreadableBytesError) return unreadable(error.fault, parts.count());
    throw error;
  }
  if (parts.count() === 0) return unreadable(parts.emptyFault());
  return succeed({ source: parts.source(), events: parts.count(), warnings: parts.warnings() });
}

function unreadable(fault: Message, eventsBefore = 0) {
  return fail({ reason: 'unreadable' as const, message: fault, eventsBefore });
}

/** Opens a stream from its start. `onBytes` is called with the number of bytes that are read of the file. */
type Open = (onBytes: (length: number) => void) => ReadableStream<Uint8Array>;

/** The bytes of a file in UTF-8, with the functions that read the bodies of a HAR file in it. */
interface OpenedBytes {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly bodies: BodyDeps;
}

/** Thrown if a file cannot be read to its end. */
class UnreadableBytesError extends Error {
  readonly fault: Message;

  constructor(fault: Message) {
    super(fault.code);
    this.fault = fault;
  }
}

/**
 * Limit of nested compression.
 * A compressed file in an archive is possible; a longer chain is an attack.
 */
const MAX_LAYERS = 3;
/** Limit of the size of an archive, which is read into memory. */
const MAX_ARCHIVE_BYTES = 256 * 1024 * 1024;

/**
 * Opens a file: decompresses gzip and archives, and converts UTF-16 to UTF-8.
 * Iterating throws {@link UnreadableBytesError} if the file cannot be read to its end. The failure tells the user the
 * remedy.
 *
 * @param onBytes called with the number of bytes that were read of the file, before decompression
 */
async function openBytes(
  open: Open,
  onBytes: (length: number) => void,
  layers = MAX_LAYERS,
): Promise<Result<OpenedBytes, Message>> {
  const fault = layers === MAX_LAYERS ? 'import.fault.browser' : 'import.fault.damaged';
  const start = await firstBytes(open(() => {}));
  if (start === null) return fail(message(fault));
  const bytes = () => chunksOf(open(onBytes), fault);
  const bodies = { decompress: decompressByStream, readAttachment: async () => null };
  const format = detectByteFormat(start);
  switch (format) {
    case 'utf-8':
    case 'utf-8-with-bom':
      return succeed({ bytes: bytes(), bodies });
    case 'utf-16le':
    case 'utf-16be':
      return succeed({ bytes: fromUtf16(bytes(), format), bodies });
    case 'gzip': {
      if (layers === 0) return fail(message('import.fault.packed'));
      return openBytes((onRead) => open(onRead).pipeThrough(new DecompressionStream('gzip')), onBytes, layers - 1);
    }
    case 'zip': {
      if (layers === 0) return fail(message('import.fault.packed'));
      const zip = await readBytes(bytes(), MAX_ARCHIVE_BYTES);
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

/** Returns the first bytes of a stream, enough to detect the format; `null` if it cannot be read. */
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

function countBytes(stream: ReadableStream<Uint8Array>, onBytes: (length: number) => void): ReadableStream<Uint8Array> {
  return stream.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        onBytes(chunk.length);
        controller.enqueue(chunk);
      },
    }),
  );
}

async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  fault: 'import.fault.browser' | 'import.fault.damaged',
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      // Another program may change or remove the file meanwhile.
      const read = await reader.read().catch(() => null);
      if (read === null) throw new UnreadableBytesError(message(fault));
      if (read.done) return;
      yield read.value;
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
