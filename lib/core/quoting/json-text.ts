import type { Json } from '#core/json/json';

/** All control characters except tabs and line breaks, which are part of the layout. */
const CONTROLS = /(?![\t\n\r])\p{Cc}/gu;

/**
 * Writes control characters as `\u00XX`.
 * The value of a JSON text stays the same. Pasted into a terminal without bracketed paste, a raw control character
 * acts as a key: U+0003 interrupts, U+007F deletes.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, escapeUnit);
}

/** Writes a string as one line, with tabs and line breaks escaped, too. */
export function toOneLine(text: string): string {
  return text.replace(/\p{Cc}|[\u2028\u2029]/gu, escapeUnit);
}

/** Writes a value as JSON without raw control characters. */
export function formatJson(value: Json, indent = 0): string {
  return escapeControls(JSON.stringify(value, null, indent));
}

/** Escapes a character as JSON and JavaScript do. */
export function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
