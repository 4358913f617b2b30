import { isJsonAtom, JsonScanner } from './json-scanner';

/** A piece of JSON text with its token type, for syntax highlighting. */
export interface JsonPart {
  readonly text: string;
  /** CSS class: key, string, number, atom, or null for punctuation. */
  readonly className: 'k' | 's' | 'n' | 'a' | null;
}

/** Splits JSON text, which may be truncated, into keys, strings, numbers, atoms and the rest. */
export function tokenizeJson(text: string): readonly JsonPart[] {
  const parts: JsonPart[] = [];
  const scanner = new JsonScanner(text);
  let end = 0;
  const add = (from: number, to: number, className: JsonPart['className']) => {
    if (from > end) parts.push({ text: text.slice(end, from), className: null });
    parts.push({ text: text.slice(from, to), className });
    end = to;
  };
  for (let type = scanner.next(); type !== 'end'; ) {
    const { from, to, token } = scanner;
    type = scanner.next();
    if (text[from] === '"') add(from, to, type === ':' ? 'k' : 's');
    else if (/^-?\d/.test(token)) add(from, to, 'n');
    else if (isJsonAtom(token)) add(from, to, 'a');
  }
  if (end < text.length) parts.push({ text: text.slice(end), className: null });
  return parts;
}
