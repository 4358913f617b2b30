import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { toSpreadsheetJson, toSpreadsheetText } from '#core/quoting/spreadsheet-cell';
import { escapeForTerminal } from '#core/quoting/terminal-text';
import { type SessionEvent, SessionEventReader } from '#core/user-sessions/session-event';
import { type SessionSummary, sessionToJson } from '#core/user-sessions/user-session-summary';
import { UserSessions } from '#core/user-sessions/user-sessions';
import { defineExportFormat } from './export-format';
import { formatCsvLine } from './write-csv';
import { type FilePieces, formatIsoTime, type Writing } from './writing';

/** Number of events that are read or counted, or sessions that are written, in one piece. */
const BATCH_SIZE = 500;

/**
 * Writes the user sessions of the selected events, one per line.
 *
 * @param write formats a session, given as JSON of `telemetry-v3 sessions`. Its `lines` are positions among the
 *   selected events, from 1.
 */
function writeSessions(writing: Writing, header: string, write: (session: JsonObject) => string): FilePieces {
  // A START opens two sessions at most.
  const count = 4 * Math.ceil(writing.records.length / BATCH_SIZE) + 2;
  return { count, texts: lines(writing, header, write) };
}

function* lines(
  { records, redact, sessions }: Writing,
  header: string,
  write: (session: JsonObject) => string,
): Generator<string> {
  yield header;
  const reader = new SessionEventReader();
  const userSessions = new UserSessions();
  let events: SessionEvent[] = [];
  for (const [index, { row, event }] of records.entries()) {
    const read = event === null || sessions?.isExcluded(row) ? null : reader.read(event.json, index + 1);
    if (read?.ok) events.push(read.value);
    if ((index + 1) % BATCH_SIZE !== 0) continue;
    userSessions.add(events);
    events = [];
    yield '';
  }
  userSessions.add(events);
  while (!userSessions.countAdded(BATCH_SIZE)) yield '';
  let text = '';
  for (const [index, summary] of userSessions.summarize().entries()) {
    const session = redact(toJson(sessions?.file ?? '', summary));
    if (isJsonObject(session)) text += write(session);
    if ((index + 1) % BATCH_SIZE !== 0) continue;
    yield text;
    text = '';
  }
  yield text;
}

/** Converts a session to JSON, as `telemetry-v3 sessions` writes it. */
function toJson(file: string, summary: SessionSummary): Json {
  const plain: unknown = { file, ...sessionToJson(summary), lines: summary.rows };
  return plain as Json;
}

/** Columns of the table: the keys of a session, with times as strings. New columns are appended. */
const columns = [
  'file',
  'did',
  'channel',
  'producer',
  'type',
  'mode',
  'start',
  'end',
  'timeDiff',
  'timeSpent',
  'interactEventsCount',
  'interactEventsPerMin',
  'pages',
  'itemResponses',
  'endedBy',
  'depth',
  'eventsSummary',
  'pageSummary',
  'envSummary',
  'lines',
] as const;

function csvRow(session: JsonObject): string {
  return formatCsvLine(columns.map((column) => csvCell(column, session[column] ?? null)));
}

function csvCell(column: string, value: Json): string | number | null {
  if (typeof value === 'number') return column === 'start' || column === 'end' ? formatIsoTime(value) : value;
  if (value === null) return value;
  return typeof value === 'string' ? toSpreadsheetText(value) : toSpreadsheetJson(value);
}

const sessionFormatBase = { holdsRequests: false, isOfManyEvents: true, createRecordWriter: null } as const;

/** The export formats for the user sessions of a list. */
export const sessionFormats = [
  defineExportFormat({
    ...sessionFormatBase,
    id: 'sessions',
    extension: 'sessions.ndjson',
    mimeType: 'application/x-ndjson',
    write: (writing) => writeSessions(writing, '', (session) => `${escapeForTerminal(JSON.stringify(session))}\n`),
  }),
  defineExportFormat({
    ...sessionFormatBase,
    id: 'sessions-csv',
    extension: 'sessions.csv',
    mimeType: 'text/csv',
    write: (writing) => writeSessions(writing, `\ufeff${formatCsvLine(columns)}`, csvRow),
  }),
] as const;

/** The name of one of {@link sessionFormats}. */
export type SessionFormat = (typeof sessionFormats)[number]['id'];
