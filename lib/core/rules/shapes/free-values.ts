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
import { endOfMarkerFreeString, scanMarkers, USERINFO_BITS } from '#core/secrets/marker-scan';
import { findPersonalData } from '#core/secrets/personal-data';
import { isPlainText } from '#core/secrets/secret-search';
import { MIN_PHONE_DIGITS, placeholders } from '../hints/value-hints';
import { isPlainName } from '../privacy/secrets-in-event';

/** Types of slots: values that may differ between events of one shape. */
export const SLOT = {
  /** A string that is not empty. */
  text: 1,
  /** Digits without a sign. */
  integer: 2,
  /** Digits with a point in between. */
  fraction: 3,
  /** Anything but null. */
  anything: 4,
  /** A time in milliseconds since 1970, of 13 digits. */
  time: 5,
  /** An integer of few digits, such as a duration in seconds. */
  shortInteger: 6,
  /** A short integer with a fraction. */
  shortFraction: 7,
  /** A string without a slash: neither a URL nor a user agent. */
  name: 8,
} as const;

export type SlotType = (typeof SLOT)[keyof typeof SLOT];

const MAX_LEVELS = 60;
/** Number of digits of epoch milliseconds from 2001 to 2286. */
export const TIME_DIGITS = 13;
/** Number of digits of a phone number with its country code. Ids and times have more. */
const MAX_PHONE_DIGITS = 12;
/** Limit of the digits of a number that has no hint about its duration. */
const MAX_SHORT_DIGITS = 5;
/** Number of digits up to which every integer is safe: `Number.MAX_SAFE_INTEGER` has 16. */
const MAX_DIGITS = 15;
const NO_LIMIT = Number.POSITIVE_INFINITY;
/** The at sign between the userinfo and the host of a URL. */
const AT_SIGN = 0x40;
const SLASH = 0x2f;
const encoder = new TextEncoder();
const VALUE = encoder.encode('value');
const decoder = new TextDecoder();

/**
 * Reads values of slots that contain no secret.
 * The bytes must be valid UTF-8, with a line feed after the value.
 */
export class FreeValues {
  /** Whether a string or a key has a marker of a secret, but isn't a secret. */
  hasMarker = false;
  /** Whether there was a key `value`. Another text of its object may be the name of a secret. */
  hasValueKey = false;

  /** Whether the event has the digits of a phone number anywhere. One scan is faster than a scan per text. */
  #mayHavePhone = false;

  /** Starts the next event, at the given offsets. */
  start(bytes: Uint8Array, from: number, to: number): void {
    this.hasMarker = false;
    this.hasValueKey = false;
    this.#mayHavePhone = hasPhoneDigits(bytes, from, to);
  }

  /** Returns the end of a value that may be in the slot, or {@link NO_END}. */
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
      case SLOT.time:
        return endOfInteger(bytes, from) === from + TIME_DIGITS ? from + TIME_DIGITS : NO_END;
      case SLOT.shortInteger:
        return endOfShort(endOfInteger(bytes, from), bytes, from);
      case SLOT.shortFraction:
        return endOfShort(endOfFraction(bytes, from), bytes, from);
      case SLOT.name:
        return this.#endOfName(bytes, from);
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

  #endOfName(bytes: Uint8Array, from: number): number {
    const end = this.endOf(SLOT.text, bytes, from);
    return end === NO_END || hasByte(bytes, SLASH, { from, to: end }) ? NO_END : end;
  }

  #endOfText(bytes: Uint8Array, start: number): number {
    const cleanEnd = endOfMarkerFreeString(bytes, start + 1);
    const end = cleanEnd === NO_END ? this.#endOfTextWithMarker(bytes, start) : cleanEnd;
    if (end === NO_END) return NO_END;
    // Nearly no text begins like JSON or a placeholder.
    if ((hintStarts[bytes[start + 1] as number] as number) !== 0 && hasHintStart(bytes, start + 1, end)) return NO_END;
    return this.#mayHavePhone && hasPhoneDigits(bytes, start + 1, end) ? NO_END : end + 1;
  }

  #endOfTextWithMarker(bytes: Uint8Array, start: number): number {
    const end = endOfString(bytes, start + 1);
    if (end === NO_END || hasPersonalData(bytes, start, end)) return NO_END;
    const markers = scanMarkers(bytes, start + 1, end, NO_LIMIT);
    const isUserinfoOnly = (markers & ~USERINFO_BITS) === 0;
    if (markers === 0 || (isUserinfoOnly && !hasByte(bytes, AT_SIGN, { from: start, to: end }))) return end;
    this.hasMarker = true;
    return isPlainText(decodeString(bytes, start, end)) ? end : NO_END;
  }

  #endOfObject(bytes: Uint8Array, start: number, level: number): number {
    let offset = skipSpace(bytes, start + 1);
    while (bytes[offset] !== 0x7d) {
      const keyEnd = endOfKey(bytes, offset);
      if (keyEnd === NO_END || !this.#isPlainKey(bytes, offset, keyEnd)) return NO_END;
      const from = startOfValue(bytes, keyEnd);
      const end = from === NO_END ? NO_END : this.#endOfValue(bytes, from, level);
      offset = end === NO_END ? NO_END : startOfNext(bytes, end, 0x7d);
      if (offset === NO_END) return NO_END;
    }
    return offset + 1;
  }

  #endOfList(bytes: Uint8Array, start: number, level: number): number {
    let offset = skipSpace(bytes, start + 1);
    while (bytes[offset] !== 0x5d) {
      const end = this.#endOfValue(bytes, offset, level);
      offset = end === NO_END ? NO_END : startOfNext(bytes, end, 0x5d);
      if (offset === NO_END) return NO_END;
    }
    return offset + 1;
  }

  #isPlainKey(bytes: Uint8Array, start: number, end: number): boolean {
    if (isValueKey(bytes, start, end)) this.hasValueKey = true;
    if (scanMarkers(bytes, start + 1, end, NO_LIMIT) === 0) return true;
    this.hasMarker = true;
    return isPlainName(decodeString(bytes, start, end));
  }
}

/** Whether a key is `value`. */
export function isValueKey(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start === VALUE.length + 1 && endOfWord(bytes, start + 1, VALUE) !== NO_END;
}

/** The placeholders by their first byte. */
const placeholdersByStart = new Map(placeholders.map((text) => [text.charCodeAt(0), encoder.encode(text)]));
/** By the first byte of a string: 1 if JSON text may begin with it, 2 if a placeholder does. */
const hintStarts = new Uint8Array(256);
for (const byte of placeholdersByStart.keys()) hintStarts[byte] = 2;
for (const byte of [0x5b, 0x7b]) hintStarts[byte] = 1;

/** Whether a string has a hint because of its beginning, as JSON text or a placeholder. */
function hasHintStart(bytes: Uint8Array, from: number, to: number): boolean {
  return hintStarts[bytes[from] as number] === 1 || isPlaceholder(bytes, from, to);
}

function isPlaceholder(bytes: Uint8Array, from: number, to: number): boolean {
  const text = placeholdersByStart.get(bytes[from] as number);
  return text !== undefined && text.length === to - from && endOfWord(bytes, from, text) !== NO_END;
}

/** Whether a run of digits looks like a mobile number of India, also after `0` or `91`. */
function hasPhoneDigits(bytes: Uint8Array, from: number, to: number): boolean {
  // Steps by the minimum length of a run. If a byte isn't a digit, no run includes it.
  for (let offset = from + MIN_PHONE_DIGITS - 1; offset < to; offset += MIN_PHONE_DIGITS) {
    if (!isDigit(bytes[offset] as number)) continue;
    let before = offset;
    while (before >= from && isDigit(bytes[before] as number)) before -= 1;
    if (offset - before < MIN_PHONE_DIGITS) {
      offset = before;
      continue;
    }
    while (offset < to && isDigit(bytes[offset] as number)) offset += 1;
    if (offset - before <= MAX_PHONE_DIGITS + 1 && (bytes[offset - MIN_PHONE_DIGITS] as number) >= 0x36) return true;
  }
  return false;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function endOfShort(end: number, bytes: Uint8Array, from: number): number {
  return endOfDigits(bytes, from) - from > MAX_SHORT_DIGITS ? NO_END : end;
}

function hasByte(
  bytes: Uint8Array,
  byte: number,
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  for (let offset = from; offset < to; offset += 1) if (bytes[offset] === byte) return true;
  return false;
}

/** Whether a string contains an email address or a phone number with its country code. */
function hasPersonalData(bytes: Uint8Array, start: number, end: number): boolean {
  for (let offset = start; offset < end; offset += 1) {
    const byte = bytes[offset] as number;
    // `@`, and characters that may encode it or a plus sign.
    const mayBePersonal = byte === AT_SIGN || byte === 0x25 || byte === 0x2b || byte === 0x26 || byte === 0x5c;
    if (mayBePersonal && (byte !== 0x5c || bytes[offset + 1] === 0x75))
      return findPersonalData(decodeString(bytes, start, end)) !== null;
  }
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
