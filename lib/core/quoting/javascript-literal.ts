import type { Json } from '#core/json/json';
import { formatJson } from './json-text';

/** JSON is JavaScript, except for `__proto__`, which sets the prototype unless the name is computed. */
const PROTO_KEY = /([{,]\n? *)"__proto__":/g;

/**
 * Writes a value as a JavaScript expression.
 * Escapes U+2028 and U+2029, which ended a string before ES2019.
 */
export function formatJavaScriptLiteral(value: Json, indent = 2): string {
  const text = formatJson(value, indent).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  return text.replace(PROTO_KEY, '$1["__proto__"]:');
}
