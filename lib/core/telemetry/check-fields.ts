import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { compileTest, type FieldTest } from './field-test';
import type { Field } from './fields';
import type { FindingList } from './finding-list';
import * as findingParams from './finding-params';

/** Adds the findings of an object's fields to a list. */
type FieldsCheck = (value: JsonObject, list: FindingList) => void;
/** Adds the findings of one value at the list's current path. `undefined` is an absent field. */
type ValueCheck = (value: Json | undefined, list: FindingList) => void;

const fieldsChecks = new WeakMap<readonly Field[], FieldsCheck>();

/**
 * Validates a JSON object by its fields.
 * The walk follows the definition and not the value, so its depth is under ten levels for any value.
 *
 * The definitions are zod schemas, but the check is not `safeParse`: zod reports notices as errors or not at all, drops
 * the key `__proto__` of a map, and overflows the stack at about 200,000 issues. A test compares the findings of both.
 */
export function checkFields(fields: readonly Field[], value: JsonObject, list: FindingList): void {
  let check = fieldsChecks.get(fields);
  if (check === undefined) {
    check = compileFields(fields);
    fieldsChecks.set(fields, check);
  }
  check(value, list);
}

function compileFields(fields: readonly Field[]): FieldsCheck {
  const names = fields.map(({ name }) => name);
  // Without such names, a field that is read is always an own property.
  if (names.some((name) => name in Object.prototype)) throw new Error('A field has the name of a built-in property.');
  const tests = fields.map(compileTest);
  const checks = fields.map(compileField);
  return (value, list) => {
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] as string;
      const fieldValue = value[name];
      if ((tests[index] as FieldTest)(fieldValue)) continue;
      list.enter(name);
      (checks[index] as ValueCheck)(fieldValue, list);
      list.leave();
    }
  };
}

function compileField(field: Field): ValueCheck {
  const check = compileType(field);
  return (value, list) => {
    if (value === undefined || value === null) checkAbsent(field, value, list);
    else check(value, list);
  };
}

function compileType(field: Field): (value: Json, list: FindingList) => void {
  switch (field.type) {
    case 'array':
      return compileArray(field);
    case 'object':
      return compileObject(field);
    case 'any':
      return () => {};
    default:
      return (value, list) => checkPrimitive(field, value, list);
  }
}

function checkPrimitive(field: Field, value: Json, list: FindingList): void {
  if (!typeTests[field.type](value)) addWrongType(field, value, list);
  else if (typeof value === 'string') checkString(field, value, list);
  else if (typeof value === 'number') checkNumber(field, value, list);
}

function compileArray(field: Field): (value: Json, list: FindingList) => void {
  const { item } = field;
  const test = item && compileTest(item);
  const check = item && compileField(item);
  return (value, list) => {
    if (!isJsonArray(value)) {
      addWrongType(field, value, list);
      return;
    }
    if (test === null || check === null) return;
    for (let index = 0; index < value.length; index += 1) {
      if (test(value[index])) continue;
      list.enterOpen(index);
      check(value[index], list);
      list.leaveOpen();
    }
  };
}

function compileObject(field: Field): (value: Json, list: FindingList) => void {
  const { children, childNames, additionalProperties, hasSingleKey } = field;
  const checkChildren = compileFields(children);
  const isFree = additionalProperties === 'silent';
  const unlistedField = isFree || additionalProperties === 'notice' ? null : additionalProperties;
  const checkUnlistedValue = unlistedField && compileField(unlistedField);
  return (value, list) => {
    if (!isJsonObject(value)) {
      addWrongType(field, value, list);
      return;
    }
    checkChildren(value, list);
    if (hasSingleKey) checkSingleKey(field, value, list);
    if (isFree) return;
    for (const key in value) {
      if (childNames.has(key) || !Object.hasOwn(value, key)) continue;
      if (checkUnlistedValue === null) addUnknownField(field, key, list);
      else {
        list.enterOpen(key);
        checkUnlistedValue(value[key], list);
        list.leaveOpen();
      }
    }
  };
}

const typeTests: Readonly<Record<Field['type'], (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  // 1e400 is valid JSON and parses to Infinity.
  number: Number.isFinite,
  integer: Number.isSafeInteger,
  boolean: (value) => typeof value === 'boolean',
  array: isJsonArray,
  object: isJsonObject,
  any: () => true,
};

function addWrongType(field: Field, value: Json, list: FindingList): void {
  const problem = { severity: 'error', code: 'wrong-type', field, variant: findingParams.typeVariant(value) } as const;
  list.addForField(problem, () => findingParams.wrongTypeParams(field, value));
}

/**
 * Adds the finding of an absent or null value.
 * Interpretation: null is absent in an optional field, missing in a required field, and a wrong type in an array or
 * map.
 */
function checkAbsent(field: Field, value: null | undefined, list: FindingList): void {
  if (field.name === '*') {
    addWrongType(field, value ?? null, list);
    return;
  }
  if (!field.required) return;
  const severity = field.shownDefault === null ? 'error' : 'info';
  const problem = { severity, code: 'missing', field, variant: String(value) } as const;
  list.addForField(problem, () => findingParams.missingParams(field, value));
}

function checkString(field: Field, value: string, list: FindingList): void {
  if (field.allowedValues && !field.allowedValues.includes(value)) {
    list.addForField({ severity: 'error', code: 'not-in-list', field, variant: value }, () =>
      findingParams.notInListParams(field, value),
    );
  } else if (field.suggestedValues && !field.suggestedValues.includes(value)) {
    list.addForField({ severity: 'info', code: 'not-in-list', field, variant: value }, () =>
      findingParams.notSuggestedParams(field, value),
    );
  } else if (value.length < field.minimumLength) {
    list.addForField({ severity: 'error', code: 'out-of-range', field, variant: '' }, () =>
      findingParams.tooShortParams(field),
    );
  } else if (value === '' && field.identifier) {
    list.addForField({ severity: 'info', code: 'out-of-range', field, variant: '' }, () =>
      findingParams.emptyIdParams(field),
    );
  }
}

function checkNumber(field: Field, value: number, list: FindingList): void {
  const { minimum, maximum, recommendedMinimum } = field;
  if ((minimum !== null && value < minimum) || (maximum !== null && value > maximum)) {
    list.addForField({ severity: 'error', code: 'out-of-range', field, variant: `${value}` }, () =>
      findingParams.outOfRangeParams(field, value),
    );
  } else if (recommendedMinimum !== null && value < recommendedMinimum) {
    list.addForField({ severity: 'info', code: 'out-of-range', field, variant: `${value}` }, () =>
      findingParams.belowRecommendedParams(field.note, value, recommendedMinimum),
    );
  }
}

function checkSingleKey(field: Field, value: JsonObject, list: FindingList): void {
  const count = Object.keys(value).length;
  if (count === 1) return;
  const problem = { severity: 'error', code: 'wrong-type', field, variant: `keys ${count}` } as const;
  list.addForField(problem, () => findingParams.notSingleKeyParams(count));
}

function addUnknownField(field: Field, key: string, list: FindingList): void {
  const problem = { severity: 'info', code: 'unknown-field', field, variant: key } as const;
  list.addForKey(problem, () => findingParams.unknownFieldParams(field, key));
}
