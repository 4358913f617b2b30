import type { Json, JsonPath } from '#core/json/json';
import { MAX_FILTER_CHARACTERS } from './event-filter';
import { isPath, nearestPart } from './field-paths';
import { isFilterKey } from './filter-keys';
import { eventPathsOf } from './path-reader';

/** A term that matches one value of an event, and its key. */
export interface ValueTerm {
  readonly key: string;
  readonly term: string;
}

/** Writes a value in the filter language, in quotes if needed. */
export function formatTermValue(value: string): string {
  return /^[^\s"/,|][^\s",|]*$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

const KEY = /^[A-Za-z_][\w.-]*$/;

/**
 * Writes the term for a value at a path of the event, such as `edata.type:click`.
 * Returns `null` for an object, an empty value, and a path that the filter language cannot name.
 */
export function toValueTerm(path: JsonPath, value: Json): ValueTerm | null {
  // Paths of the filter language omit indexes of lists.
  const names = path.filter((step) => typeof step === 'string');
  const key = names.join('.');
  if (typeof value === 'object' || value === '' || !KEY.test(key) || !isNameOf(key, names)) return null;
  const term = `${key}:${formatExactValue(String(value))}`;
  return term.length > MAX_FILTER_CHARACTERS ? null : { key: `${key}:`, term };
}

/**
 * Whether a key names exactly this path.
 * `did` names `context.did`, `edata.a.b` names no field `a.b`, and `state` is a keyword.
 */
function isNameOf(key: string, [first = '', ...rest]: readonly string[]): boolean {
  if (key !== 'mid' && (isFilterKey(key) || !isPath(key) || nearestPart(key) !== null)) return false;
  // The data of a call becomes `edata`.
  const path = JSON.stringify([first === 'data' ? 'edata' : first, ...rest]);
  return eventPathsOf(key).some((other) => JSON.stringify(other) === path);
}

/**
 * Writes a value so that only the same value matches at a path.
 * A value with a star, a comparison, a line break or a tab becomes a regular expression. The filter's text field omits
 * line breaks and tabs.
 */
export function formatExactValue(value: string): string {
  if (!/[*\t\n\r]|^[<>]/.test(value)) return formatTermValue(value);
  return `/^${value.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&').replace(/\s/g, '\\s')}$/`;
}
