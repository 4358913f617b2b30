import { appendItems } from '#core/util/lists';
import { type DecodedText, decodeRepeatedly, type TextSpan } from './decoded-text';

/** Replacement of a secret. */
export const REDACTED = '•••';
/** Minimum length of base64 to search for. Shorter texts occur by chance. */
const MIN_ENCODED_LENGTH = 8;
/** Shape of a JSON Web Token, known or not: header and claims always start as `{"`. */
const TOKEN_SHAPE = /\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g;
const MAX_ESCAPE_LENGTH = 10;
const TRUNCATED_ESCAPE = /(?:%[\da-f]?|\\(?:u[\da-f]{0,3}|x[\da-f]?)?|&#?\w{0,7})$/i;

/**
 * Redacts known secrets and all texts with the shape of a token.
 * Finds secrets that are partly or fully escaped, or in base64, too.
 */
export function redactKnownSecrets(text: string, secrets: readonly string[]): string {
  return redactSpans(text, findKnownSecretSpans(text, secrets, null));
}

/** Redacts secrets in a truncated text, including the start of a secret at its end. */
export function redactKnownSecretsInTruncated(part: string, secrets: readonly string[]): string {
  const text = part.slice(0, -MAX_ESCAPE_LENGTH) + part.slice(-MAX_ESCAPE_LENGTH).replace(TRUNCATED_ESCAPE, '');
  return redactSpans(text, findKnownSecretSpans(text, secrets, MIN_ENCODED_LENGTH));
}

function findKnownSecretSpans(text: string, secrets: readonly string[], minPrefix: number | null): readonly TextSpan[] {
  const forms = [...new Set(secrets.filter((secret) => secret !== '').flatMap(secretForms))];
  const spans: TextSpan[] = [];
  for (const decoded of decodeRepeatedly(text)) {
    for (const form of forms) {
      for (const span of findOccurrences(form, decoded.text, minPrefix)) {
        spans.push(decoded.originalOf(span));
      }
    }
    appendItems(spans, findTokenSpans(decoded));
  }
  return spans;
}

function findTokenSpans({ text, originalOf }: DecodedText): readonly TextSpan[] {
  return Array.from(text.matchAll(TOKEN_SHAPE), ({ index, 0: token }) =>
    originalOf({ from: index, to: index + token.length }),
  );
}

/** Returns the forms of a secret in a string with decoded escapes. */
function secretForms(secret: string): readonly string[] {
  const plain = [secret, secret.replaceAll(' ', '+'), secret.replace(/\p{Surrogate}/gu, '\ufffd')];
  return secret.length < MIN_ENCODED_LENGTH ? plain : [...plain, ...base64Parts(secret)];
}

/**
 * Returns the base64 parts that depend on the secret alone.
 * There is one for each possible offset of the secret in a group of 3 bytes.
 */
function base64Parts(secret: string): readonly string[] {
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join('');
  return [0, 1, 2].flatMap((offset) => {
    const encoded = btoa('\0'.repeat(offset) + bytes);
    const part = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function redactSpans(text: string, spans: readonly TextSpan[]): string {
  const ordered = [...spans].sort((one, other) => one.from - other.from);
  const parts: string[] = [];
  let end = 0;
  for (const { from, to } of ordered) {
    if (to <= end) continue;
    if (from > end || parts.length === 0) parts.push(text.slice(end, from), REDACTED);
    end = to;
  }
  return [...parts, text.slice(end)].join('');
}

/** Length of the start of a pattern for a fast test. A string without this start needs no search. */
const PREFIX_LENGTH = 8;

/**
 * Finds each occurrence of a pattern in linear time (Knuth, Morris and Pratt).
 * An attacker who knows the pattern can craft a string for which `indexOf` takes the product of both lengths.
 *
 * @param minPrefix if set, also finds a start of the pattern at the end of the text with at least this length.
 */
export function findOccurrences(pattern: string, text: string, minPrefix: number | null): readonly TextSpan[] {
  if (!text.includes(pattern.slice(0, PREFIX_LENGTH))) return [];
  const borders = computeBorders(pattern);
  const spans: TextSpan[] = [];
  let matchLength = 0;
  for (let index = 0; index < text.length; index += 1) {
    matchLength = nextMatch(pattern, borders, matchLength, text.charCodeAt(index));
    if (matchLength < pattern.length) continue;
    spans.push({ from: index + 1 - matchLength, to: index + 1 });
    matchLength = borders[matchLength] ?? 0;
  }
  if (minPrefix !== null && matchLength >= minPrefix) spans.push({ from: text.length - matchLength, to: text.length });
  return spans;
}

/**
 * Returns the length of the longest border of each prefix, by length.
 * A border is a proper prefix that is also a suffix.
 */
function computeBorders(pattern: string): Uint32Array {
  const borders = new Uint32Array(pattern.length + 1);
  let matchLength = 0;
  for (let index = 1; index < pattern.length; index += 1) {
    matchLength = nextMatch(pattern, borders, matchLength, pattern.charCodeAt(index));
    borders[index + 1] = matchLength;
  }
  return borders;
}

/** Returns the length of the prefix that ends at the next character. */
function nextMatch(pattern: string, borders: Uint32Array, matchLength: number, code: number): number {
  let length = matchLength;
  while (length > 0 && pattern.charCodeAt(length) !== code) length = borders[length] ?? 0;
  return pattern.charCodeAt(length) === code ? length + 1 : 0;
}
