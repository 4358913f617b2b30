/** A user ID and a password. */
interface PastedCredentials {
  readonly userId: string;
  readonly password: string;
}

/**
 * Reads a user ID and a password out of a pasted text, or returns `null` if it holds anything else.
 * A spreadsheet copies two cells with a tab between them. A list of test entities has a line for each.
 */
export function readCredentials(text: string): PastedCredentials | null {
  const [userId = '', password = '', ...more] = withoutLineEnd(text).split(/\t|\r?\n/, 3);
  return userId.trim() === '' || password === '' || more.length > 0 ? null : { userId: userId.trim(), password };
}

/** A pattern that ends with `$` takes quadratic time on many line ends in the middle of a text. */
function withoutLineEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end -= 1;
  return text.slice(0, end);
}
