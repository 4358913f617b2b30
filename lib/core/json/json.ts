/** A JSON value (RFC 8259), deeply read-only: captured values are never mutated. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
/** An object as `JSON.parse` returns it. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A step into a JSON value: a key of an object or an index of an array. */
export type JsonPath = readonly (string | number)[];

/** Whether a value is an object: neither null nor an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an array. */
export function isJsonArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/**
 * Parses a JSON text. Returns `undefined` if it is invalid.
 * The reason is omitted: the parser's message quotes the text, which may contain a token or a password.
 */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the value at a path, or `undefined` if there is none.
 * Reads own properties only, so that `__proto__` and `constructor` of a hostile event are not followed.
 */
export function valueAt(value: Json | undefined, path: JsonPath): Json | undefined {
  let current: Json | undefined = value;
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
    current = (current as Record<string | number, Json>)[step];
  }
  return current;
}

/** Returns the own value of a key, or `undefined` if the object has none: see {@link valueAt}. */
export function ownValue(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Returns an object with the fields that are defined. */
export function definedFields(fields: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Returns the own string at a path, or `null` if there is none. */
export function stringAt(value: Json | undefined, path: JsonPath): string | null {
  const text = valueAt(value, path);
  return typeof text === 'string' ? text : null;
}

/** Whether a path equals another path, or is below it. */
export function isAtOrBelow(path: JsonPath, upper: JsonPath): boolean {
  return upper.every((step, index) => step === path[index]);
}

/** Formats a path as `data.extra.pos.0.x`. */
export function formatPath(path: JsonPath): string {
  return path.join('.');
}
