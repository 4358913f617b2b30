import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { isJsonArray, type Json } from '#core/json/json';
import { pathsOfField } from './field-paths';
import { eventParts, isFilterKey } from './filter-keys';

/** Short names of often wanted places, and the name that the SDK's methods have for `edata`. */
const shortcuts: ReadonlyMap<string, readonly string[]> = new Map([
  ['data', ['edata']],
  ['sid', ['context', 'sid']],
  ['cdata', ['context', 'cdata']],
]);

/** Where a path, or a field by its name alone, stands in an event. */
export function eventPathsOf(key: string): readonly (readonly string[])[] {
  const [part = '', ...rest] = key.split('.');
  const places = rest.length > 0 || isFilterKey(part) || eventParts.includes(part) ? [] : pathsOfField(part);
  return places.length > 0 ? places : [[...(shortcuts.get(part) ?? [part]), ...rest]];
}

type ValueReader = (record: TelemetryRecord) => readonly Json[];

/**
 * Creates a reader of all values at a path of the event, or of a field that V3 has in several places.
 * Where only the call was seen, of what was called. Lists are looked into: `context.cdata.id` is the id of each entry.
 */
export function valuesAt(key: string): ValueReader {
  const readers = eventPathsOf(key).map(readerOf);
  const [only] = readers;
  return only && readers.length === 1 ? only : (record) => readers.flatMap((read) => read(record));
}

function readerOf(path: readonly string[]): ValueReader {
  return (record) => {
    const json = eventJson(record);
    if (json !== undefined) return at(json, path, 0);
    if (path[0] !== 'edata' || !record.call) return NONE;
    return record.call.args.flatMap((argument) => at(argument, path, 1));
  };
}

const NONE: readonly Json[] = [];

function at(value: Json, path: readonly string[], from: number): readonly Json[] {
  let here = value;
  for (let step = from; step < path.length; step += 1) {
    const name = path[step] ?? '';
    if (typeof here !== 'object' || here === null) return NONE;
    if (isJsonArray(here) && !Object.hasOwn(here, name)) return here.flatMap((item) => at(item, path, step));
    if (!Object.hasOwn(here, name)) return NONE;
    here = (here as Readonly<Record<string, Json>>)[name] ?? null;
  }
  return isJsonArray(here) ? [...here, here] : [here];
}
