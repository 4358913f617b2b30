import { isJsonArray, isJsonObject, type Json, type JsonPath, valueAt } from '#core/json/json';
import type { Field, FieldType } from '#core/telemetry/fields';
import type { Finding } from '#core/telemetry/findings';
import type { JsonEdit } from './edit-json';
import type { Mutation } from './negative-test';

/** A mutation of one field, with the expected finding. */
export interface FieldMutation {
  readonly mutation: Mutation;
  readonly edits: readonly JsonEdit[];
  readonly finding: Pick<Finding, 'severity' | 'code' | 'path'>;
}

/** Returns all mutations of a field and its inner fields. `value` is the field's value in the sample, if any. */
export function mutateField(field: Field, path: JsonPath, value: Json | undefined): readonly FieldMutation[] {
  const legal = value ?? legalValue(field);
  return [
    ...omitField(field, path),
    ...replaceType(field, path, legal),
    ...replaceString(field, path, legal),
    ...replaceNumber(field, path),
    ...mutateObject(field, path, legal),
    ...mutateInnerFields(field, path, legal),
  ];
}

function mutateInnerFields(field: Field, path: JsonPath, value: Json): readonly FieldMutation[] {
  const children = field.children.flatMap((child) =>
    mutateField(child, [...path, child.name], valueAt(value, [child.name])),
  );
  const [item] = isJsonArray(value) ? value : [];
  const items = field.item ? mutateField(field.item, [...path, 0], item) : [];
  const [key, entry] = isJsonObject(value) ? (Object.entries(value)[0] ?? []) : [];
  const entries =
    typeof field.additionalProperties === 'object'
      ? mutateField(field.additionalProperties, [...path, key ?? 'sample'], entry)
      : [];
  return [...children, ...items, ...entries];
}

/** Omits a field, and sets it to null. List items and map entries can only be null, which is a wrong type. */
function omitField(field: Field, path: JsonPath): readonly FieldMutation[] {
  if (field.name === '*') return [replaceValue(path, null, 'error', 'wrong-type')];
  if (!field.required) return [];
  const severity = field.shownDefault === null ? 'error' : 'info';
  const omitted: FieldMutation = {
    mutation: { type: 'omitted', path },
    edits: [[path, undefined]],
    finding: { severity, code: 'missing', path },
  };
  return [omitted, replaceValue(path, null, severity, 'missing')];
}

/** Values of a wrong type. They imitate frequent errors, such as a number in a string. */
const otherTypes: Readonly<Record<FieldType, readonly Json[]>> = {
  string: [7, {}],
  number: ['7', true],
  integer: ['7', true],
  boolean: ['true', 1],
  array: ['text', {}],
  object: ['text', []],
  any: [],
};

function replaceType(field: Field, path: JsonPath, legal: Json): readonly FieldMutation[] {
  const fraction = field.type === 'integer' && typeof legal === 'number' ? [legal + 0.5] : [];
  return [...otherTypes[field.type], ...fraction].map((value) => replaceValue(path, value, 'error', 'wrong-type'));
}

function replaceString(field: Field, path: JsonPath, legal: Json): readonly FieldMutation[] {
  const list = field.allowedValues ?? field.suggestedValues;
  if (list) {
    const severity = field.allowedValues ? 'error' : 'info';
    const listedValue = typeof legal === 'string' ? legal : (list[0] ?? '');
    return ['not-listed', toOtherCase(listedValue), ''].map((value) =>
      replaceValue(path, value, severity, 'not-in-list'),
    );
  }
  if (field.minimumLength > 0) return [replaceValue(path, '', 'error', 'out-of-range')];
  return field.identifier ? [replaceValue(path, '', 'info', 'out-of-range')] : [];
}

function replaceNumber({ minimum, maximum, recommendedMinimum }: Field, path: JsonPath): readonly FieldMutation[] {
  return [
    ...(minimum === null ? [] : [replaceValue(path, minimum - 1, 'error', 'out-of-range')]),
    ...(maximum === null ? [] : [replaceValue(path, maximum + 1, 'error', 'out-of-range')]),
    ...(recommendedMinimum === null ? [] : [replaceValue(path, recommendedMinimum - 1, 'info', 'out-of-range')]),
  ];
}

function mutateObject(field: Field, path: JsonPath, legal: Json): readonly FieldMutation[] {
  if (field.hasSingleKey)
    return [{}, { one: 1, two: 2 }].map((value) => replaceValue(path, value, 'error', 'wrong-type'));
  if (field.type !== 'object' || field.additionalProperties !== 'notice') return [];
  const extra = [...path, 'unlisted'];
  return [
    {
      mutation: { type: 'extra-field', path: extra },
      edits: [[path, { ...(isJsonObject(legal) ? legal : {}), unlisted: 'sample' }]],
      finding: { severity: 'info', code: 'unknown-field', path: extra },
    },
    // Renaming a required field would cause two findings.
    ...field.children.filter((child) => !child.required).map((child) => renameField(child, path, legal)),
  ];
}

function renameField(child: Field, path: JsonPath, legal: Json): FieldMutation {
  const [from, to] = [
    [...path, child.name],
    [...path, toOtherCase(child.name)],
  ];
  return {
    mutation: { type: 'renamed', path: from, to: toOtherCase(child.name) },
    edits: [
      [from, undefined],
      [to, valueAt(legal, [child.name]) ?? legalValue(child)],
    ],
    finding: { severity: 'info', code: 'unknown-field', path: to },
  };
}

function replaceValue(
  path: JsonPath,
  value: Json,
  severity: Finding['severity'],
  code: Finding['code'],
): FieldMutation {
  return { mutation: { type: 'replaced', path, value }, edits: [[path, value]], finding: { severity, code, path } };
}

function toOtherCase(word: string): string {
  const lower = word.toLowerCase();
  return lower === word ? word.toUpperCase() : lower;
}

/** Returns a value that causes no finding about the field. */
export function legalValue(field: Field): Json {
  const [listed] = field.allowedValues ?? field.suggestedValues ?? field.examples;
  if (listed !== undefined) return listed;
  switch (field.type) {
    case 'string':
    case 'any':
      return 'sample';
    case 'number':
    case 'integer':
      return Math.max(field.minimum ?? 0, field.recommendedMinimum ?? 0);
    case 'boolean':
      return true;
    case 'array':
      return field.item ? [legalValue(field.item)] : [];
    case 'object':
      return field.hasSingleKey
        ? { sample: 1 }
        : Object.fromEntries(field.children.map((child) => [child.name, legalValue(child)]));
  }
}

/** Returns other legal values of a field. `undefined` means that the field is omitted. */
export function otherLegalValues(field: Field): readonly (Json | undefined)[] {
  const { allowedValues, minimum, maximum, required, type } = field;
  if (type === 'object') return required ? [] : [undefined];
  const bounds = minimum !== null && maximum !== null ? [(minimum + maximum) / 2, minimum, maximum] : [];
  return [...(required ? [] : [undefined]), ...(allowedValues ?? []), ...bounds, ...(type === 'array' ? [[]] : [])];
}
