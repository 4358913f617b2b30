/** Returned by the functions of this file if the expected part of JSON (RFC 8259) does not begin there. */
export const NO_END = -1;

const DIGIT = 1;
const HEX_DIGIT = 2;
/** Bits of characters that may follow a backslash, except `u`. */
const ESCAPE = 4;
const classes = classesOf();

function classesOf(): Uint8Array {
  const table = new Uint8Array(256);
  const add = (characters: string, bit: number) => {
    for (const character of characters) table[character.charCodeAt(0)] = (table[character.charCodeAt(0)] ?? 0) | bit;
  };
  add('0123456789', DIGIT);
  add('0123456789abcdefABCDEF', HEX_DIGIT);
  add('"\\/bfnrt', ESCAPE);
  return table;
}

/** Skips white space within a line. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at] as number;
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d)) return at;
    at += 1;
  }
}

/**
 * Returns the offset of the closing quote of a string, or {@link NO_END}.
 * The bytes must be valid UTF-8, and have a control character somewhere after the string.
 *
 * @param from offset after the opening quote.
 */
export function endOfString(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = bytes[at] as number;
    if (byte === 0x22) return at;
    if (byte < 0x20) return NO_END;
    if (byte !== 0x5c) at += 1;
    else {
      at = endOfEscape(bytes, at);
      if (at === NO_END) return NO_END;
    }
  }
}

function endOfEscape(bytes: Uint8Array, backslash: number): number {
  const byte = bytes[backslash + 1] as number;
  if (byte !== 0x75) return ((classes[byte] as number) & ESCAPE) === 0 ? NO_END : backslash + 2;
  for (let at = backslash + 2; at < backslash + 6; at += 1) {
    if (((classes[bytes[at] as number] as number) & HEX_DIGIT) === 0) return NO_END;
  }
  return backslash + 6;
}

/** Returns the end of a number, or {@link NO_END}. */
export function endOfNumber(bytes: Uint8Array, from: number): number {
  const first = bytes[from] === 0x2d ? from + 1 : from;
  // After a leading zero only a point or an exponent may follow.
  let at = bytes[first] === 0x30 ? first + 1 : endOfDigits(bytes, first);
  if (at !== NO_END && bytes[at] === 0x2e) at = endOfDigits(bytes, at + 1);
  if (at === NO_END || ((bytes[at] as number) | 0x20) !== 0x65) return at;
  const sign = bytes[at + 1];
  return endOfDigits(bytes, sign === 0x2b || sign === 0x2d ? at + 2 : at + 1);
}

/** Returns the end of one or more digits, or {@link NO_END}. */
export function endOfDigits(bytes: Uint8Array, from: number): number {
  let at = from;
  while (((classes[bytes[at] as number] as number) & DIGIT) !== 0) at += 1;
  return at === from ? NO_END : at;
}

/** Returns the end of a given word such as `null`, or {@link NO_END} if another text begins there. */
export function endOfWord(bytes: Uint8Array, from: number, word: Uint8Array): number {
  for (let index = 0; index < word.length; index += 1) if (bytes[from + index] !== word[index]) return NO_END;
  return from + word.length;
}

const WORDS = new Map(['null', 'true', 'false'].map((word) => [word.charCodeAt(0), new TextEncoder().encode(word)]));

/** Returns the end of a number, `true`, `false` or `null`, or {@link NO_END}. */
export function endOfPrimitive(bytes: Uint8Array, from: number): number {
  const word = WORDS.get(bytes[from] as number);
  return word === undefined ? endOfNumber(bytes, from) : endOfWord(bytes, from, word);
}

/** Returns the offset of the closing quote of a key, or {@link NO_END}. Keys may have escapes. */
export function endOfKey(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== 0x22) return NO_END;
  for (let at = start + 1; ; at += 1) {
    const byte = bytes[at] as number;
    if (byte === 0x22) return at;
    if (byte < 0x20 || byte === 0x5c) return NO_END;
  }
}

/** Returns the start of the value of a key, or {@link NO_END}. */
export function startOfValue(bytes: Uint8Array, keyEnd: number): number {
  const at = skipSpace(bytes, keyEnd + 1);
  return bytes[at] === 0x3a ? skipSpace(bytes, at + 1) : NO_END;
}

/** Returns the start of the next key or item, the offset of the closing bracket, or {@link NO_END}. */
export function startOfNext(bytes: Uint8Array, end: number, close: number): number {
  const at = skipSpace(bytes, end);
  if (bytes[at] === close) return at;
  if (bytes[at] !== 0x2c) return NO_END;
  const next = skipSpace(bytes, at + 1);
  return bytes[next] === close ? NO_END : next;
}
