import { isJsonArray, isJsonObject, type Json } from '#core/json/json';
import type { Field } from './fields';

/** Returns true only for a value without a finding. */
export type FieldTest = (value: Json | undefined) => boolean;

/**
 * Compiles a test that is true only for values without a finding.
 * For fields of scalar types, it is true for all values without a finding. The test allocates nothing.
 */
export function compileTest(field: Field): FieldTest {
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
      return field.item === null ? isJsonArray : hasParts;
    case 'object':
      return isFreeObject(field) ? isJsonObject : hasParts;
    case 'any':
      return () => true;
  }
}

/** Always false, because each part of the value has its own test. */
function hasParts(): boolean {
  return false;
}

function isFreeObject({ children, additionalProperties, hasSingleKey }: Field): boolean {
  return children.length === 0 && additionalProperties === 'silent' && !hasSingleKey;
}

function compileString({ allowedValues, suggestedValues, minimumLength, identifier }: Field): (value: Json) => boolean {
  const minLength = Math.max(minimumLength, identifier ? 1 : 0);
  const lists = [allowedValues, suggestedValues].filter((list) => list !== null).map((list) => new Set<Json>(list));
  if (lists.length === 0) return (value) => typeof value === 'string' && value.length >= minLength;
  return (value) => typeof value === 'string' && value.length >= minLength && lists.every((list) => list.has(value));
}

function compileNumber(
  { minimum, maximum, recommendedMinimum }: Field,
  isType: (value: unknown) => boolean,
): (value: Json) => boolean {
  const lowest = Math.max(minimum ?? Number.NEGATIVE_INFINITY, recommendedMinimum ?? Number.NEGATIVE_INFINITY);
  const highest = maximum ?? Number.POSITIVE_INFINITY;
  return (value) => typeof value === 'number' && isType(value) && value >= lowest && value <= highest;
}
