import type { TextSpan } from './decoded-text';

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
