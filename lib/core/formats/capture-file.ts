import type { Navigation } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import { isJsonObject } from '#core/json/json';
import { createRedactor } from '#core/redaction/redactor';
import { createDefaultJudge } from '#core/stream/default-judge';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import { createJudgedRows } from '#core/stream/judged-rows';
import { secretGuard } from '#core/stream/secret-guard';
import { compiledOf } from '#core/telemetry/compiled';
import { isEventKind } from '#core/telemetry/kinds';
import { readWireArguments } from '#core/telemetry/wire-format';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { type ReadSummary, readFile } from './read/read-file';
import type { ReadingSink } from './read/reading-sink';
import type { ExportFormatDefinition } from './write/export-format';
import type { FilePieces, Writing } from './write/writing';

/** The contents of a capture: events with their journeys, page loads and frames. */
export interface Capture {
  readonly records: readonly PlainJudgedRecord[];
  readonly navigations: readonly Navigation[];
  readonly frames: readonly WatchedFrame[];
}

/**
 * Reads a whole file of any of the formats that the panel imports.
 * Lists the parts that were skipped as `warnings`. Fails for a file of more than 200,000 events.
 */
export async function readCaptureFile(
  stream: () => ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<Result<Capture & Pick<ReadSummary, 'warnings'>, Message>> {
  const buffer = createCaptureSink();
  const read = await readFile(
    { name: '', size: 0, stream },
    // No other task runs meanwhile, so there is no need to yield.
    {
      guard: secretGuard,
      sink: buffer.sink,
      yieldTask: async () => {},
      clock: () => 0,
      signal,
      onProgress: () => {},
    },
  );
  if (read.ok) return succeed({ ...buffer.capture(), warnings: read.value.warnings });
  return fail(read.failure.reason === 'unreadable' ? read.failure.message : message('import.fault.noEvent'));
}

/** Creates a sink that collects the parts of a file into a capture. */
export function createCaptureSink(): { readonly sink: ReadingSink; readonly capture: () => Capture } {
  const rows = createJudgedRows(createDefaultJudge());
  let navigations: readonly Navigation[] = [];
  let frames: readonly WatchedFrame[] = [];
  const sink = {
    records: rows.put,
    navigations: (all: readonly Navigation[]) => {
      navigations = all;
    },
    frames: (all: readonly WatchedFrame[]) => {
      frames = all;
    },
  };
  return { sink, capture: () => ({ records: rows.all(), navigations, frames }) };
}

export interface CaptureWriting {
  readonly format: ExportFormatDefinition;
  /** `redact` replaces tokens, email addresses and phone numbers by pseudonyms. */
  readonly secrets: 'redact' | 'keep';
  /** Epoch milliseconds. */
  readonly exportedAt: number;
  readonly writtenBy: { readonly name: string; readonly version: string };
}

/** Writes a capture in any of the export formats, in pieces. */
export function writeCaptureFile(capture: Capture, options: CaptureWriting): FilePieces {
  return options.format.write({ ...capture, all: capture.records, ...createWriting(options) });
}

/**
 * Creates the options for writing files.
 * Equal secrets get equal pseudonyms in all files that share these options.
 */
export function createWriting({
  secrets,
  exportedAt,
  writtenBy,
}: CaptureWriting): Omit<Writing, 'records' | 'all' | 'navigations' | 'frames'> {
  const redactor = createRedactor();
  const isRedacted = secrets === 'redact';
  return {
    redact: isRedacted ? (json) => redactor.json(json) : (json) => json,
    isRedacted,
    exportedAt,
    writtenBy,
    argumentsOfEvent: (kind, event) =>
      isJsonObject(event) ? readWireArguments(compiledOf(kind).mappings, event).args : {},
    argumentNames: (method) => (isEventKind(method) ? compiledOf(method).argumentNames : []),
  };
}
