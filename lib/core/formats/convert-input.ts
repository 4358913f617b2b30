import type { TelemetryRecord } from '#core/journey/record';
import { createDefaultJudge } from '#core/stream/default-judge';
import type { JudgedRecord } from '#core/stream/judged-record';
import { secretGuard } from '#core/stream/secret-guard';
import { type Message, message } from '#core/util/message';
import { type Capture, type CaptureWriting, createCaptureSink, createWriting, writeCaptureFile } from './capture-file';
import { createFileParts } from './read/file-parts';
import { type BodyDeps, HarBodies } from './read/har-bodies';
import { readParts } from './read/read-parts';
import type { RecordWriter } from './write/export-format';
import { needsSyntheticRequest, SYNTHETIC_BATCH_SIZE } from './write/synthetic-requests';

/** The result of a conversion. */
export interface Conversion {
  /** Number of written events and calls. */
  written: number;
  /** Number of synthetic requests, created for events without a request. */
  syntheticRequests: number;
  /** Number of events and calls without a request, which the format cannot hold. */
  omitted: number;
  warnings: readonly Message[];
}

/** Thrown if the input has nothing that can be written, or an unreadable part. `fault` is the reason. */
export class NothingToWriteError extends Error {
  readonly fault: Message;

  constructor(fault: Message) {
    super(fault.code);
    this.fault = fault;
  }
}

/**
 * Converts an input in UTF-8 to an export format, in pieces of text. Writes its counts to `outcome`.
 * Events of an input of events are streamed, in any number. Those of a HAR file, or for a capture file, are buffered.
 * Throws {@link NothingToWriteError} if there is nothing to write, or if a part of the input is unreadable.
 */
export async function* convertInput(
  bytes: AsyncIterable<Uint8Array>,
  bodies: BodyDeps,
  options: CaptureWriting,
  outcome: Conversion,
): AsyncGenerator<string> {
  const buffered = createCaptureSink();
  const { createRecordWriter, holdsRequests } = options.format;
  const writer = createRecordWriter?.(createWriting(options)) ?? null;
  const { judge } = createDefaultJudge();
  let streamed: JudgedRecord[] = [];
  const canStream = (): boolean => {
    const source = parts.source();
    if (writer === null || source === 'requests') return false;
    return source === 'events' || !holdsRequests;
  };
  const sink = {
    ...buffered.sink,
    records: (changed: readonly TelemetryRecord[]) => {
      for (const record of changed) {
        if (canStream()) streamed.push(judge(record, false));
        else buffered.sink.records([record]);
      }
    },
  };
  const parts = createFileParts(secretGuard, sink, {
    maxEvents: Number.POSITIVE_INFINITY,
    isStreamed: writer !== null,
  });
  for await (const steps of readParts(bytes, new HarBodies(bodies))) {
    for (const step of steps) {
      const result = parts.take(step);
      if (!result.ok) throw new NothingToWriteError(result.failure);
    }
    for (const record of streamed) {
      if (holdsRequests && !needsSyntheticRequest(record)) outcome.omitted += 1;
      else {
        outcome.written += 1;
        yield writer?.add(record) ?? '';
      }
    }
    streamed = [];
  }
  outcome.warnings = parts.warnings();
  if (parts.count() === 0) throw new NothingToWriteError(parts.emptyFault());
  yield* writeBuffered(buffered.capture(), writer, options, outcome);
}

/** Writes the records that were not streamed, and completes the counts. */
function* writeBuffered(
  capture: Capture,
  writer: RecordWriter | null,
  options: CaptureWriting,
  outcome: Conversion,
): Generator<string> {
  const { holdsRequests } = options.format;
  const isWritable = (record: TelemetryRecord) =>
    !holdsRequests || record.requests.length > 0 || needsSyntheticRequest(record);
  const bufferedCount = capture.records.filter(isWritable).length;
  outcome.omitted += capture.records.length - bufferedCount;
  if (outcome.written === 0 && bufferedCount === 0) throw new NothingToWriteError(message('import.fault.noRequest'));
  if (outcome.written === 0) {
    outcome.written = bufferedCount;
    outcome.syntheticRequests = holdsRequests
      ? Math.ceil(capture.records.filter(needsSyntheticRequest).length / SYNTHETIC_BATCH_SIZE)
      : 0;
    yield* writeCaptureFile(capture, options).texts;
    return;
  }
  outcome.written += bufferedCount;
  yield writer?.end(capture.records) ?? '';
  outcome.syntheticRequests = writer?.syntheticRequests() ?? 0;
}
