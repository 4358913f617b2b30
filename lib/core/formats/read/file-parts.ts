import { type CorrelatorRules, createEventCorrelator } from '#core/journey/event-correlator';
import type { TelemetryRecord } from '#core/journey/record';
import { isJsonArray, isJsonObject, type Json, valueAt } from '#core/json/json';
import { MAX_FILE_DEPTH } from '#core/json/json-depth';
import { faultMessage, readJson } from '#core/json/json-reader';
import type { ArrayPath, JsonPart, WantsPart } from '#core/json/json-stream';
import { isMessage } from '#core/report/messages';
import { fromStored } from '#core/report/stored-finding';
import { redactKnownSecrets } from '#core/rules/checks';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { harEntries } from '../har-entries';
import { isRecord, recordFaultOf } from '../session/record-schema';
import { findVersionFault, isSession, readHead } from '../session/session-head';
import { marksOfPages, readHarEntry } from './read-har';
import { readInputItem } from './read-items';
import type { ReadingSink } from './reading';

/** Twice what the panel is measured with; more would fill its memory. */
const MAX_EVENTS = 200_000;

/** What a file turned out to be. */
export type FileKind = 'session' | 'har' | 'events';

export interface FileParts {
  /** Takes the next part of the file; fails with a sentence that names the line. */
  take(part: JsonPart): Result<null, Message>;
  /** How many events there are so far. */
  count(): number;
  kind(): FileKind;
}

/**
 * Which arrays of a file are read item by item.
 * An event may have a field of the same name: that one is left whole.
 */
export const shouldReadArray: WantsPart = (path, head) => {
  if (path === 'all') return true;
  // The events of one batch are few: they are reported together.
  if (path === 'events') return false;
  const read = readPart({ type: 'value', text: head, line: 1, column: 1 });
  if (!read.ok) return false;
  return path === 'records' ? isSession(read.value) : harEntries(read.value) !== null && !hasEid(read.value);
};

function hasEid(json: Json): boolean {
  return isJsonObject(json) && Object.hasOwn(json, 'eid');
}

/** Makes records of the parts of a file, whatever of the three kinds it is. */
export function createFileParts(rules: CorrelatorRules, sink: ReadingSink, maxEvents = MAX_EVENTS): FileParts {
  let lastRow = 0;
  // Events that stand behind a session's records are numbered after them.
  const journal = createEventCorrelator(rules, 0, () => lastRow);
  const records: TelemetryRecord[] = [];
  let path: ArrayPath | null = null;
  let kind: FileKind = 'events';
  let entries = 0;
  let lastAt = 0;

  const put = (changed: readonly TelemetryRecord[]): Result<null, Message> => {
    const shown = changed.map(redactKnownSecrets);
    for (const record of shown) {
      if (record.row > lastRow) records.push(record);
      lastRow = Math.max(lastRow, record.row);
      lastAt = record.at;
    }
    sink.records(shown);
    if (records.length <= maxEvents) return succeed(null);
    return fail(message('import.fault.tooMany', { n: maxEvents }));
  };
  const takeRecord = (json: Json): Result<null, Message> => {
    const record: unknown = json;
    if (!isRecord(record)) return fail(message('import.fault.record', { fault: recordFaultOf(json) }));
    if (record.row <= lastRow) return fail(message('import.fault.rowOrder', { row: record.row, last: lastRow }));
    return put([{ ...record, findings: record.findings.map((finding) => fromStored(finding, isMessage)) }]);
  };
  const takeHarEntry = (json: Json): Result<null, Message> => {
    entries += 1;
    const taken = readHarEntry(json, `har-${entries}`, journal);
    return taken.ok ? put(taken.value) : taken;
  };
  const takeOther = (json: Json): Result<null, Message> => {
    const taken = readInputItem(json, journal, lastAt);
    return taken.ok ? put(taken.value) : taken;
  };
  const takeAll = (items: readonly Json[], take: (json: Json) => Result<null, Message>): Result<null, Message> => {
    for (const item of items) {
      const taken = take(item);
      if (!taken.ok) return taken;
    }
    return succeed(null);
  };

  const takeSession = (json: Json): Result<null, Message> => {
    const head = readHead(json);
    if (!head.ok) return head;
    kind = 'session';
    const inside = valueAt(json, ['records']);
    const taken = takeAll(isJsonArray(inside) ? inside : [], takeRecord);
    if (!taken.ok) return taken;
    sink.marks(head.value.marks.map(redactKnownSecrets));
    sink.frames(head.value.frames.map(redactKnownSecrets));
    return taken;
  };
  const takeHar = (json: Json, inside: readonly Json[]): Result<null, Message> => {
    kind = 'har';
    const taken = takeAll(inside, takeHarEntry);
    if (taken.ok) sink.marks(marksOfPages(json, records).map(redactKnownSecrets));
    if (taken.ok && records.length === 0) return fail(message('import.fault.noTelemetry', entries, { n: entries }));
    return taken;
  };
  const takeValue = (json: Json): Result<null, Message> => {
    if (path === 'all') return succeed(null);
    if (isSession(json)) return takeSession(json);
    const inside = hasEid(json) ? null : harEntries(json);
    return inside ? takeHar(json, inside) : takeOther(json);
  };
  const takers: Readonly<Record<ArrayPath, (json: Json) => Result<null, Message>>> = {
    all: takeOther,
    records: takeRecord,
    events: takeOther,
    'log.entries': takeHarEntry,
  };
  const takeJson = (type: JsonPart['type'], json: Json): Result<null, Message> => {
    if (type === 'array-begins') {
      const fault = findVersionFault(json);
      return fault !== null && isSession(json) ? fail(fault) : succeed(null);
    }
    return type === 'item' && path !== null ? takers[path](json) : takeValue(json);
  };

  return {
    take(part) {
      if (part.type === 'fault') return fail(faultMessage({ ...part, message: part.fault }));
      if (part.type === 'array-begins') path = part.path;
      const json = readPart(part);
      if (!json.ok) return json;
      const taken = takeJson(part.type, json.value);
      if (part.type === 'value') path = null;
      return taken.ok ? taken : fail(message('import.fault.line', { line: String(part.line), message: taken.failure }));
    },
    count: () => records.length,
    kind: () => kind,
  };
}

/** The JSON of a part; fails with the place in the whole file and what is needed there. */
function readPart({ text, line, column }: JsonPart): Result<Json, Message> {
  const read = readJson(text, MAX_FILE_DEPTH);
  if (read.ok) return read;
  const { failure } = read;
  const atColumn = failure.line === 1 ? column + failure.column - 1 : failure.column;
  return fail(faultMessage({ line: line + failure.line - 1, column: atColumn, message: failure.message }));
}
