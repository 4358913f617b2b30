import { formatJson } from '#core/quoting/json-text';
import { observedOf } from '#core/stream/judged-record';
import { CAPTURE_FORMAT, CAPTURE_VERSION } from '../capture/capture-header';
import { defineExportFormat } from './export-format';
import { countStored, withLongValues } from './long-value-source';
import { type FilePieces, toJsonValue, type Writing } from './writing';

/** Writes the whole capture, one record per line: events with their journeys, page loads and frames. */
function writeCaptureJson(writing: Writing): FilePieces {
  return { count: writing.records.length + countStored(writing.records) + 2, texts: pieces(writing) };
}

function* pieces(writing: Writing): Generator<string> {
  const { records, redact, longValues } = writing;
  yield `${formatJson(headerOf(writing)).slice(0, -1)},"records":[`;
  let separator = '\n';
  for (const record of records) {
    const restored = yield* withLongValues(observedOf(record), longValues);
    yield separator + formatJson(redact(toJsonValue(restored)));
    separator = ',\n';
  }
  yield '\n]}\n';
}

function headerOf({ navigations, frames, redact, isRedacted, exportedAt, writtenBy }: Writing) {
  return {
    format: CAPTURE_FORMAT,
    version: CAPTURE_VERSION,
    exportedAt: new Date(exportedAt).toISOString(),
    writtenBy,
    redacted: isRedacted,
    frames: frames.map((frame) => redact(toJsonValue(frame))),
    navigations: navigations.map((navigation) => redact(toJsonValue(navigation))),
  };
}

/** The format of a capture file, which has all parts of a capture and can be imported again. */
export const captureFormat = defineExportFormat({
  id: 'capture',
  extension: 'telemetry.json',
  mimeType: 'application/json',
  holdsRequests: false,
  write: writeCaptureJson,
  createRecordWriter: null,
});
