import type { Json } from '#core/json/json';
import { escapeControls, formatJson } from './json-text';
import { toUnicodeEscape } from './terminal-text';

/*
 * A spreadsheet calculates a cell that starts with one of `=+-@`, also in their wide forms (OWASP, CSV injection).
 * With `;` or a tab as separator, a cell starts after each of them, and after a line break. The
 * character is matched before the lookbehind. In the other order, a run of n spaces would cost n² steps.
 */
const FORMULA_START = /^(?=[\t\r\n])|(?=[=+\-@＝＋－＠])(?<=(?:^|[;\t\r\n])[\s"']*)/g;
const FORMULA_IN_JSON = /[=+\-@＝＋－＠](?<=;\s*.)/g;

/** Puts an apostrophe before each formula in a string, so that no spreadsheet calculates it. */
export function toSpreadsheetText(text: string): string {
  return escapeControls(text).replace(FORMULA_START, "'");
}

/** Writes JSON with formulas escaped, so that no spreadsheet calculates them. The value stays the same. */
export function toSpreadsheetJson(value: Json): string {
  return formatJson(value).replace(FORMULA_IN_JSON, toUnicodeEscape);
}
