import { findNearest } from '#core/query/nearest';

/** Returns ` Did you mean X?` with the most similar candidate, or an empty string if none is similar. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const nearest = findNearest(name, candidates);
  return nearest === null ? '' : ` Did you mean ${nearest}?`;
}

/**
 * Returns a sentence about an unknown name, with a suggestion and all known names.
 * Example: `Unknown rule set "privcy". Did you mean privacy? Rule sets: definition, …`
 */
export function unknownNameText(noun: string, name: unknown, knownNames: readonly string[]): string {
  const nouns = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
  return `Unknown ${noun} ${JSON.stringify(name)}.${didYouMean(String(name), knownNames)} ${nouns}: ${knownNames.join(', ')}.`;
}

/** @throws {TypeError} For an unknown name, because programs and tests may be written in JavaScript. */
export function assertKnownName(noun: string, name: unknown, knownNames: readonly string[]): void {
  if (!knownNames.some((known) => known === name)) throw new TypeError(unknownNameText(noun, name, knownNames));
}
