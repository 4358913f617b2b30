import { isJsonObject, parseJson } from '#core/json/json';
import { findJsonFault, isFault, type JsonFault, readJson } from '#core/json/json-reader';
import { MAX_JSON_VALUES } from '#core/json/json-values';
import { harEntries } from '../har-entries';

/**
 * Layout of an input.
 * `lines`: a JSON text in each line. `document`: JSON texts over several lines, or a HAR file. `text`: anything else,
 * which may contain JSON.
 */
export type InputLayout = 'lines' | 'document' | 'text';

/** An input without a line feed in its first 1 MiB is read as a document, whose arrays are streamed. */
export const MAX_FIRST_LINES_BYTES = 1024 * 1024;

/** The start of a quoted cell with JSON (RFC 4180), below the heading of a table of one column. */
const JSON_CELL = /^\s*"\s*[[{]\s*(?:""|$)/;

/** Returns the layout by the first lines, or `null` if more lines are needed. */
export function detectLayout(start: string, isEnd: boolean): InputLayout | null {
  const [first, second] = nonBlankLines(start, isEnd);
  if (first === undefined) return isEnd ? 'lines' : null;
  const fault = findJsonFault(first);
  if (fault === null && /^\s*"/.test(first)) {
    if (second === undefined) return isEnd ? 'lines' : null;
    return JSON_CELL.test(second) ? 'text' : 'lines';
  }
  if (fault === null) return isHar(first) || isLongArray(first) ? 'document' : 'lines';
  // A capture of one record, or of records without commas, has an object in its second line.
  const hasArray = first.trimStart().startsWith('[') || first.trimEnd().endsWith('[');
  if (endsEarly(fault) && hasArray) return 'document';
  const isBrokenObject = /^\s*\{\s*"/.test(first) && !isFault(fault, 'endExpected');
  if (!endsEarly(fault) && !isBrokenObject) return 'text';
  if (second === undefined) return isEnd ? 'lines' : null;
  if (isObject(second)) return 'lines';
  if (!endsEarly(fault)) return 'text';
  const faultOfBoth = findJsonFault(`${first}\n${second}`);
  return faultOfBoth === null || endsEarly(faultOfBoth) || /[[{,]\s*$/.test(first) ? 'document' : 'text';
}

/** Returns the layout of an input whose first line exceeds {@link MAX_FIRST_LINES_BYTES}. */
export function layoutOfPart(start: string): InputLayout {
  return /^\s*[[{"]/.test(start) ? 'document' : 'text';
}

/** Returns the first two lines that are not blank, as far as they are complete. */
function nonBlankLines(start: string, isEnd: boolean): readonly string[] {
  const lines = start.split('\n', 1_000);
  const completeLines = isEnd || lines.length === 1_000 ? lines : lines.slice(0, -1);
  return completeLines.filter((line) => line.trim() !== '').slice(0, 2);
}

/** Whether a line is a whole HAR file. As a document, its entries are read one by one. */
function isHar(line: string): boolean {
  return line.includes('"entries"') && harEntries(parseJson(line) ?? null) !== null;
}

/**
 * Whether an array may have more values than {@link MAX_JSON_VALUES}.
 * As a document, its items are read one by one.
 */
function isLongArray(line: string): boolean {
  return line.length > MAX_JSON_VALUES && line.trimStart().startsWith('[');
}

function isObject(line: string): boolean {
  const read = readJson(line);
  return read.ok && isJsonObject(read.value);
}

/** Whether the text is the beginning of JSON. */
function endsEarly(fault: JsonFault): boolean {
  return isFault(fault, 'endsBefore');
}
