/** A user ID and a password. */
interface PastedCredentials {
  readonly userId: string;
  readonly password: string;
}

/**
 * Parses a user ID and a password from a pasted text.
 * Accepts two cells of a spreadsheet, which are separated by a tab, or two lines. Returns `null` for any other text.
 */
export function parseCredentials(text: string): PastedCredentials | null {
  const [userId = '', password = '', ...more] = withoutLineEnd(text).split(/\t|\r?\n/, 3);
  return userId.trim() === '' || password === '' || more.length > 0 ? null : { userId: userId.trim(), password };
}

/**
 * Removes line breaks at the end.
 * A regular expression that ends with `$` would take quadratic time for many line breaks.
 */
function withoutLineEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return text.slice(0, end);
}
