import { branchSummary } from '#components/panel/app/branch-summary.ts';
import { isJsonArray, type Json } from '#core/json/json';

/** More characters do not fit into the widest column, even in the smallest font. */
const MAX_CELL_CHARS = 160;
const MAX_TITLE_CHARS = 1_000;

/** Text of a field's cell, and its longer tooltip. */
export interface FieldText {
  readonly text: string;
  readonly title: string;
}

const SEPARATOR = ', ';

/**
 * Formats the values of a field in one line.
 * Texts are unchanged, lists are shown by their items, objects by their fields. Formats at most
 * {@link MAX_TITLE_CHARS} characters, also of a value of megabytes.
 */
export function fieldText(values: readonly Json[]): FieldText {
  const title = joinValues(values, MAX_TITLE_CHARS);
  return { text: truncate(title, MAX_CELL_CHARS), title };
}

function joinValues(values: readonly Json[], limit: number): string {
  let line = '';
  for (const [index, value] of values.entries()) {
    if (index > 0) line += SEPARATOR;
    line += valueText(value, limit - line.length);
    if (line.length > limit) break;
  }
  return truncate(line, limit);
}

function valueText(value: Json, limit: number): string {
  if (typeof value === 'string') return value.slice(0, limit + 1);
  if (isJsonArray(value) && value.length > 0 && !value.some(isBranch)) return joinValues(value, limit);
  return isBranch(value) ? branchSummary(value) : String(value);
}

/** Truncates a string between code points. */
function truncate(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

const isBranch = (value: Json): boolean => typeof value === 'object' && value !== null;
