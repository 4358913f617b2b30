import type { PatternSource } from './pattern';

/** Pattern of a character or a boundary: a letter, an escape, a class, or a dot. */
const ATOM = String.raw`(?:[^\\^$.*+?()[\]{}|]|\\[dDwWsSbBtnr]|\\[^\w\s]|\.|\[(?:[^\\\]]|\\.)*\])`;
/**
 * Atoms with fixed counts.
 * An unbounded repetition is allowed at the end only, where nothing after it can fail.
 */
const SIMPLE = new RegExp(String.raw`^\^?(?:${ATOM}(?:\{\d\})?)*(?:${ATOM}[*+]|\$)?$`, 'su');
/**
 * Limit of a pattern's length.
 * It bounds the comparisons at each offset of a string: 9 times as many with `{9}`.
 */
const MAX_SIMPLE_CHARACTERS = 60;

/**
 * Whether a pattern is obviously linear, so the native engine can run it.
 * Most patterns that users write are simple.
 */
export function isSimplePattern({ source }: PatternSource): boolean {
  return source.length <= MAX_SIMPLE_CHARACTERS && SIMPLE.test(source);
}

/** Creates a test that runs a pattern in the native engine. The pattern must be linear. */
export function nativeTest({ source, flags }: PatternSource): (text: string) => boolean {
  const pattern = new RegExp(source, flags);
  return (text) => pattern.test(text);
}
