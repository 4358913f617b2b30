import { isJsonArray, type Json } from '#core/json/json';
import { pathsOfField } from './field-paths';
import { createFieldReader, type FieldReader } from './field-reader';
import { eventParts, isFilterKey } from './filter-keys';

/** Short names of frequent paths, and `data`, the name of `edata` in SDK methods. */
const shortcuts: ReadonlyMap<string, readonly string[]> = new Map([
  ['data', ['edata']],
  ['sid', ['context', 'sid']],
  ['cdata', ['context', 'cdata']],
]);

/** Returns the paths of a field in an event, given its path or its name. */
export function eventPathsOf(key: string): readonly (readonly string[])[] {
  const [part = '', ...rest] = key.split('.');
  const paths = rest.length > 0 || isFilterKey(part) || eventParts.includes(part) ? [] : pathsOfField(part);
  return paths.length > 0 ? paths : [[...(shortcuts.get(part) ?? [part]), ...rest]];
}

/**
 * Creates a reader of all values at a path of the event, or of a field that V3 has at several paths.
 * Without an event, it reads the arguments of the call. `context.cdata.id` is the id of each entry of the list.
 */
export function createPathReader(key: string): FieldReader {
  const readers = eventPathsOf(key).map((path) => createFieldReader(path, listAndItems));
  const [only] = readers;
  return only && readers.length === 1 ? only : (record) => readers.flatMap((read) => read(record));
}

function listAndItems(value: Json): readonly Json[] {
  if (!isJsonArray(value)) return [value];
  return value.some(isJsonArray) ? [...value.flatMap(listAndItems), value] : [...value, value];
}
