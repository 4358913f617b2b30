import { VOLATILE_FIELDS } from '#core/journey/record-comparison';
import { formatPath, isJsonArray, isJsonObject, type Json, type JsonPath, valueAt } from '#core/json/json';

/** Fields of `edata` that differ by run, device or browser, such as measured times and new IDs. */
const VOLATILE_EDATA: readonly string[] = [
  'duration',
  'timespent',
  'starttime',
  'endtime',
  'dspec',
  'uaspec',
  'correlationid',
  'eventid',
  'envsummary.*.timespent',
  'pagesummary.*.timespent',
];

/**
 * Volatile fields of an event.
 * `*` matches any step. SDK 2.0.1 emits the argument of a SUMMARY unchanged, with an `edata` inside `edata`.
 */
const VOLATILE_FIELD_PATHS: readonly string[] = [
  ...VOLATILE_FIELDS,
  'context.sid',
  'context.did',
  ...VOLATILE_EDATA.flatMap((path) => [`edata.${path}`, `edata.edata.${path}`]),
];
const VOLATILE_PATHS: readonly JsonPath[] = VOLATILE_FIELD_PATHS.map((path) => path.split('.'));

/** Whether the field at a path outside of lists differs by run, device or browser. */
export function isVolatile(path: JsonPath): boolean {
  return VOLATILE_FIELD_PATHS.includes(formatPath(path));
}

/** Returns the replacement of a volatile value. `undefined` removes the field. */
type Replacement = (value: Json, path: JsonPath) => Json | undefined;

/**
 * Replaces each volatile value of an event.
 * The actor is volatile if its ID is the device ID, as for users who are not logged in.
 *
 * @param morePaths further paths, such as `edata.extra.time`. `*` matches any key or index.
 */
export function mapVolatileFields(event: Json, replace: Replacement, morePaths: readonly string[] = []): Json {
  const did = valueAt(event, ['context', 'did']);
  const isAnonymous = did !== undefined && did === valueAt(event, ['actor', 'id']);
  const paths = [
    ...VOLATILE_PATHS,
    ...(isAnonymous ? [['actor', 'id']] : []),
    ...morePaths.map((path) => path.split('.')),
  ];
  return mapAt(event, paths, [], replace);
}

/** Returns an event without its volatile fields, so that it is equal in each run. */
export function toStableEvent(event: Json): Json {
  return mapVolatileFields(event, () => undefined);
}

function mapAt(value: Json, paths: readonly JsonPath[], parentPath: JsonPath, replace: Replacement): Json {
  if (paths.length === 0 || !(isJsonObject(value) || isJsonArray(value))) return value;
  const entries = Object.entries(value).flatMap(([key, inner]): readonly (readonly [string, Json])[] => {
    const innerPaths = paths.filter(([step]) => step === key || step === '*').map((path) => path.slice(1));
    const path = [...parentPath, key];
    const mapped = innerPaths.some(({ length }) => length === 0)
      ? replace(inner, path)
      : mapAt(inner, innerPaths, path, replace);
    return mapped === undefined ? [] : [[key, mapped]];
  });
  return isJsonArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
