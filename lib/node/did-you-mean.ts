import { findNearest } from '#core/query/nearest';

/** Returns ` Did you mean X?` with the most similar candidate, or an empty string if none is similar. */
export function didYouMean(written: string, candidates: Iterable<string>): string {
  const nearest = findNearest(written, candidates);
  return nearest === null ? '' : ` Did you mean ${nearest}?`;
}

/**
 * Returns a sentence about an unknown name, with a suggestion and all known names.
 * Example: `Unknown rule set "privcy". Did you mean privacy? Rule sets: definition, …`
 */
export function unknownNameText(noun: string, written: string, known: readonly string[]): string {
  const nouns = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
  return `Unknown ${noun} ${JSON.stringify(written)}.${didYouMean(written, known)} ${nouns}: ${known.join(', ')}.`;
}
