import { isJsonArray, type Json } from '#core/json/json';
import { pathsOfField } from './field-paths';
import { createFieldReader, type FieldReader } from './field-reader';
import { eventParts, isFilterKey } from './filter-keys';

/** Short names of often wanted places, and the name that the SDK's methods have for `edata`. */
const shortcuts: ReadonlyMap<string, readonly string[]> = new Map([
  ['data', ['edata']],
  ['sid', ['context', 'sid']],
  ['cdata', ['context', 'cdata']],
]);

/** Returns the paths of a field in an event, by its path or its name alone. */
export function eventPathsOf(key: string): readonly (readonly string[])[] {
  const [part = '', ...rest] = key.split('.');
  const places = rest.length > 0 || isFilterKey(part) || eventParts.includes(part) ? [] : pathsOfField(part);
  return places.length > 0 ? places : [[...(shortcuts.get(part) ?? [part]), ...rest]];
}

/**
 * Creates a reader of all values at a path of the event, or of a field that V3 has in several places.
 * Where only the call was seen, of what was called. Lists are looked into: `context.cdata.id` is the id of each entry.
 */
export function valuesAt(key: string): FieldReader {
  const readers = eventPathsOf(key).map((path) => createFieldReader(path, listAndItems));
  const [only] = readers;
  return only && readers.length === 1 ? only : (record) => readers.flatMap((read) => read(record));
}

const listAndItems = (value: Json): readonly Json[] => (isJsonArray(value) ? [...value, value] : [value]);
