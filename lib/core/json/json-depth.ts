import { isJsonArray, isJsonObject, type Json, type JsonObject, type JsonPath } from './json';

/**
 * Limit of the nested objects and arrays in one value. The hook copies 64 levels.
 * Many functions recurse once per level, and `JSON.stringify` overflows the stack at some thousands.
 */
export const MAX_JSON_DEPTH = 200;

/**
 * Limit for whole files, so that a capture file may contain the deepest event.
 * A capture adds five levels: `{"records":[{"requests":[{"carriedEvent":`.
 */
export const MAX_FILE_DEPTH = MAX_JSON_DEPTH + 10;

/** A value whose too deep parts were replaced, with their paths. */
export interface ShallowJson {
  readonly json: Json;
  /** Paths of the first replaced parts. */
  readonly replacedPaths: readonly JsonPath[];
}

/** Limit of the reported paths, the same as in the hook. */
const MAX_REPLACED_PATHS = 50;

/**
 * Whether a value has more levels than `maxDepth`.
 * Recurses at most `maxDepth` times, whatever the value.
 */
export function isDeeperThan(value: Json, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (maxDepth === 0) return true;
  if (isJsonArray(value)) {
    for (const item of value) if (isDeeperThan(item, maxDepth - 1)) return true;
    return false;
  }
  // No list of the keys: a collector tests each event.
  for (const key in value) if (isDeeperThan((value as JsonObject)[key] ?? null, maxDepth - 1)) return true;
  return false;
}

/** Replaces parts deeper than {@link MAX_JSON_DEPTH}. Returns the same object if there is none. */
export function replaceDeepParts(value: Json, replacement: Json = null): ShallowJson {
  if (!isDeeperThan(value, MAX_JSON_DEPTH)) return { json: value, replacedPaths: [] };
  const replacedPaths: JsonPath[] = [];
  const path: (string | number)[] = [];
  const copyPart = (part: Json, step: string | number): Json => {
    path.push(step);
    const copied = copy(part);
    path.pop();
    return copied;
  };
  const copy = (part: Json): Json => {
    if (typeof part !== 'object' || part === null) return part;
    if (path.length === MAX_JSON_DEPTH) {
      if (replacedPaths.length < MAX_REPLACED_PATHS) replacedPaths.push([...path]);
      return replacement;
    }
    if (isJsonArray(part)) return part.map(copyPart);
    // `Object.fromEntries` and no assignment, because a page may name a field `__proto__`.
    return isJsonObject(part)
      ? Object.fromEntries(Object.entries(part).map(([key, item]) => [key, copyPart(item, key)]))
      : part;
  };
  return { json: copy(value), replacedPaths };
}
