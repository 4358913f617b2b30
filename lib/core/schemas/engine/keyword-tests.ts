import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '#core/json/json';
import type { Test } from './interpreted-schema';

/*
 * A keyword for strings, numbers, arrays or objects accepts any value of another type.
 */

export const stringTest =
  (test: (text: string) => boolean): Test =>
  (value) =>
    typeof value !== 'string' || test(value);
export const numberTest =
  (test: (number: number) => boolean): Test =>
  (value) =>
    typeof value !== 'number' || test(value);
export const arrayTest =
  (test: (list: readonly Json[]) => boolean): Test =>
  (value) =>
    !isJsonArray(value) || test(value);
export const objectTest =
  (test: (object: JsonObject) => boolean): Test =>
  (value) =>
    !isJsonObject(value) || test(value);

export function typeTest(types: string | readonly string[]): Test {
  if (typeof types !== 'string') {
    const tests = types.map(typeTest);
    return (value) => tests.some((test) => test(value));
  }
  switch (types) {
    case 'integer':
      return (value) => Number.isInteger(value);
    case 'object':
      return isJsonObject;
    case 'array':
      return isJsonArray;
    case 'null':
      return (value) => value === null;
    default:
      return (value) => typeof value === types;
  }
}

/** @param texts the JSON of the values, with sorted keys. */
export function valueTest(texts: readonly string[]): Test {
  const values = texts.map((text) => parseJson(text) ?? null);
  const scalars = new Set<Json>(values.filter((value) => typeof value !== 'object' || value === null));
  const others = new Set(texts.filter((_, index) => !scalars.has(values[index] as Json)));
  return (value) =>
    typeof value === 'object' && value !== null
      ? others.size > 0 && others.has(toCanonicalJson(value))
      : scalars.has(value);
}

/** Whether a string has at least `count` characters. A surrogate pair counts as one character. */
export function hasCharacters(text: string, count: number): boolean {
  if (text.length < count) return false;
  if (text.length >= count * 2) return true;
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters >= count;
}

/** Returns the JSON of a value with sorted keys. */
export function toCanonicalJson(value: Json): string {
  if (isJsonArray(value)) return `[${value.map(toCanonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${toCanonicalJson(value[key] ?? null)}`);
  return `{${fields.join(',')}}`;
}
