import { parseJson } from '#core/json/json';
import {
  endOfDigits,
  endOfKey,
  endOfNumber,
  endOfPrimitive,
  endOfString,
  endOfWord,
  NO_END,
  skipSpace,
  startOfNext,
  startOfValue,
} from '#core/json/json-bytes';
import { isPlainText } from '#core/secrets/secret-search';
import { endOfCleanText, scanSigns, USER_BITS } from '#core/secrets/sign-scan';
import { isPlainName } from '../privacy/secrets-in-event';

/** Of a value that no rule looks at: what of it may differ from event to event. */
export const SLOT = {
  /** A text that is not empty. */
  text: 1,
  /** Digits without a sign. */
  integer: 2,
  /** Digits with a point in between. */
  fraction: 3,
  /** Anything but null. */
  anything: 4,
} as const;

export type SlotType = (typeof SLOT)[keyof typeof SLOT];

const MAX_LEVELS = 60;
/** A number of more digits may be no safe integer. */
const MAX_DIGITS = 15;
const NO_LIMIT = Number.POSITIVE_INFINITY;
/** Between a user and a host. */
const AT_SIGN = 0x40;
const VALUE = new TextEncoder().encode('value');
const decoder = new TextDecoder();

/**
 * Reads values that may differ from event to event, as far as they surely hold no secret. Each function returns where the
 * value ends, or {@link NO_END}. The bytes are valid UTF-8, and a line feed is behind the value.
 */
export class FreeValues {
  /** Whether a text or a key had a sign of a secret, but is none. */
  hasSign = false;
  /** Whether there was a key `value`: beside it, a text may be the name of a secret. */
  hasValueKey = false;

  clear(): void {
    this.hasSign = false;
    this.hasValueKey = false;
  }

  endOf(slot: SlotType, bytes: Uint8Array, from: number): number {
    switch (slot) {
      case SLOT.text:
        return bytes[from] === 0x22 && bytes[from + 1] !== 0x22 ? this.#endOfText(bytes, from) : NO_END;
      case SLOT.integer:
        return endOfInteger(bytes, from);
      case SLOT.fraction:
        return endOfFraction(bytes, from);
      case SLOT.anything:
        return bytes[from] === 0x6e ? NO_END : this.#endOfValue(bytes, from, 0);
    }
  }

  #endOfValue(bytes: Uint8Array, from: number, level: number): number {
    switch (bytes[from]) {
      case 0x22:
        return this.#endOfText(bytes, from);
      case 0x7b:
        return level === MAX_LEVELS ? NO_END : this.#endOfObject(bytes, from, level + 1);
      case 0x5b:
        return level === MAX_LEVELS ? NO_END : this.#endOfList(bytes, from, level + 1);
      default:
        return endOfPrimitive(bytes, from);
    }
  }

  #endOfText(bytes: Uint8Array, start: number): number {
    const cleanEnd = endOfCleanText(bytes, start + 1);
    return cleanEnd === NO_END ? this.#endOfUnsureText(bytes, start) : cleanEnd + 1;
  }

  #endOfUnsureText(bytes: Uint8Array, start: number): number {
    const end = endOfString(bytes, start + 1);
    if (end === NO_END) return NO_END;
    const signs = scanSigns(bytes, start + 1, end, NO_LIMIT);
    const isUserOnly = (signs & ~USER_BITS) === 0;
    if (signs === 0 || (isUserOnly && !hasByte(bytes, AT_SIGN, { from: start, to: end }))) return end + 1;
    this.hasSign = true;
    return isPlainText(decodeString(bytes, start, end)) ? end + 1 : NO_END;
  }

  #endOfObject(bytes: Uint8Array, start: number, level: number): number {
    let at = skipSpace(bytes, start + 1);
    while (bytes[at] !== 0x7d) {
      const keyEnd = endOfKey(bytes, at);
      if (keyEnd === NO_END || !this.#isPlainKey(bytes, at, keyEnd)) return NO_END;
      const from = startOfValue(bytes, keyEnd);
      const end = from === NO_END ? NO_END : this.#endOfValue(bytes, from, level);
      at = end === NO_END ? NO_END : startOfNext(bytes, end, 0x7d);
      if (at === NO_END) return NO_END;
    }
    return at + 1;
  }

  #endOfList(bytes: Uint8Array, start: number, level: number): number {
    let at = skipSpace(bytes, start + 1);
    while (bytes[at] !== 0x5d) {
      const end = this.#endOfValue(bytes, at, level);
      at = end === NO_END ? NO_END : startOfNext(bytes, end, 0x5d);
      if (at === NO_END) return NO_END;
    }
    return at + 1;
  }

  #isPlainKey(bytes: Uint8Array, start: number, end: number): boolean {
    if (isValueKey(bytes, start, end)) this.hasValueKey = true;
    if (scanSigns(bytes, start + 1, end, NO_LIMIT) === 0) return true;
    this.hasSign = true;
    return isPlainName(decodeString(bytes, start, end));
  }
}

/** Whether a key is `value`. */
export function isValueKey(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start === VALUE.length + 1 && endOfWord(bytes, start + 1, VALUE) !== NO_END;
}

function hasByte(
  bytes: Uint8Array,
  byte: number,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  for (let at = from; at < to; at += 1) if (bytes[at] === byte) return true;
  return false;
}

function decodeString(bytes: Uint8Array, start: number, end: number): string {
  return String(parseJson(decoder.decode(bytes.subarray(start, end + 1))));
}

function endOfInteger(bytes: Uint8Array, from: number): number {
  const end = endOfDigits(bytes, from);
  return end !== NO_END && end - from <= MAX_DIGITS && endOfNumber(bytes, from) === end ? end : NO_END;
}

function endOfFraction(bytes: Uint8Array, from: number): number {
  const point = endOfDigits(bytes, from);
  if (point === NO_END || point - from > MAX_DIGITS || bytes[point] !== 0x2e) return NO_END;
  const end = endOfDigits(bytes, point + 1);
  return end !== NO_END && endOfNumber(bytes, from) === end ? end : NO_END;
}
