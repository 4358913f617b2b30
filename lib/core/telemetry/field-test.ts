import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import type { Field } from './fields';

/** Whether a value has no finding. */
type FieldTest = (value: Json | undefined) => boolean;

const fieldTests = new WeakMap<Field, FieldTest>();
const listTests = new WeakMap<readonly Field[], readonly FieldTest[]>();

/** Returns a test that is true exactly if a value of the field has no finding. Compiled once. */
export function testOfField(field: Field): FieldTest {
  const known = fieldTests.get(field);
  if (known !== undefined) return known;
  const test = compileField(field);
  fieldTests.set(field, test);
  return test;
}

/** Returns the tests of fields, in their order. */
export function testsOfFields(fields: readonly Field[]): readonly FieldTest[] {
  const known = listTests.get(fields);
  if (known !== undefined) return known;
  const tests = fields.map(testOfField);
  listTests.set(fields, tests);
  return tests;
}

/**
 * Compiles fields to a test that is true exactly if `checkFields` adds no finding, notices included.
 * It makes no objects: nearly every event of a large file is valid, and only for the others must be said why.
 */
export function compileFields(fields: readonly Field[]): (value: JsonObject) => boolean {
  const names = fields.map(({ name }) => name);
  const own = testsOfFields(fields);
  if (names.some((name) => name in Object.prototype)) throw new Error('A field has the name of a built-in property.');
  return (value) => {
    for (let index = 0; index < names.length; index += 1) {
      if (!own[index]?.(value[names[index] ?? ''])) return false;
    }
    return true;
  };
}

/** The same for one value. */
function compileField(field: Field): FieldTest {
  const isOptional = field.name !== '*' && !field.required;
  const test = compileType(field);
  return (value) => (value === undefined || value === null ? isOptional : test(value));
}

function compileType(field: Field): (value: Json) => boolean {
  switch (field.type) {
    case 'string':
      return compileString(field);
    case 'number':
      return compileNumber(field, Number.isFinite);
    case 'integer':
      return compileNumber(field, Number.isSafeInteger);
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'array':
      return compileArray(field);
    case 'object':
      return compileObject(field);
    case 'any':
      return () => true;
  }
}

function compileString({ choices, suggestedValues, minimumLength, identifier }: Field): (value: Json) => boolean {
  const minLength = Math.max(minimumLength, identifier ? 1 : 0);
  const lists = [choices, suggestedValues].filter((list) => list !== null).map((list) => new Set<Json>(list));
  if (lists.length === 0) return (value) => typeof value === 'string' && value.length >= minLength;
  return (value) => typeof value === 'string' && value.length >= minLength && lists.every((list) => list.has(value));
}

function compileNumber(
  { minimum, maximum, recommendedMinimum }: Field,
  isType: (value: unknown) => boolean,
): (value: Json) => boolean {
  const from = Math.max(minimum ?? Number.NEGATIVE_INFINITY, recommendedMinimum ?? Number.NEGATIVE_INFINITY);
  const to = maximum ?? Number.POSITIVE_INFINITY;
  return (value) => typeof value === 'number' && isType(value) && value >= from && value <= to;
}

function compileArray({ item }: Field): (value: Json) => boolean {
  if (item === null) return isJsonArray;
  const test = testOfField(item);
  return (value) => {
    if (!isJsonArray(value)) return false;
    for (let index = 0; index < value.length; index += 1) if (!test(value[index])) return false;
    return true;
  };
}

function compileObject({ children, childNames, additionalProperties, onePair }: Field): (value: Json) => boolean {
  const test = compileFields(children);
  const isFree = additionalProperties === 'silent';
  const strayTest = isFree || additionalProperties === 'notice' ? null : testOfField(additionalProperties);
  return (value) => {
    if (!isJsonObject(value) || !test(value)) return false;
    if (onePair && Object.keys(value).length !== 1) return false;
    if (isFree) return true;
    // Of an object that JSON.parse made, these are its own keys.
    for (const key in value) {
      if (childNames.has(key)) continue;
      if (strayTest === null || !strayTest(value[key])) return false;
    }
    return true;
  };
}
