import type { Json } from '#core/json/json';
import { toUnicodeEscape } from './terminal-text';

/** All control characters except tabs and line breaks, which are part of the layout. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;

/**
 * Writes control characters as `\u00XX`.
 * The value of a JSON text stays the same. Pasted into a terminal without bracketed paste, a raw control character
 * acts as a key: U+0003 interrupts, U+007F deletes.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, toUnicodeEscape);
}

/** Writes a string as one line, with tabs and line breaks escaped, too. */
export function toOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, toUnicodeEscape);
}

/**
 * Control characters, and those that reorder a displayed text.
 * Reordered code reads otherwise than it runs (CVE-2021-42574).
 */
const UNSAFE_IN_JSON = /(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Writes raw control characters of a JSON text as escapes, also those that reorder a displayed text. */
export function escapeJsonText(json: string): string {
  return json.replace(UNSAFE_IN_JSON, toUnicodeEscape);
}

/** Writes a value as JSON without raw control characters, see {@link escapeJsonText}. */
export function formatJson(value: Json, indent = 0): string {
  return escapeJsonText(JSON.stringify(value, null, indent));
}
