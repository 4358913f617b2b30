import { findNearest } from '#core/query/nearest';

/** Writes ` Did you mean X?` with the candidate most like what was written; empty if none is like it. */
export function didYouMean(written: string, candidates: Iterable<string>): string {
  const nearest = findNearest(written, candidates);
  return nearest === null ? '' : ` Did you mean ${nearest}?`;
}

/** Writes `Unknown rule set "privcy". Did you mean privacy? Rule sets: definition, …` for a noun and its closed list. */
export function unknownNameText(noun: string, written: string, known: readonly string[]): string {
  const nouns = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
  return `Unknown ${noun} ${JSON.stringify(written)}.${didYouMean(written, known)} ${nouns}: ${known.join(', ')}.`;
}
