import type { PatternSource } from './pattern';

/** One character: a letter, an escape, a class, or any. */
const ATOM = String.raw`(?:[^\\^$.*+?()[\]{}|]|\\[dDwWsSbBtnr]|\\[^\w\s]|\.|\[(?:[^\\\]]|\\.)*\])`;
/** Fixed numbers of atoms, and one repetition only where nothing behind it can fail. */
const SIMPLE = new RegExp(String.raw`^\^?(?:${ATOM}(?:\{\d\})?)*(?:${ATOM}[*+]|\$)?$`, 'su');
/** Limit of the compared characters at each offset of a text, times 9 for `{9}`. */
const MAX_SIMPLE_CHARACTERS = 60;

/**
 * Whether a pattern is linear at a glance, so that the native engine can run it.
 * Most patterns of users are.
 */
export function isSimplePattern({ source }: PatternSource): boolean {
  return source.length <= MAX_SIMPLE_CHARACTERS && SIMPLE.test(source);
}

/** Runs a pattern in the native engine. Only for patterns that are known to be linear. */
export function nativeTest({ source, flags }: PatternSource): (text: string) => boolean {
  const pattern = new RegExp(source, flags);
  return (text) => pattern.test(text);
}
