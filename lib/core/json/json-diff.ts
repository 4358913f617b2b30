import { isJsonArray, isJsonObject, type Json, type JsonObject, type JsonPath, ownValue } from './json';
import { jsonEquals } from './json-equals';

/** A path at which two values differ. `undefined` if one of them has no value there. */
export interface JsonDifference {
  readonly path: JsonPath;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The remaining number of values that may be compared. */
export interface DiffBudget {
  values: number;
}

interface DiffOptions {
  /** Prefix of all paths. */
  readonly path?: JsonPath;
  /** Whether to skip a path with all paths below it. */
  readonly isSkipped?: ((path: JsonPath) => boolean) | undefined;
  /** Ignores keys that only the second value has. */
  readonly ignoresNewKeys?: boolean;
  /** Limits the comparison, which stops when the budget is used up. */
  readonly budget?: DiffBudget;
}

/**
 * Calls `visit` with each difference of two values until it returns `false`.
 * Follows the order of the first value. Objects are compared key by key, arrays of equal length item by item.
 * Any other pair differs as a whole.
 */
export function visitDifferences(
  before: Json | undefined,
  after: Json | undefined,
  visit: (difference: JsonDifference) => boolean,
  options: DiffOptions = {},
): void {
  const { path = [], isSkipped, ignoresNewKeys = false, budget = { values: Number.POSITIVE_INFINITY } } = options;
  const compareAt = (one: Json | undefined, other: Json | undefined, at: JsonPath): boolean => {
    // Interned values are the same object.
    if (one === other) return true;
    budget.values -= 1;
    if (budget.values <= 0) return false;
    if (isSkipped?.(at)) return true;
    if (isJsonObject(one) && isJsonObject(other)) {
      const keys = keysOf(one, ignoresNewKeys ? null : other);
      budget.values -= keys.length;
      return (
        budget.values > 0 && keys.every((key) => compareAt(ownValue(one, key), ownValue(other, key), [...at, key]))
      );
    }
    if (isJsonArray(one) && isJsonArray(other) && one.length === other.length)
      return one.every((item, index) => compareAt(item, other[index], [...at, index]));
    return jsonEquals(one, other) || visit({ path: at, before: one, after: other });
  };
  compareAt(before, after, path);
}

function keysOf(one: JsonObject, other: JsonObject | null): readonly string[] {
  const keys = Object.keys(one);
  return other === null ? keys : [...keys, ...Object.keys(other).filter((key) => !Object.hasOwn(one, key))];
}
