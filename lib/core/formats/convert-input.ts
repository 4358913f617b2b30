import type { TelemetryRecord } from '#core/journey/record';
import { createDefaultJudge } from '#core/stream/default-judge';
import type { JudgedRecord } from '#core/stream/judged-record';
import { secretGuard } from '#core/stream/secret-guard';
import { type Message, message } from '#core/util/message';
import { type CaptureWriting, createWriting, gatherCapture, writeCaptureFile } from './capture-file';
import { createFileParts } from './read/file-parts';
import { type BodyDeps, HarBodies } from './read/har-bodies';
import { readParts } from './read/read-parts';
import { needsMadeUpRequest } from './write/made-up-requests';

/** The result of a conversion. */
export interface Conversion {
  /** Events and calls that were written. */
  written: number;
  /** Requests that were made up for events that none carried. */
  madeUp: number;
  /** Events and calls that the format cannot hold: those that no request carried. */
  omitted: number;
  remarks: readonly Message[];
}

/** The input holds nothing that can be written. Nothing was written. */
export class NothingToWrite extends Error {
  readonly fault: Message;

  constructor(fault: Message) {
    super(fault.code);
    this.fault = fault;
  }
}

/**
 * Converts an input in UTF-8 to an export format, in texts as they come. `outcome` is filled in.
 * Events of an input of events are written one by one, in any number. Of a HAR file, and for a capture file, all are held.
 * Throws {@link NothingToWrite} before the first text.
 */
export async function* convertInput(
  bytes: AsyncIterable<Uint8Array>,
  bodies: BodyDeps,
  options: CaptureWriting,
  outcome: Conversion,
): AsyncGenerator<string> {
  const held = gatherCapture();
  const { createRecordWriter, holdsRequests } = options.format;
  const writer = createRecordWriter?.(createWriting(options)) ?? null;
  const { judge } = createDefaultJudge();
  let ready: JudgedRecord[] = [];
  const isReady = (): boolean => {
    const source = parts.source();
    if (writer === null || source === 'requests') return false;
    return source === 'events' || !holdsRequests;
  };
  const sink = {
    ...held.sink,
    records: (changed: readonly TelemetryRecord[]) => {
      for (const record of changed) {
        if (isReady()) ready.push(judge(record, false));
        else held.sink.records([record]);
      }
    },
  };
  const parts = createFileParts(secretGuard, sink, {
    maxEvents: Number.POSITIVE_INFINITY,
    isStreamed: writer !== null,
  });
  for await (const steps of readParts(bytes, new HarBodies(bodies))) {
    for (const step of steps) {
      const taken = parts.take(step);
      if (!taken.ok) throw new NothingToWrite(taken.failure);
    }
    for (const record of ready) {
      if (holdsRequests && !needsMadeUpRequest(record)) outcome.omitted += 1;
      else {
        outcome.written += 1;
        yield writer?.add(record) ?? '';
      }
    }
    ready = [];
  }
  outcome.remarks = parts.remarks();
  if (parts.count() === 0) throw new NothingToWrite(parts.emptyFault());
  const capture = held.capture();
  const isWritable = (record: TelemetryRecord) =>
    !holdsRequests || record.requests.length > 0 || needsMadeUpRequest(record);
  const heldCount = capture.records.filter(isWritable).length;
  outcome.omitted += capture.records.length - heldCount;
  if (outcome.written === 0 && heldCount === 0) throw new NothingToWrite(message('import.fault.noRequest'));
  if (outcome.written === 0) {
    outcome.written = heldCount;
    outcome.madeUp = holdsRequests ? Math.ceil(capture.records.filter(needsMadeUpRequest).length / 1_000) : 0;
    yield* writeCaptureFile(capture, options).texts;
    return;
  }
  outcome.written += heldCount;
  yield writer?.end(capture.records) ?? '';
  outcome.madeUp = writer?.madeUp() ?? 0;
}
