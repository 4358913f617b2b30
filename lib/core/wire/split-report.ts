import { REPORT_DELIMITER } from './report-limits';

/** What changes where the next part of a list begins. */
const SIGNS = /["[\]{},\t]/g;

/**
 * Splits the text of a list into its items, also if the list is invalid JSON or truncated.
 * Bodies between {@link REPORT_DELIMITER} stay in their items. Yields `null` for an item that is not complete within the first
 * `maxLength` characters. A text that is no list is one item.
 *
 * The JSON reader of the core does not fit: a report has raw bodies between {@link REPORT_DELIMITER}, and the items before and after a
 * broken one are needed of a forged or truncated report.
 */
export function* splitReport(text: string, maxLength: number): Generator<string | null> {
  const begin = text.search(/\S/);
  if (text[begin] !== '[') {
    yield text.length > maxLength ? null : text;
    return;
  }
  let from = begin + 1;
  let depth = 0;
  const item = (to: number): string | null => (to > maxLength ? null : text.slice(from, to));
  for (let at = nextSign(text, from); at !== -1; at = nextSign(text, at)) {
    const sign = text[at];
    if (sign === ',' && depth === 0) {
      yield item(at);
      from = at + 1;
    } else if (sign === '"') at = endOfString(text, at);
    else if (sign === REPORT_DELIMITER) at = endOfRaw(text, at);
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth < 0) {
      if (text.slice(from, at).trim() !== '') yield item(at);
      if (text.slice(at + 1).trim() !== '') yield null;
      return;
    }
    at += 1;
  }
  yield null;
}

function nextSign(text: string, from: number): number {
  SIGNS.lastIndex = from;
  return SIGNS.exec(text)?.index ?? -1;
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** An odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}

function endOfRaw(text: string, start: number): number {
  const end = text.indexOf(REPORT_DELIMITER, start + 1);
  return end === -1 ? text.length : end;
}
