/**
 * A text as one word of a POSIX shell. Inside single quotes nothing means anything, not even `!`, `%`, a backslash or the
 * end of a line; only the single quote itself ends them. A NUL cannot be in any argument and is left out.
 */
export function shellQuote(text: string): string {
  return `'${text.replaceAll('\0', '').replaceAll("'", String.raw`'\''`)}'`;
}
