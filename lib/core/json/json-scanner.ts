/** Type of a token. A `word` is a number, `true`, `false`, `null`, or text that is not valid in JSON. */
export type JsonTokenType = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'word' | 'end';

const [TAB, LINE_FEED, CARRIAGE_RETURN, SPACE, BACKSLASH] = [0x09, 0x0a, 0x0d, 0x20, 0x5c];

/**
 * Splits a text into JSON tokens, one by one and in linear time.
 * Accepts any text: it validates neither the order nor the content of the tokens. Strings are not matched by a
 * regular expression, because a string of 30 MB overflows its stack.
 */
export class JsonScanner {
  readonly text: string;
  /** Type of the last token; 'end' before the first one and at the end of the text. */
  type: JsonTokenType = 'end';
  /** Offsets of the token in UTF-16 units, from `from` up to but not including `to`. */
  from = 0;
  to = 0;
  /** Whether the token is a string without its closing quote. */
  isUnclosed = false;

  /** @param start offset of the first token. */
  constructor(text: string, start = 0) {
    this.text = text;
    this.to = start;
  }

  next(): JsonTokenType {
    const { text } = this;
    let index = this.to;
    while (isSpace(text.charCodeAt(index))) index += 1;
    this.from = index;
    this.type = this.#typeAt(index);
    this.to = this.#endOf(index);
    return this.type;
  }

  get token(): string {
    return this.text.slice(this.from, this.to);
  }

  #typeAt(index: number): JsonTokenType {
    const character = this.text[index];
    switch (character) {
      case '{':
      case '}':
      case '[':
      case ']':
      case ',':
      case ':':
        return character;
      case '"':
        return 'string';
      case undefined:
        return 'end';
      default:
        return 'word';
    }
  }

  #endOf(index: number): number {
    this.isUnclosed = false;
    if (this.type === 'end') return index;
    if (this.type === 'string') {
      const end = endOfJsonString(this.text, index);
      this.isUnclosed = end === -1;
      return this.isUnclosed ? this.text.length : end;
    }
    return this.type === 'word' ? endOfWord(this.text, index) : index + 1;
  }
}

/**
 * Returns the offset after the closing quote of the string that begins at an offset.
 * -1 if it is not closed.
 */
function endOfJsonString(text: string, start: number): number {
  for (let index = text.indexOf('"', start + 1); index !== -1; index = text.indexOf('"', index + 1)) {
    let first = index;
    while (first - 1 > start && text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
    if ((index - first) % 2 === 0) return index + 1;
  }
  return -1;
}

/** Returns the end of a word. Any character that is not part of a word is a token by itself. */
function endOfWord(text: string, start: number): number {
  let index = start;
  while (isWordCode(text.charCodeAt(index))) index += 1;
  return index > start ? index : start + String.fromCodePoint(text.codePointAt(start) ?? 0).length;
}

function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB;
}

/** Whether a character is a letter, a digit, or one of `_.+-`. */
function isWordCode(code: number): boolean {
  const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
  return isLetter || (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether a string is a JSON number. */
export function isJsonNumber(text: string): boolean {
  return jsonNumber.test(text);
}

export function isJsonAtom(text: string): boolean {
  return text === 'true' || text === 'false' || text === 'null';
}
