/** In a terminal without bracketed paste, a raw control character is a key: U+0003 interrupts, U+007F deletes. */
const SPECIAL = /'|\p{Cc}+(?:(?<=\n)\P{Cc})?/gu;

/**
 * Writes a text as one word of a POSIX shell.
 * The word reads as the text, except for U+0000, which no argument can hold, and for line ends at the very end.
 */
export function quoteShellWord(text: string): string {
  const quoted = text
    .replaceAll('\0', '')
    .replace(SPECIAL, (found) => (found === "'" ? String.raw`'\''` : `'"$(printf '${octalOf(found)}')"'`));
  return `'${quoted}'`;
}

/** The next character follows a line end, as a command substitution drops line ends at its end. */
function octalOf(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
