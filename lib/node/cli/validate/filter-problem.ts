import { readFilterText } from '#core/query/filter-text';
import { findJourneyTerm } from '#core/query/journey-terms';
import { englishText } from '#core/report/english-text';

/** Why a filter cannot be used on a file, in a sentence; null where it can. */
export function filterProblem(filter: string): string | null {
  const query = readFilterText(filter);
  if (!query.ok) {
    const { message, nearest } = query.failure;
    const hint = nearest === null ? '' : ` Did you mean ${nearest.term}?`;
    return `${englishText(message)}${hint}`;
  }
  const term = findJourneyTerm(query.value);
  if (term === null) return null;
  return `“${term.text}” needs the journey of an event, which is known in the panel only.`;
}
