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
export function unknownNameText(noun: string, name: string, knownNames: readonly string[]): string {
  const nouns = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
  return `Unknown ${noun} ${JSON.stringify(name)}.${didYouMean(name, knownNames)} ${nouns}: ${knownNames.join(', ')}.`;
}
