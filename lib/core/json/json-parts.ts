/** A piece of JSON text with what it is, for colouring. */
export interface JsonPart {
  readonly text: string;
  readonly look: 'k' | 's' | 'n' | 'a' | null;
}

// A text that is cut may end within a string: looking for its end from each quote in it would take quadratic time.
const token = /("(?:\\[\s\S]|[^"\\])*(?:"|\\?$))(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

/** JSON text, or a beginning of it, cut into keys, strings, numbers, atoms and the rest. */
export function jsonParts(text: string): readonly JsonPart[] {
  const parts: JsonPart[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), look: null });
    parts.push(...partsOf(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), look: null });
  return parts;
}

function partsOf([, string, colon, number, atom]: RegExpMatchArray): readonly JsonPart[] {
  if (string !== undefined && colon !== undefined) {
    return [
      { text: string, look: 'k' },
      { text: colon, look: null },
    ];
  }
  if (string !== undefined) return [{ text: string, look: 's' }];
  if (number !== undefined) return [{ text: number, look: 'n' }];
  return [{ text: atom ?? '', look: 'a' }];
}
