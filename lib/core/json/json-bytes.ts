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
  let index = from;
  for (;;) {
    const byte = bytes[index] as number;
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d)) return index;
    index += 1;
  }
}

/**
 * Returns the offset of the closing quote of a string, or {@link NO_END}.
 * The bytes must be valid UTF-8, and have a control character somewhere after the string.
 *
 * @param from offset after the opening quote.
 */
export function endOfString(bytes: Uint8Array, from: number): number {
  let index = from;
  for (;;) {
    const byte = bytes[index] as number;
    if (byte === 0x22) return index;
    if (byte < 0x20) return NO_END;
    if (byte !== 0x5c) index += 1;
    else {
      index = endOfEscape(bytes, index);
      if (index === NO_END) return NO_END;
    }
  }
}

function endOfEscape(bytes: Uint8Array, backslash: number): number {
  const byte = bytes[backslash + 1] as number;
  if (byte !== 0x75) return ((classes[byte] as number) & ESCAPE) === 0 ? NO_END : backslash + 2;
  for (let index = backslash + 2; index < backslash + 6; index += 1) {
    if (((classes[bytes[index] as number] as number) & HEX_DIGIT) === 0) return NO_END;
  }
  return backslash + 6;
}

/** Returns the end of a number, or {@link NO_END}. */
export function endOfNumber(bytes: Uint8Array, from: number): number {
  const first = bytes[from] === 0x2d ? from + 1 : from;
  // After a leading zero only a point or an exponent may follow.
  let index = bytes[first] === 0x30 ? first + 1 : endOfDigits(bytes, first);
  if (index !== NO_END && bytes[index] === 0x2e) index = endOfDigits(bytes, index + 1);
  if (index === NO_END || ((bytes[index] as number) | 0x20) !== 0x65) return index;
  const sign = bytes[index + 1];
  return endOfDigits(bytes, sign === 0x2b || sign === 0x2d ? index + 2 : index + 1);
}

/** Returns the end of one or more digits, or {@link NO_END}. */
export function endOfDigits(bytes: Uint8Array, from: number): number {
  let index = from;
  while (((classes[bytes[index] as number] as number) & DIGIT) !== 0) index += 1;
  return index === from ? NO_END : index;
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
  for (let index = start + 1; ; index += 1) {
    const byte = bytes[index] as number;
    if (byte === 0x22) return index;
    if (byte < 0x20 || byte === 0x5c) return NO_END;
  }
}

/** Returns the start of the value of a key, or {@link NO_END}. */
export function startOfValue(bytes: Uint8Array, keyEnd: number): number {
  const index = skipSpace(bytes, keyEnd + 1);
  return bytes[index] === 0x3a ? skipSpace(bytes, index + 1) : NO_END;
}

/** Returns the start of the next key or item, the offset of the closing bracket, or {@link NO_END}. */
export function startOfNext(bytes: Uint8Array, end: number, close: number): number {
  const index = skipSpace(bytes, end);
  if (bytes[index] === close) return index;
  if (bytes[index] !== 0x2c) return NO_END;
  const next = skipSpace(bytes, index + 1);
  return bytes[next] === close ? NO_END : next;
}
