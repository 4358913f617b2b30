import type { Json, JsonPath } from '#core/json/json';
import { MAX_FILTER_CHARACTERS } from './event-filter';
import { isPath } from './field-paths';
import { isFilterKey } from './filter-keys';

/** A term that matches one value of an event, and its key. */
export interface ValueTerm {
  readonly key: string;
  readonly term: string;
}

/** Writes a value in the filter language, in quotes if needed. */
export function termValue(value: string): string {
  return /^[^\s"/,|][^\s",|]*$/.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

const KEY = /^[A-Za-z_][\w.-]*$/;

/**
 * Writes the term for a value at a path of the event, such as `edata.type:click`.
 * Returns `null` for an object, an empty value, and a path that the filter language cannot name.
 */
export function termOfValue(path: JsonPath, value: Json): ValueTerm | null {
  // Paths of the filter language omit indexes of lists.
  const key = path.filter((step) => typeof step === 'string').join('.');
  if (typeof value === 'object' || value === '' || !KEY.test(key) || !(isPath(key) || isFilterKey(key))) return null;
  const term = `${key}:${exactValue(String(value))}`;
  return term.length > MAX_FILTER_CHARACTERS ? null : { key: `${key}:`, term };
}

/**
 * Writes a value so that only the same value matches at a path.
 * It is a regular expression if it has a star, a comparison, or a line break or tab, which the filter's field omits.
 */
export function exactValue(value: string): string {
  if (!/[*\t\n\r]|^[<>]/.test(value)) return termValue(value);
  return `/^${value.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&').replace(/\s/g, '\\s')}$/`;
}
