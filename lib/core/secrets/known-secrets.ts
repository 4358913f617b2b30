import { appendItems } from '#core/util/append-items';
import { type DecodedText, decodingsOf, type TextSpan } from './decoded-text';

const MASK = '•••';
/** The base64 of a shorter secret occurs in many texts by chance. */
const MIN_ENCODED_LENGTH = 8;
/** Anything shaped like a JSON Web Token, whoever it belongs to: header and claims always start as `{"`. */
const TOKEN_SHAPE = /\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g;
const CUT_ESCAPE = /(?:%[\da-f]?|\\(?:u[\da-f]{0,3}|x[\da-f]?)?|&#?\w{0,7})$/i;

/**
 * Hides known secrets, and everything that is shaped like a token.
 * Finds a secret also where its characters are escaped, all or some, and in base64.
 */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return maskSpans(text, secretSpans(text, secrets, false));
}

/** The same for the first part of a longer text: hides also the start of a secret that was cut. */
export function hideSecretsInPart(part: string, secrets: readonly string[]): string {
  const text = part.slice(0, -10) + part.slice(-10).replace(CUT_ESCAPE, '');
  return maskSpans(text, secretSpans(text, secrets, true));
}

function secretSpans(text: string, secrets: readonly string[], isCut: boolean): readonly TextSpan[] {
  const writings = [...new Set(secrets.filter((secret) => secret !== '').flatMap(writingsOf))];
  const spans: TextSpan[] = [];
  for (const decoded of decodingsOf(text)) {
    for (const writing of writings) {
      for (const span of occurrencesOf(writing, decoded.text, isCut ? MIN_ENCODED_LENGTH : null)) {
        spans.push(decoded.originalOf(span));
      }
    }
    appendItems(spans, tokenSpans(decoded));
  }
  return spans;
}

function tokenSpans({ text, originalOf }: DecodedText): readonly TextSpan[] {
  return Array.from(text.matchAll(TOKEN_SHAPE), ({ index, 0: token }) =>
    originalOf({ from: index, to: index + token.length }),
  );
}

/** How a secret is written after its escapes are decoded. */
function writingsOf(secret: string): readonly string[] {
  const plain = [secret, secret.replaceAll(' ', '+'), secret.replace(/\p{Surrogate}/gu, '\ufffd')];
  return secret.length < MIN_ENCODED_LENGTH ? plain : [...plain, ...base64PartsOf(secret)];
}

/** The part of a base64 text that the secret alone decides, wherever it starts: a group holds three bytes. */
function base64PartsOf(secret: string): readonly string[] {
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join('');
  return [0, 1, 2].flatMap((before) => {
    const whole = btoa('\0'.repeat(before) + bytes);
    const part = whole.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function maskSpans(text: string, spans: readonly TextSpan[]): string {
  const ordered = [...spans].sort((one, other) => one.from - other.from);
  const parts: string[] = [];
  let done = 0;
  for (const { from, to } of ordered) {
    if (to <= done) continue;
    if (from > done || parts.length === 0) parts.push(text.slice(done, from), MASK);
    done = to;
  }
  return [...parts, text.slice(done)].join('');
}

/** A text without these first characters of a pattern is not searched further. */
const PREFIX_LENGTH = 8;

/**
 * Finds each occurrence of a pattern in linear time (Knuth, Morris and Pratt).
 * The author of the text may know the pattern, and can make the engine's search take the product of both lengths.
 *
 * @param minPrefix also finds the start of the pattern at the end of the text, if it has at least so many characters;
 *   `null` for no such search.
 */
export function occurrencesOf(pattern: string, text: string, minPrefix: number | null): readonly TextSpan[] {
  if (!text.includes(pattern.slice(0, PREFIX_LENGTH))) return [];
  const borders = bordersOf(pattern);
  const spans: TextSpan[] = [];
  let matched = 0;
  for (let index = 0; index < text.length; index += 1) {
    matched = nextMatch(pattern, borders, matched, text.charCodeAt(index));
    if (matched < pattern.length) continue;
    spans.push({ from: index + 1 - matched, to: index + 1 });
    matched = borders[matched] ?? 0;
  }
  if (minPrefix !== null && matched >= minPrefix) spans.push({ from: text.length - matched, to: text.length });
  return spans;
}

/** At each length: how long the longest shorter start of the pattern is that ends there. */
function bordersOf(pattern: string): Uint32Array {
  const borders = new Uint32Array(pattern.length + 1);
  let matched = 0;
  for (let index = 1; index < pattern.length; index += 1) {
    matched = nextMatch(pattern, borders, matched, pattern.charCodeAt(index));
    borders[index + 1] = matched;
  }
  return borders;
}

/** How much of the pattern ends at the next character. */
function nextMatch(pattern: string, borders: Uint32Array, matched: number, code: number): number {
  let length = matched;
  while (length > 0 && pattern.charCodeAt(length) !== code) length = borders[length] ?? 0;
  return pattern.charCodeAt(length) === code ? length + 1 : 0;
}
