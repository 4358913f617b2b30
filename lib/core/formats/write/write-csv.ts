import { journeyState } from '#core/journey/journey-state';
import { elementText } from '#core/journey/record';
import { type Json, type JsonObject, valueAt } from '#core/json/json';
import { toSpreadsheetJson, toSpreadsheetText } from '#core/quoting/spreadsheet-cell';
import { findingText } from '#core/report/english-findings';
import { observedOf, type PlainJudgedRecord, toPlainRecord } from '#core/stream/judged-record';
import { createRowWriter, defineExportFormat } from './export-format';
import { countStored, withLongValues } from './long-value-source';
import { type FilePieces, formatIsoTime, type Writing } from './writing';

/**
 * Writes one row per event (RFC 4180).
 * Spreadsheets detect UTF-8 by the byte order mark. Without it, they garble Hindi.
 */
function writeCsv(writing: Writing): FilePieces {
  const { records } = writing;
  return { count: records.length + countStored(records) + 1, texts: rows(writing) };
}

function* rows({ records, redact, longValues }: Writing): Generator<string> {
  yield csvHeader();
  for (const record of records) {
    const restored = yield* withLongValues(record, longValues);
    yield csvRow(restored === record ? record : toPlainRecord(record, observedOf(restored)), redact);
  }
}

/** The byte order mark and the headings. */
function csvHeader(): string {
  return `\ufeff${formatCsvLine(csvColumns)}`;
}

function csvRow(record: PlainJudgedRecord, redact: Writing['redact']): string {
  const cells = redact(toCells(record));
  return formatCsvLine(csvColumns.map((column) => csvCell(column, valueAt(cells, [column]) ?? null)));
}

export const csvColumns = [
  'row',
  'time',
  'kind',
  'headline',
  'journey',
  'verdict',
  'findings',
  'page',
  'frame',
  'sdk',
  'firedBy',
  'mid',
  'ets',
  'requests',
  'status',
  'call',
  'event',
  // New columns are appended: readers that use column indexes find older columns unchanged.
  'codes',
  'params',
  'element',
] as const;

const JSON_COLUMNS: ReadonlySet<string> = new Set(['call', 'event', 'params']);

/**
 * Converts a value to a cell.
 * Numbers and null are kept. Any other value becomes text in which no spreadsheet calculates a formula.
 */
function csvCell(column: string, value: Json): string | number | null {
  if (value === null || typeof value === 'number') return value;
  if (typeof value === 'string' && !JSON_COLUMNS.has(column)) return toSpreadsheetText(value);
  return toSpreadsheetJson(value);
}

export function formatCsvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => quoteCell(`${cell ?? ''}`)).join(',')}\r\n`;
}

/** Quotes a cell if needed. Some readers trim unquoted cells, or remove a byte order mark from them. */
function quoteCell(text: string): string {
  return /[",\r\n\ufeff]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toCells(record: PlainJudgedRecord): JsonObject {
  const { call, event, requests, sdk, frame, firedBy } = record;
  const end = requests.at(-1)?.end;
  return {
    row: record.row,
    time: formatIsoTime(record.at),
    kind: record.kind ?? record.name,
    headline: record.headline,
    journey: journeyState(record),
    verdict: record.verdict,
    findings: findingsText(record),
    page: frame.url,
    frame: frame.frameId,
    sdk: sdk ? `${sdk.global} ${sdk.generation}` : '',
    firedBy: firedBy.type,
    mid: valueAt(event?.json, ['mid']) ?? '',
    ets: valueAt(event?.json, ['ets']) ?? '',
    requests: requests.length,
    status: end?.status === 'responded' ? end.httpStatus : (end?.status ?? ''),
    call: call ? { method: call.method, args: call.args } : null,
    event: event?.json ?? null,
    codes: record.findings.map(({ code }) => code).join('\n'),
    params: record.findings.map(({ params }) => params),
    element: call?.action ? elementText(call.action) : '',
  };
}

function findingsText({ findings }: PlainJudgedRecord): string {
  const lines = findings.map((finding) => {
    return `${finding.severity} (${finding.ruleSet}) ${findingText(finding)}`;
  });
  return lines.join('\n');
}

/** The format `csv`: a table for spreadsheets. */
export const csvFormat = defineExportFormat({
  id: 'csv',
  extension: 'csv',
  mimeType: 'text/csv',
  holdsRequests: false,
  write: writeCsv,
  createRecordWriter: ({ redact }) => createRowWriter(csvHeader(), (record) => csvRow(record, redact)),
});
