import { isJsonArray, isJsonObject, type Json } from '#core/json/json';
import { toCanonicalJson } from './engine/keyword-tests';

/** First character of the JSON text that stands for a value of `enum` or `const`. */
const JSON_TEXT_PREFIX = '\0';

/** Fields that the library reads in any object of a schema, even in examples and in listed values. */
const REFERENCE_FIELDS = ['$schema', '$id', 'id', '$anchor', '$dynamicAnchor', '$ref', '$dynamicRef', '$recursiveRef'];

/**
 * Hides the values in a schema from the library, which would read their ids and references.
 * Listed values become JSON text: see {@link listedText}.
 *
 * @param isSchema whether an object is a schema, not a value such as `default`.
 */
export function hideValues(json: Json, isSchema: (node: object) => boolean): void {
  if (isJsonArray(json)) for (const item of json) hideValues(item, isSchema);
  if (!isJsonObject(json)) return;
  const node = json as Record<string, Json>;
  const isValue = !isSchema(node);
  for (const [name, inner] of Object.entries(node)) {
    if (isValue && typeof inner === 'string' && REFERENCE_FIELDS.includes(name)) delete node[name];
    else if (!isValue && name === 'const') node[name] = toPrefixedText(inner);
    else if (!isValue && name === 'enum' && isJsonArray(inner)) node[name] = inner.map(toPrefixedText);
    else hideValues(inner, isSchema);
  }
}

function toPrefixedText(value: Json): Json {
  const isHidden = typeof value === 'string' ? hasJsonTextPrefix(value) : typeof value === 'object' && value !== null;
  return isHidden ? JSON_TEXT_PREFIX + toCanonicalJson(value) : value;
}

/** Whether a listed value is the JSON text of another value. */
export function hasJsonTextPrefix(value: string): boolean {
  return value.startsWith(JSON_TEXT_PREFIX);
}

/** Returns the JSON text, with sorted keys, of a value of `enum` or `const`. */
export function listedText(value: Json): string {
  return typeof value === 'string' && hasJsonTextPrefix(value)
    ? value.slice(JSON_TEXT_PREFIX.length)
    : toCanonicalJson(value);
}
