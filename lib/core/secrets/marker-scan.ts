import { NO_END } from '#core/json/json-bytes';

/** The first bytes of a marker: character classes of up to four bytes, in the syntax of regular expressions. */
type MarkerStart = readonly string[];

const USERINFO_STARTS: readonly MarkerStart[] = [[':', String.raw`/\\`]];

/** Starts of the prefixes of services. Some are shared by two services. */
const SERVICE_TOKEN_STARTS: readonly MarkerStart[] = [
  ['g', 'h', 'pousr', '_-'],
  ['_', 'p', 'a', 't'],
  ['g', 'l', 'pdrsfcia', 'atobmg'],
  ['x', 'ao', 'px'],
  ['GL', 'O', 'AC', 'KS'],
  ['sr', 'k', '_-'],
  ['nd', 'po', 'mopr', '_-'],
  ['ph', 'yf', 'p_'],
  ['s', 'hql', 'p0a', 'asc'],
  ['PN', 'MR', 'A', 'K'],
  [':', 'A', 'A', 'EFGH'],
  ['-', 'u', 's', '0-9'],
  ['lr', 'iz', 'np', '_-'],
  ['A', 'KSBCITc', 'ICzAc', 'AaTo'],
  // SESSI, but not ASSESS
  ['E', 'S', 'S', 'I'],
  ['S2h', 'G9v', '.s'],
];

const OTHER_STARTS: readonly MarkerStart[] = [
  // token, cookie, the keys, password, passwd, pwd, jwt
  ['oO', 'kK', 'eEiI'],
  ['-_ .+0iesgnthIESGNTH', 'kK', 'eE', 'yY'],
  ['sSpP', 'wW', 'oOdD'],
  ['jJ', 'wW', 'tT'],
  // secret, authorization
  ['cC', 'rR', 'eE', 'tT'],
  ['rR', 'iI', 'zZ', 'aA'],
  // passphrase, passcode, userpass
  ['sS', 'sS', 'pPcC'],
  ['-_. rR', 'pP', 'aA', 'sS'],
  ['oO', 'tT', 'pP', '^a-zA-Z'],
  // bearer, basic
  ['rR', 'eE', 'rR', '^a-z"'],
  ['sS', 'iI', 'cC', '^a-z'],
  // A JSON Web Token
  ['e', 'y', 'J'],
];

/**
 * Encoded characters (`%26`, `\u0026`), and parameters or `&#38;`.
 * In a start of two characters, the second flags each pair of bytes that it begins. So it must be rare, unlike a digit.
 */
const AMBIGUOUS_STARTS: readonly MarkerStart[] = [['%'], ['u', '0', '0', '2-7'], ['egcldnrEGCLDNR&', '=#']];

/**
 * A part of each marker of `hasSecretMarker`, and escapes that may hide a marker.
 * Each has one bit of an integer, so there are at most 32. A test compares them with `hasSecretMarker`.
 */
const MARKER_STARTS = [...USERINFO_STARTS, ...SERVICE_TOKEN_STARTS, ...AMBIGUOUS_STARTS, ...OTHER_STARTS];

/** The bit of the userinfo of a URL (RFC 3986, section 3.2.1): see `hasUserinfoMarker`. */
export const USERINFO_BITS = bitsOf(USERINFO_STARTS);
/** The bits of the tokens of services: see `hasServiceTokenMarker`. */
export const SERVICE_TOKEN_BITS = bitsOf(SERVICE_TOKEN_STARTS);
/** The bits of parts that mark a secret only in some contexts: an encoded character, a parameter. */
export const AMBIGUOUS_BITS = bitsOf(AMBIGUOUS_STARTS);
const ALL_BITS = -1;

const ANY_BYTE = Array.from({ length: 256 }, (_, byte) => byte);
const LATIN_1 = ANY_BYTE.map((byte) => String.fromCharCode(byte)).join('');

const firsts = markerBitsAt(0);
const seconds = markerBitsAt(1);
const thirds = markerBitsAt(2);
const fourths = markerBitsAt(3);
const anySecond = shorterMarkerBits(1);
const anyThird = shorterMarkerBits(2);

/** Flag of two bytes that may be part of a marker. Each opening bracket among them adds 2 to the entry. */
const MARKER_PAIR = 1;
const pairs = pairTable();
/** Flag of two bytes of which one is a byte of {@link endsText}. Greater than the brackets of two bytes. */
const END_PAIR = 8;
const textPairs = textPairTable(pairs);

/**
 * Returns the bits of the secret markers that a JSON text may have.
 * Returns 0 only for a string without a marker, even an escaped one. Returns all bits for a string with more opening
 * brackets than `maxBrackets`. Looks up two bytes at once: the first two or the last two of the first three bytes of a
 * marker are such a pair.
 *
 * @param bytes UTF-8.
 */
export function scanMarkers(bytes: Uint8Array, from: number, to: number, maxBrackets: number): number {
  // A local variable, because reading a module constant in the loop is three times as slow.
  const table = pairs;
  const last = to - 1;
  let markers = 0;
  let brackets = 0;
  let index = from;
  for (; index < last; index += 2) {
    const pair = table[((bytes[index] as number) << 8) | (bytes[index + 1] as number)] as number;
    if (pair === 0) continue;
    brackets += pair >> 1;
    if ((pair & MARKER_PAIR) === 0) continue;
    markers |= markersAt(bytes, index, to) | markersAt(bytes, index + 1, to);
    if (index > from) markers |= markersAt(bytes, index - 1, to);
  }
  if (index === last) {
    brackets += isOpening(bytes[index] as number) ? 1 : 0;
    markers |= markersAt(bytes, index, to);
    if (index > from) markers |= markersAt(bytes, index - 1, to);
  }
  return brackets > maxBrackets ? ALL_BITS : markers;
}

/**
 * Returns the offset of the closing quote of a JSON string that has no marker of a secret.
 * Returns {@link NO_END} for any other string, and for a string with an escape, `@` or `+`. A control character must
 * follow somewhere after the string.
 *
 * @param bytes UTF-8.
 * @param from offset after the opening quote.
 */
export function endOfMarkerFreeString(bytes: Uint8Array, from: number): number {
  const table = textPairs;
  for (let index = from; ; index += 2) {
    const pair = table[((bytes[index] as number) << 8) | (bytes[index + 1] as number)] as number;
    if (pair === 0) continue;
    if ((pair & MARKER_PAIR) !== 0 && hasMarkerNear(bytes, index, from)) return NO_END;
    if ((pair & END_PAIR) === 0) continue;
    const end = endsText(bytes[index] as number) ? index : index + 1;
    return bytes[end] === 0x22 ? end : NO_END;
  }
}

/** Whether a marker may begin at either byte of a pair or at the byte before. */
function hasMarkerNear(bytes: Uint8Array, index: number, from: number): boolean {
  const { length } = bytes;
  if ((markersAt(bytes, index, length) | markersAt(bytes, index + 1, length)) !== 0) return true;
  return index > from && markersAt(bytes, index - 1, length) !== 0;
}

/**
 * Returns the bits of the markers that may begin at an offset.
 * Bytes after the end of the text count as any byte.
 */
function markersAt(bytes: Uint8Array, index: number, to: number): number {
  const first = firsts[bytes[index] as number] as number;
  const firstTwo = first & (index + 1 >= to ? anySecond : (seconds[bytes[index + 1] as number] as number));
  if (firstTwo === 0) return 0;
  if (index + 2 >= to) return firstTwo & anyThird;
  const firstThree = firstTwo & (thirds[bytes[index + 2] as number] as number);
  return index + 3 >= to ? firstThree : firstThree & (fourths[bytes[index + 3] as number] as number);
}

function pairTable(): Uint8Array {
  const table = new Uint8Array(256 * 256);
  // All markers except the marker of a single byte.
  const isLong = (bits: number) => (bits & ~anySecond) !== 0;
  const starts = ANY_BYTE.filter((byte) => isLong((firsts[byte] ?? 0) | (seconds[byte] ?? 0)));
  for (const one of starts) {
    const [first, second] = [firsts[one] as number, seconds[one] as number];
    for (let other = 0; other < 256; other += 1) {
      const both = (first & (seconds[other] as number)) | (second & (thirds[other] as number));
      if (isLong(both)) table[(one << 8) | other] = MARKER_PAIR;
    }
  }
  for (const byte of ANY_BYTE) {
    if (((firsts[byte] ?? 0) & anySecond) !== 0) updatePairs(table, byte, (pair) => pair | MARKER_PAIR);
    if (isOpening(byte)) updatePairs(table, byte, (pair) => pair + 2);
  }
  return table;
}

function textPairTable(markerPairs: Uint8Array): Uint8Array {
  const table = markerPairs.slice();
  for (const byte of ANY_BYTE) if (endsText(byte)) updatePairs(table, byte, (pair) => pair | END_PAIR);
  return table;
}

/** Whether a byte ends a JSON string, begins an escape, or is part of an email or a phone number. */
function endsText(byte: number): boolean {
  return byte === 0x22 || byte === 0x5c || byte === 0x40 || byte === 0x2b || byte < 0x20;
}

/** Updates the entries of all pairs with a byte, in either position. */
function updatePairs(table: Uint8Array, byte: number, update: (pair: number) => number): void {
  for (let other = 0; other < 256; other += 1) {
    const [asFirst, asSecond] = [(byte << 8) | other, (other << 8) | byte];
    table[asFirst] = update(table[asFirst] as number);
    table[asSecond] = update(table[asSecond] as number);
  }
}

function isOpening(byte: number): boolean {
  return byte === 0x5b || byte === 0x7b;
}

/** Maps each byte to the bits of the markers that allow it at an index. */
function markerBitsAt(position: number): Int32Array {
  const bitsByByte = new Int32Array(256);
  for (const [index, start] of MARKER_STARTS.entries()) {
    for (const byte of bytesAt(start, position)) bitsByByte[byte] = (bitsByByte[byte] ?? 0) | bitOf(index);
  }
  return bitsByByte;
}

/** Returns the bytes that a marker allows at an index. After its end, it allows any byte. */
function bytesAt(start: MarkerStart, position: number): readonly number[] {
  const byteClass = start[position];
  if (byteClass === undefined) return ANY_BYTE;
  const characters = LATIN_1.match(new RegExp(`[${byteClass}]`, 'g')) ?? [];
  return characters.map((character) => character.charCodeAt(0));
}

function bitsOf(starts: readonly MarkerStart[]): number {
  return starts.reduce((bits, start) => bits | bitOf(MARKER_STARTS.indexOf(start)), 0);
}

/** Returns the bits of the markers that end before an index, so that any byte may follow there. */
function shorterMarkerBits(position: number): number {
  return MARKER_STARTS.reduce((bits, start, index) => (start.length > position ? bits : bits | bitOf(index)), 0);
}

function bitOf(index: number): number {
  return 1 << index;
}
