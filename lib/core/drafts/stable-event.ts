import { VOLATILE_FIELDS } from '#core/journey/record-comparison';
import { isJsonArray, isJsonObject, type Json, type JsonPath, valueAt } from '#core/json/json';

/**
 * Fields of the envelope and of `edata` that differ by run, device or browser.
 * `*` matches any step.
 */
const VOLATILE_PATHS: readonly JsonPath[] = [
  ...VOLATILE_FIELDS.map((field) => [field]),
  ['context', 'sid'],
  ['context', 'did'],
  ['edata', 'duration'],
  ['edata', 'timespent'],
  ['edata', 'starttime'],
  ['edata', 'endtime'],
  ['edata', 'dspec'],
  ['edata', 'uaspec'],
];

/** Replaces a volatile value: see {@link mapVolatileFields}. `undefined` removes its field. */
type Replacement = (value: Json, path: JsonPath) => Json | undefined;

/**
 * Returns an event with each volatile value replaced.
 * The actor is volatile if its ID is the device ID, as for users who are not logged in.
 * @param more Further paths, such as `edata.extra.time`. `*` matches any key or index.
 */
export function mapVolatileFields(event: Json, replace: Replacement, more: readonly string[] = []): Json {
  const did = valueAt(event, ['context', 'did']);
  const isAnonymous = did !== undefined && did === valueAt(event, ['actor', 'id']);
  const paths = [...VOLATILE_PATHS, ...(isAnonymous ? [['actor', 'id']] : []), ...more.map((path) => path.split('.'))];
  return mapAt(event, paths, [], replace);
}

/** Returns an event without its volatile fields, so that it is equal in each run. */
export function stableEvent(event: Json): Json {
  return mapVolatileFields(event, () => undefined);
}

function mapAt(value: Json, paths: readonly JsonPath[], at: JsonPath, replace: Replacement): Json {
  if (paths.length === 0 || !(isJsonObject(value) || isJsonArray(value))) return value;
  const entries = Object.entries(value).flatMap(([key, inner]): readonly (readonly [string, Json])[] => {
    const below = paths.filter(([step]) => step === key || step === '*').map((path) => path.slice(1));
    const path = [...at, key];
    const mapped = below.some(({ length }) => length === 0) ? replace(inner, path) : mapAt(inner, below, path, replace);
    return mapped === undefined ? [] : [[key, mapped]];
  });
  return isJsonArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
