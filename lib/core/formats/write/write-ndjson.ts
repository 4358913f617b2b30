import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { formatJson } from '#core/quoting/json-text';
import { recordValue } from '../record-json';
import { createRowWriter, defineExportFormat } from './export-format';
import { countStored, withLongValues } from './long-value-source';
import type { FilePieces, Writing } from './writing';

/** Writes one event per line, as it was sent last. A call without an event is written as `{"method","args"}`. */
function writeNdjson(writing: Writing): FilePieces {
  const { records } = writing;
  return { count: Math.max(1, records.length + countStored(records)), texts: lines(writing) };
}

function* lines({ records, redact, longValues }: Writing): Generator<string> {
  for (const record of records) yield ndjsonLine(yield* withLongValues(record, longValues), redact);
}

function ndjsonLine(record: TelemetryRecord, redact: Writing['redact']): string {
  return `${formatJson(redact(eventJson(record) ?? recordValue(record)))}\n`;
}

/** The format `ndjson`: one event per line. */
export const ndjsonFormat = defineExportFormat({
  id: 'ndjson',
  extension: 'ndjson',
  mimeType: 'application/x-ndjson',
  holdsRequests: false,
  write: writeNdjson,
  createRecordWriter: ({ redact }) => createRowWriter('', (record) => ndjsonLine(record, redact)),
});
