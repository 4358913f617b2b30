import { isJsonArray, isJsonObject, type Json, parseJson } from '#core/json/json';
import type { CodeIn } from '#core/util/message';
import type { Field } from './fields';
import type { FindingParams, FoundParams } from './findings';
import type { NoteCode } from './vocabulary';
import { findIgnoringCase, formatKey, quoteText } from './wording';

/** Longest list that a sentence includes even if it also names the nearest entry. */
const SHORT_LIST = 7;

export function missingParams(field: Field, value: null | undefined): FindingParams {
  const absent: FoundParams = { reason: value === null ? 'absent-null' : 'absent', field: field.name };
  if (field.shownDefault !== null)
    return { reason: 'missing-default', absent, default: field.shownDefault, ...allowedValuesOf(field) };
  if (field.allowedValues) return { reason: 'missing-choice', absent, allowed: field.allowedValues };
  const need = needOf(field);
  if (field.note === null) return { reason: 'missing', absent, need };
  return { reason: 'missing-noted', absent, need, note: field.note };
}

export function wrongTypeParams(field: Field, value: Json): FindingParams {
  if (value === null && field.type === 'any') return { reason: 'null-value' };
  const isFraction = field.type === 'integer' && typeof value === 'number';
  const found = isFraction ? foundFraction(value) : toFoundParams(value, field.type);
  const need = needOf(field);
  return field.allowedValues
    ? { reason: 'wrong-type-choice', found, need, allowed: field.allowedValues }
    : { reason: 'wrong-type', found, need };
}

export function notInListParams(field: Field, value: string): FindingParams {
  const allowed = field.allowedValues ?? [];
  return letterCaseParams(value, allowed) ?? { reason: 'not-listed', value: quoteText(value), allowed };
}

/** Returns parameters for a value that differs from an allowed one in letter case only; else null. */
export function letterCaseParams(value: string, allowed: readonly string[]): FindingParams | null {
  const nearest = findIgnoringCase(value, allowed);
  if (nearest === null) return null;
  const reason = allowed.length > SHORT_LIST ? 'letter-case' : 'letter-case-list';
  return { reason, value: quoteText(value), nearest, allowed };
}

export function notSuggestedParams(field: Field, value: string): FindingParams {
  return { reason: 'not-suggested', value: quoteText(value), allowed: field.suggestedValues ?? [] };
}

export function tooShortParams(field: Field): FindingParams {
  return { reason: 'empty-string', field: field.name, minimum: field.minimumLength };
}

export function emptyIdParams(field: Field): FindingParams {
  return { reason: 'empty-id', field: field.name };
}

export function outOfRangeParams({ minimum, maximum }: Field, value: number): FindingParams {
  if (minimum === null) return { reason: 'above-maximum', value, maximum: maximum ?? Number.POSITIVE_INFINITY };
  return maximum === null
    ? { reason: 'below-minimum', value, minimum }
    : { reason: 'not-between', value, minimum, maximum };
}

export function belowRecommendedParams(note: NoteCode | null, value: number, minimum: number): FindingParams {
  if (note === null) return { reason: 'below-recommended', value, minimum };
  return { reason: 'below-recommended-noted', value, minimum, note };
}

export function notSingleKeyParams(keys: number): FindingParams {
  return { reason: 'not-one-pair', keys };
}

export function unknownFieldParams(parent: Field, key: string): FindingParams {
  const listed = parent.children.map((child) => child.name);
  const nearest = findIgnoringCase(key, listed);
  const field = formatKey(key);
  if (nearest !== null) return { reason: 'unlisted-field-case', field, nearest };
  return listed.length === 0 ? { reason: 'unlisted-field-none', field } : { reason: 'unlisted-field', field, listed };
}

/**
 * Describes a found value and its type, such as `"7" is a string`.
 * @param expected the expected type. For arrays and objects, their JSON text is distinguished from other strings.
 */
export function toFoundParams(value: Json | undefined, expected?: string): FoundParams {
  if (typeof value === 'string') return foundString(value, expected);
  if (typeof value === 'boolean') return { reason: 'found-value', value, type: 'boolean' };
  if (typeof value === 'number') {
    const reason = Number.isFinite(value) ? 'found-value' : 'found-not-finite';
    return { reason, value: String(value), type: 'number' };
  }
  if (isJsonArray(value)) return foundArray(value.length);
  if (isJsonObject(value)) return foundObject(Object.keys(value).length);
  return { reason: value === null ? 'found-null' : 'found-nothing' };
}

/** Returns a key of {@link toFoundParams}. Values with equal keys have equal parameters. */
export function typeVariant(value: Json): string {
  if (typeof value === 'string') return `"${value}`;
  if (isJsonArray(value)) return `[${value.length}`;
  return isJsonObject(value) ? `{${Object.keys(value).length}` : String(value);
}

function foundArray(items: number): FoundParams {
  return items === 0 ? { reason: 'found-empty-array' } : { reason: 'found-array', items };
}

function foundObject(fields: number): FoundParams {
  return fields === 0 ? { reason: 'found-empty-object' } : { reason: 'found-object', fields };
}

function foundString(text: string, expected: string | undefined): FoundParams {
  const json = jsonTypeOf(text);
  const found = { value: quoteText(text), type: 'string' };
  if (json === null) return { reason: 'found-value', ...found };
  return { reason: json === expected ? 'found-own-json-text' : 'found-json-text', ...found, json };
}

/** Returns the type of a string that is an array or an object in JSON, or null. */
function jsonTypeOf(text: string): 'array' | 'object' | null {
  if (!/^\s*[[{]/.test(text)) return null;
  const json = parseJson(text);
  if (isJsonArray(json)) return 'array';
  return isJsonObject(json) ? 'object' : null;
}

function foundFraction(value: number): FoundParams {
  return { reason: Number.isInteger(value) ? 'found-too-large' : 'found-fraction', value: String(value) };
}

function allowedValuesOf({ allowedValues }: Field): { readonly allowed?: readonly string[] } {
  return allowedValues ? { allowed: allowedValues } : {};
}

function needOf(field: Field): CodeIn<'findings.need'> {
  if (field.hasSingleKey) return 'object-with-exactly-one-key';
  return field.type === 'any' ? 'value' : field.typeCode;
}
