import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { testOfField, testsOfFields } from './field-test';
import type { Field, FieldType } from './fields';
import type { FindingList } from './finding-list';
import * as say from './finding-params';

/**
 * Checks an object against its fields.
 * The walk follows the definition, never the value, so it is as deep as the definition is (under ten levels) whatever
 * the value's own depth. It steps only into fields that a compiled test finds something at.
 *
 * The definitions are zod schemas, but the check is not `safeParse`: zod reports notices as errors or not at all, drops
 * the key `__proto__` of a map, and overflows the stack at about 200,000 issues. A test holds both to the same findings.
 */
export function checkFields(fields: readonly Field[], value: JsonObject, list: FindingList): void {
  const tests = testsOfFields(fields);
  for (let index = 0; index < tests.length; index += 1) {
    const field = fields[index] as Field;
    const fieldValue = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    if (!hasParts(field) && tests[index]?.(fieldValue)) continue;
    list.enter(field.name);
    checkField(field, fieldValue, list);
    list.leave();
  }
}

/** Whether a test would visit what a walk then visits again. */
function hasParts({ type, children, item }: Field): boolean {
  return (type === 'object' && children.length > 0) || (type === 'array' && item !== null);
}

function checkField(field: Field, value: Json | undefined, list: FindingList): void {
  if (value === undefined || value === null) checkAbsent(field, value, list);
  else if (!typeTests[field.type](value)) addWrongType(field, value, list);
  else if (field.type === 'any') return;
  else if (typeof value === 'string') checkString(field, value, list);
  else if (typeof value === 'number') checkNumber(field, value, list);
  else if (isJsonArray(value)) checkItems(field, value, list);
  else if (isJsonObject(value)) checkObject(field, value, list);
}

const typeTests: Readonly<Record<FieldType, (value: Json) => boolean>> = {
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
  const problem = { severity: 'error', code: 'wrong-type', field, variant: say.typeVariant(value) } as const;
  list.addOf(problem, () => say.wrongTypeParams(field, value));
}

/** Reading: null in an optional field is absent, in a required one missing, and inside an array or map a wrong type. */
function checkAbsent(field: Field, value: null | undefined, list: FindingList): void {
  if (field.name === '*') {
    addWrongType(field, value ?? null, list);
    return;
  }
  if (!field.required) return;
  const severity = field.defaultText === null ? 'error' : 'info';
  const problem = { severity, code: 'missing', field, variant: String(value) } as const;
  list.addOf(problem, () => say.missingParams(field, value));
}

function checkString(field: Field, value: string, list: FindingList): void {
  if (field.choices && !field.choices.includes(value)) {
    list.addOf({ severity: 'error', code: 'not-in-list', field, variant: value }, () =>
      say.notInListParams(field, value),
    );
  } else if (field.suggestedValues && !field.suggestedValues.includes(value)) {
    list.addOf({ severity: 'info', code: 'not-in-list', field, variant: value }, () =>
      say.notSuggestedParams(field, value),
    );
  } else if (value.length < field.minimumLength) {
    list.addOf({ severity: 'error', code: 'out-of-range', field, variant: '' }, () => say.tooShortParams(field));
  } else if (value === '' && field.identifier) {
    list.addOf({ severity: 'info', code: 'out-of-range', field, variant: '' }, () => say.emptyIdParams(field));
  }
}

function checkNumber(field: Field, value: number, list: FindingList): void {
  if ((field.minimum !== null && value < field.minimum) || (field.maximum !== null && value > field.maximum)) {
    list.addOf({ severity: 'error', code: 'out-of-range', field, variant: `${value}` }, () =>
      say.outOfRangeParams(field, value),
    );
  } else if (field.recommendedMinimum !== null && value < field.recommendedMinimum) {
    list.addOf({ severity: 'info', code: 'out-of-range', field, variant: `${value}` }, () =>
      say.belowRecommendedParams(field, value),
    );
  }
}

function checkItems(field: Field, items: readonly Json[], list: FindingList): void {
  if (!field.item) return;
  const test = testOfField(field.item);
  const isNested = hasParts(field.item);
  for (let index = 0; index < items.length; index += 1) {
    if (!isNested && test(items[index])) continue;
    list.enterOpen(index);
    checkField(field.item, items[index], list);
    list.leaveOpen();
  }
}

function checkObject(field: Field, value: JsonObject, list: FindingList): void {
  checkFields(field.children, value, list);
  if (field.additionalProperties === 'silent' && !field.onePair) return;
  const keys = Object.keys(value);
  if (field.onePair && keys.length !== 1)
    list.addOf({ severity: 'error', code: 'wrong-type', field, variant: `keys ${keys.length}` }, () =>
      say.notOnePairParams(keys.length),
    );
  if (field.additionalProperties === 'silent') return;
  for (const key of keys) {
    if (!field.childNames.has(key)) checkStray(field, field.additionalProperties, key, value[key], list);
  }
}

function checkStray(
  field: Field,
  strays: 'notice' | Field,
  key: string,
  value: Json | undefined,
  list: FindingList,
): void {
  if (strays === 'notice') {
    const problem = { severity: 'info', code: 'unknown-field', field, variant: key } as const;
    list.addAtKey(problem, () => say.unknownFieldParams(field, key));
    return;
  }
  list.enterOpen(key);
  checkField(strays, value, list);
  list.leaveOpen();
}
