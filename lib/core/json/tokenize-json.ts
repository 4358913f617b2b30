import { isJsonAtom, JsonScanner } from './json-scanner';

/** A piece of JSON text, for syntax highlighting. */
export interface JsonToken {
  readonly text: string;
  /** CSS class of a key, a string, a number or an atom; null for other text. */
  readonly className: 'k' | 's' | 'n' | 'a' | null;
}

/** Splits JSON text, which may be truncated, into keys, strings, numbers, atoms and the rest. */
export function tokenizeJson(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  const scanner = new JsonScanner(text);
  let end = 0;
  const add = (from: number, to: number, className: JsonToken['className']) => {
    if (from > end) tokens.push({ text: text.slice(end, from), className: null });
    tokens.push({ text: text.slice(from, to), className });
    end = to;
  };
  for (let type = scanner.next(); type !== 'end'; ) {
    const { from, to, token } = scanner;
    type = scanner.next();
    if (text[from] === '"') add(from, to, type === ':' ? 'k' : 's');
    else if (/^-?\d/.test(token)) add(from, to, 'n');
    else if (isJsonAtom(token)) add(from, to, 'a');
  }
  if (end < text.length) tokens.push({ text: text.slice(end), className: null });
  return tokens;
}
