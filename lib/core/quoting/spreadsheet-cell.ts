import type { Json } from '#core/json/json';
import { escapeControls, escapeUnit, formatJson } from './json-text';

/*
 * A spreadsheet calculates a cell that starts with one of `=+-@`, also in their wide forms (OWASP, CSV injection). Where
 * `;` or a tab is its separator, a cell of its own starts behind each of them, and behind a line end. The sign is asked
 * for before what precedes it: the other way round, a run of n spaces would cost n² steps.
 */
const FORMULA_START = /^(?=[\t\r\n])|(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[\s"']*)/g;
const FORMULA_IN_JSON = /[=+\-@＝＋－＠](?<=;\s*.)/g;

/** Writes a text so that no spreadsheet calculates it: with an apostrophe before each formula. */
export function toSpreadsheetText(text: string): string {
  return escapeControls(text).replace(FORMULA_START, "'");
}

/** Writes JSON so that no spreadsheet calculates a part of it. The value stays the same. */
export function toSpreadsheetJson(value: Json): string {
  return formatJson(value).replace(FORMULA_IN_JSON, escapeUnit);
}
