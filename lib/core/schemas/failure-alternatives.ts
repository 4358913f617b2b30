import { isJsonArray, type Json, parseJson } from '#core/json/json';
import type { KeywordFailure } from './failure-collector';
import { pointerSteps } from './json-pointer';

/** Keywords that ask other schemas. */
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
  return nameOf(keyword);
}

/** `maximum` of `https://json-schema.org/keyword/draft-04/maximum`. */
export function nameOf(keyword: string): string {
  return keyword.slice(keyword.lastIndexOf('/') + 1);
}

/** Whether a schema is the `if` of `then` and `else`, which may fail. */
export function isCondition({ keyword, value }: KeywordFailure, schema: string): boolean {
  return /\/(?:then|else)$/.test(keyword) && isJsonArray(value as Json) && (value as readonly Json[])[0] === schema;
}

export function listOf<Item = string>(value: unknown): readonly Item[] {
  return Array.isArray(value) ? value : [value as Item];
}

/** A value of a list, which the library holds as JSON text. */
export function constText(json: unknown): string {
  const value = parseJson(String(json));
  return typeof value === 'string' ? value : String(json);
}

/** The types of alternatives that all fail by the type of the same value alone, or `null`. */
export function commonTypes(failure: KeywordFailure): readonly string[] | null {
  return commonLists(failure, (only) => (keywordName(only) === 'type' ? listOf(only.value) : null));
}

/** The values of alternatives that all fail by a list for the same value alone, or `null`. */
export function commonValues(failure: KeywordFailure): readonly string[] | null {
  return commonLists(failure, (only) => {
    const keyword = keywordName(only);
    return keyword === 'enum' || keyword === 'const' ? listOf<unknown>(only.value).map(constText) : null;
  });
}

/** @param listed returns what the only failure of an alternative lists, or `null` if it is of another keyword. */
function commonLists(
  { instance, branches }: KeywordFailure,
  listed: (only: KeywordFailure) => readonly string[] | null,
): readonly string[] | null {
  const lists = branches.map(({ failures }) => {
    const [only, ...others] = leaves(failures);
    return only?.instance === instance && others.length === 0 ? listed(only) : null;
  });
  if (lists.length === 0 || lists.includes(null)) return null;
  return [...new Set(lists.flatMap((each) => each ?? []))];
}

/** The failures that stand for themselves: those of keywords that ask no other schema. */
function leaves(failures: readonly KeywordFailure[]): readonly KeywordFailure[] {
  return failures.flatMap((failure) => {
    if (!APPLICATORS.has(keywordName(failure)) || failure.branches.length === 0) return [failure];
    const branches = failure.branches.filter(({ schema }) => !isCondition(failure, schema));
    return branches.flatMap(({ failures: inner }) => leaves(inner));
  });
}

/** The failures of the alternative that is meant: the only one in which no list and no type of a value above it fails. */
export function nearestBranch({ instance, branches }: KeywordFailure): readonly KeywordFailure[] | null {
  const scored = branches.map(({ failures }) => {
    const found = leaves(failures);
    const isOther = found.some((failure) => {
      const keyword = keywordName(failure);
      const depth = pointerSteps(failure.instance).length - pointerSteps(instance).length;
      return (depth === 0 && keyword === 'type') || (depth <= 1 && (keyword === 'enum' || keyword === 'const'));
    });
    return { failures, score: (isOther ? 1_000 : 0) + found.length };
  });
  const [first, second] = scored.toSorted((one, other) => one.score - other.score);
  if (first === undefined || first.score >= 1_000) return null;
  return second === undefined || second.score > first.score ? first.failures : null;
}
