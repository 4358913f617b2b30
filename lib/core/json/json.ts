/** A JSON value (RFC 8259), deeply read-only: what is captured is never edited in place. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** An object as `JSON.parse` returns it. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A step into a JSON value: a key of an object or an index of an array. */
export type JsonPath = readonly (string | number)[];

/** Tells an object from null and arrays. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Tells an array from all other JSON values. */
export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * Parses a JSON text; `undefined` if it is invalid.
 * The reason is omitted: the parser's message quotes the text, which may hold a token or a password.
 */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The own value at a path, or `undefined` where the path leads nowhere.
 * Own properties only, so that `__proto__` and `constructor` of a hostile event lead nowhere.
 */
export function valueAt(value: Json | undefined, path: JsonPath): Json | undefined {
  let here: Json | undefined = value;
  for (const step of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<string | number, Json>)[step];
  }
  return here;
}

/** Returns the own value of a key, or `undefined` if the object has none: see {@link valueAt}. */
export function ownValue(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Returns the own string at a path, or `null` if there is none. */
export function stringAt(value: Json | undefined, path: JsonPath): string | null {
  const text = valueAt(value, path);
  return typeof text === 'string' ? text : null;
}

/** A path as people write it: `data.extra.pos.0.x`. */
export function formatPath(path: JsonPath): string {
  return path.join('.');
}
