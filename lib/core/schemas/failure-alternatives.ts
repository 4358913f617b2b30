import { isJsonArray, type Json, parseJson } from '#core/json/json';
import type { KeywordFailure } from './engine/failure-collector';
import { pointerSteps } from './json-pointer';

/** Keywords that apply other schemas. */
export const APPLICATORS: ReadonlySet<string> = new Set([
  'ref',
  'dynamicRef',
  'recursiveRef',
  'properties',
  'patternProperties',
  'additionalProperties',
  'items',
  'additionalItems',
  'prefixItems',
  'unevaluatedProperties',
  'unevaluatedItems',
  'allOf',
  'then',
  'else',
  'dependentSchemas',
  'dependencies',
  'propertyNames',
  'contentSchema',
]);

export function keywordName({ keyword }: KeywordFailure): string {
  return toKeywordName(keyword);
}

/** Returns `maximum` for `https://json-schema.org/keyword/draft-04/maximum`. */
export function toKeywordName(keyword: string): string {
  return keyword.slice(keyword.lastIndexOf('/') + 1);
}

/** Whether a schema is the `if` of a keyword, whose failure isn't a violation. */
export function isCondition({ keyword, value }: KeywordFailure, schema: string): boolean {
  return /\/(?:then|else)$/.test(keyword) && isJsonArray(value as Json) && (value as readonly Json[])[0] === schema;
}

export function toList<Item = string>(value: unknown): readonly Item[] {
  return Array.isArray(value) ? value : [value as Item];
}

const textsByOwner = new WeakMap<object, readonly string[]>();

/** Returns the values of `enum` or `const` as text. Cached, because a list may have thousands of values. */
export function allowedValuesOf({ owner, value }: KeywordFailure): readonly string[] {
  const texts = textsByOwner.get(owner) ?? toList<unknown>(value).map(formatListedValue);
  textsByOwner.set(owner, texts);
  return texts;
}

/** Formats a value of `enum` or `const`, which is compiled to JSON text. */
function formatListedValue(json: unknown): string {
  const value = parseJson(String(json));
  return typeof value === 'string' ? value : String(json);
}

/** Returns the allowed types if all alternatives fail only by the type of the same value, or `null`. */
export function commonTypes(failure: KeywordFailure): readonly string[] | null {
  return commonLists(failure, (leaf) => (keywordName(leaf) === 'type' ? toList(leaf.value) : null));
}

/** Returns the allowed values if all alternatives fail only by a list for the same value, or `null`. */
export function commonValues(failure: KeywordFailure): readonly string[] | null {
  return commonLists(failure, (leaf) => {
    const keyword = keywordName(leaf);
    return keyword === 'enum' || keyword === 'const' ? allowedValuesOf(leaf) : null;
  });
}

/** @param readEntries returns the entries of the only failure of an alternative, or `null` for another keyword. */
function commonLists(
  { instance, branches }: KeywordFailure,
  readEntries: (failure: KeywordFailure) => readonly string[] | null,
): readonly string[] | null {
  const lists = branches.map(({ failures }) => {
    const [only, ...others] = leaves(failures);
    return only?.instance === instance && others.length === 0 ? readEntries(only) : null;
  });
  if (lists.length === 0 || lists.includes(null)) return null;
  return [...new Set(lists.flatMap((entries) => entries ?? []))];
}

/** Added to the score of an alternative that is for another type or another listed value. */
const MISMATCH_SCORE = 1_000;

/** Returns the failures of keywords that apply no other schema. */
function leaves(failures: readonly KeywordFailure[]): readonly KeywordFailure[] {
  return failures.flatMap((failure) => {
    if (!APPLICATORS.has(keywordName(failure)) || failure.branches.length === 0) return [failure];
    const branches = failure.branches.filter(({ schema }) => !isCondition(failure, schema));
    return branches.flatMap(({ failures: inner }) => leaves(inner));
  });
}

/**
 * Finds the alternative with the fewest failures among those whose types and lists match.
 * Returns its failures, or `null` if none or several have the fewest.
 */
export function nearestBranch({ instance, branches }: KeywordFailure): readonly KeywordFailure[] | null {
  const scoredBranches = branches.map(({ failures }) => {
    const leafFailures = leaves(failures);
    const isMismatch = leafFailures.some((failure) => {
      const keyword = keywordName(failure);
      const depth = pointerSteps(failure.instance).length - pointerSteps(instance).length;
      return (depth === 0 && keyword === 'type') || (depth <= 1 && (keyword === 'enum' || keyword === 'const'));
    });
    return { failures, score: (isMismatch ? MISMATCH_SCORE : 0) + leafFailures.length };
  });
  const [first, second] = scoredBranches.toSorted((one, other) => one.score - other.score);
  if (first === undefined || first.score >= MISMATCH_SCORE) return null;
  return second === undefined || second.score > first.score ? first.failures : null;
}
