import { equalsIgnoreCase } from '#core/telemetry/wording';

/** Shorter words are one edit away from too many others. */
const MIN_SIMILAR_LENGTH = 4;

/** Values that pages often send, and the one of the definition that means the same. */
const SYNONYMS: Readonly<Record<string, string>> = { CLICK: 'TOUCH', TAP: 'TOUCH', PRESS: 'TOUCH' };

/** Finds the entry that is the same but for letter case, one edit away, or a known synonym; `null` if none or two are. */
export function findNearValue(text: string, list: readonly string[]): string | null {
  const same = equalsIgnoreCase(text, list);
  if (same !== null) return same;
  const similar = list.filter((entry) => isOneEditAway(text.toUpperCase(), entry.toUpperCase()));
  if (similar.length === 1) return similar[0] ?? null;
  const synonym = Object.hasOwn(SYNONYMS, text.toUpperCase()) ? SYNONYMS[text.toUpperCase()] : undefined;
  return synonym !== undefined && list.includes(synonym) ? synonym : null;
}

/**
 * Whether one letter more, less, another, or two that changed places make one text the other.
 * Of short texts any two are.
 */
function isOneEditAway(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < MIN_SIMILAR_LENGTH || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const restOf = (text: string, skipped: number) => text.slice(start + skipped);
  if (a.length !== b.length) {
    return a.length > b.length ? restOf(a, 1) === restOf(b, 0) : restOf(a, 0) === restOf(b, 1);
  }
  const isSwapped = a[start] === b[start + 1] && a[start + 1] === b[start] && restOf(a, 2) === restOf(b, 2);
  return restOf(a, 1) === restOf(b, 1) || isSwapped;
}
