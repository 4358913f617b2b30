import { isJsonArray, isJsonObject, type Json } from './json';

/** Whether two values are equal, whatever the order of their keys. */
export function jsonEquals(one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true;
  if (isJsonArray(one) && isJsonArray(other)) {
    return one.length === other.length && one.every((item, index) => jsonEquals(item, other[index]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && jsonEquals(one[key], other[key]))
  );
}
