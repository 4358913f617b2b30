import { type Message, message } from '#core/util/message';
import { fail, type Result } from '#core/util/result';
import { type Json, parseJson } from './json';
import { type JsonFault, readJson } from './json-reader';
import { JsonScanner, type JsonTokenType } from './json-scanner';

/**
 * Limit of the fields and items of one text that is parsed synchronously.
 * Parsing and validating an object with 1,000,000 fields takes 5 s. The hook copies at most 20,000 values of an event.
 */
export const MAX_JSON_VALUES = 200_000;

/** Whether JSON text has more fields and items than `limit`. Counts tokens without parsing. */
export function hasMoreValuesThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  const scanner = new JsonScanner(text);
  let values = 0;
  for (let type = scanner.next(); type !== 'end' && values <= limit; type = scanner.next()) {
    if (beginsValue(type)) values += 1;
  }
  return values > limit;
}

/** Whether a token begins a field or an item. */
function beginsValue(type: JsonTokenType): boolean {
  return type === ',' || type === '{' || type === '[';
}

/**
 * Parses a JSON text. Returns `undefined` if it is invalid.
 * A text with more fields and items than {@link MAX_JSON_VALUES} counts as invalid: parsing 3 MB of brackets takes half
 * a second.
 */
export function parseBoundedJson(text: string): Json | undefined {
  return hasMoreValuesThan(text, MAX_JSON_VALUES) ? undefined : parseJson(text);
}

/**
 * Parses a JSON text that is too short to exceed {@link MAX_JSON_VALUES}.
 * Returns `undefined` if it is longer or invalid.
 */
export function parseShortJson(text: string): Json | undefined {
  return text.length > MAX_JSON_VALUES ? undefined : parseJson(text);
}

/** Reads the JSON text of a whole file. More fields and items than {@link MAX_JSON_VALUES} are a fault. */
export function readJsonFile(text: string): Result<Json, JsonFault> {
  if (!hasMoreValuesThan(text, MAX_JSON_VALUES)) return readJson(text);
  return fail({ offset: 0, line: 1, column: 1, message: tooManyValuesMessage() });
}

/** Returns the message for a text with more than {@link MAX_JSON_VALUES} values. */
export function tooManyValuesMessage(): Message {
  return message('import.fault.tooManyValues', { n: MAX_JSON_VALUES });
}
