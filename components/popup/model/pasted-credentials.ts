/** A user ID and a password. */
interface PastedCredentials {
  readonly userId: string;
  readonly password: string;
}

/**
 * Parses a user ID and a password from a pasted text.
 * Returns `null` if the text contains anything else. A spreadsheet copies two cells with a tab between them, and a list
 * of test entities has one line per entity.
 */
export function readCredentials(text: string): PastedCredentials | null {
  const [userId = '', password = '', ...more] = withoutLineEnd(text).split(/\t|\r?\n/, 3);
  return userId.trim() === '' || password === '' || more.length > 0 ? null : { userId: userId.trim(), password };
}

/**
 * Removes a line break without a regular expression: one that ends with `$` takes quadratic time for many line breaks.
 */
function withoutLineEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return text.slice(0, end);
}
