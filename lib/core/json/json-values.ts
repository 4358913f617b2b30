import { type Message, type MessageText, message } from '#core/util/message';
import { fail, type Result } from '#core/util/result';
import type { Json } from './json';
import type { JsonFault } from './json-fault';
import { endOfJsonString } from './json-string';
import { readJson } from './read-json';

/**
 * Fields and items of one text that is parsed in one go. To parse and check an object with 1,000,000 fields takes 5 s. The
 * hook copies at most 20,000 values of an event.
 */
export const MAX_JSON_VALUES = 200_000;

const [QUOTE, COMMA, OPEN_BRACE, OPEN_BRACKET] = [0x22, 0x2c, 0x7b, 0x5b];

/** Whether a sign of JSON text, outside of strings, begins one more field or item. */
export function beginsValue(code: number): boolean {
  return code === COMMA || code === OPEN_BRACE || code === OPEN_BRACKET;
}

/** Whether JSON text has more fields and items than that. Counts without parsing. */
export function hasMoreValuesThan(text: string, limit: number): boolean {
  // Each takes a character at least.
  if (text.length <= limit) return false;
  let values = 0;
  for (let offset = 0; offset < text.length && values <= limit; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === QUOTE) offset = endOfJsonString(text, offset) - 1;
    else if (beginsValue(code)) values += 1;
  }
  return values > limit;
}

export type JsonFileFault = Omit<JsonFault, 'message'> & { readonly message: MessageText };

/** Reads the JSON text of a whole file. More fields and items than {@link MAX_JSON_VALUES} are a fault. */
export function readJsonFile(text: string): Result<Json, JsonFileFault> {
  if (!hasMoreValuesThan(text, MAX_JSON_VALUES)) return readJson(text);
  return fail({ offset: 0, line: 1, column: 1, message: tooManyValues() });
}

export function tooManyValues(): Message {
  return message('import.fault.tooManyValues', { n: MAX_JSON_VALUES });
}
