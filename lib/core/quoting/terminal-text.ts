/**
 * Control characters move a terminal's cursor, set its title or send input in the user's name.
 * Direction marks reorder a displayed text (CVE-2021-42574). U+2028 and U+2029 end a line for some readers.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const UNSAFE_IN_LINES = /(?![\n\t])[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
/** Fast test that rules out most texts, which are printable ASCII. */
const MAY_BE_UNSAFE_IN_LINES = /[^\n\t -~]+/g;

/**
 * Escapes control characters of a terminal, such as U+001B as `\u001b`. Line feeds and tabs stay.
 * JSON text keeps its value: the escapes follow RFC 8259, section 7.
 */
export function escapeForTerminal(text: string): string {
  return text.replace(MAY_BE_UNSAFE_IN_LINES, (part) => part.replace(UNSAFE_IN_LINES, toUnicodeEscape));
}

/** Escapes control characters, including line feeds and tabs, in a string within one line. */
export function escapeForTerminalLine(text: string): string {
  return text.replace(UNSAFE, toUnicodeEscape);
}

/** Writes a UTF-16 unit as a JSON escape: `\u001b`. */
export function toUnicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
