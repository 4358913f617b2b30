import { readFilterText, readFilterWithFates } from '#core/query/filter-text';
import { findJourneyTerm } from '#core/query/journey-terms';
import type { QueryProblem } from '#core/query/query';
import { englishText } from '#core/report/english-text';

/** Why a filter is not understood, in a sentence, with what was probably meant. */
export function queryProblemText({ message, nearest }: Pick<QueryProblem, 'message' | 'nearest'>): string {
  const hint = nearest === null ? '' : ` Did you mean ${nearest.term}?`;
  return `${englishText(message)}${hint}`;
}

/**
 * Why a filter cannot be used on a file, in a sentence; null where it can.
 *
 * @param knowsFates whether it is predicted what becomes of each event.
 */
export function filterProblem(filter: string, { knowsFates = false } = {}): string | null {
  const query = knowsFates ? readFilterWithFates(filter) : readFilterText(filter);
  if (!query.ok) return queryProblemText(query.failure);
  const term = findJourneyTerm(query.value);
  if (term === null) return null;
  return `“${term.text}” needs the journey of an event, which is known in the panel only.`;
}
