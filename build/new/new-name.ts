import { fail, type Result, succeed } from '#core/util/result';

/** A name in the cases of files, values and types: `page-visits`, `pageVisits`, `PageVisits`. */
export interface NewName {
  readonly kebab: string;
  readonly camel: string;
  readonly pascal: string;
  /** The name in texts: `Page visits`. */
  readonly title: string;
}

const MAX_NAME_CHARS = 40;

/** Parses a name of lower-case words with hyphens between them. */
export function parseNewName(text: string): Result<NewName, string> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text) || text.length > MAX_NAME_CHARS) {
    return fail(
      `"${text}" can't be a name. Use at most ${MAX_NAME_CHARS} lower-case letters and digits, with hyphens between words.`,
    );
  }
  const pascal = text.replace(/(^|-)(.)/g, (_, _hyphen, first: string) => first.toUpperCase());
  const camel = pascal.slice(0, 1).toLowerCase() + pascal.slice(1);
  const title = pascal.slice(0, 1) + text.slice(1).replaceAll('-', ' ');
  return succeed({ kebab: text, camel, pascal, title });
}
