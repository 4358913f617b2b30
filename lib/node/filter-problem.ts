import { parseFilterText, parseFilterWithFates } from '#core/query/filter-text';
import { findJourneyTerm } from '#core/query/journey-terms';
import type { QueryProblem } from '#core/query/query';
import { englishText } from '#core/report/english-text';

/** Returns why a filter is invalid, as a sentence, and a suggestion if there is one. */
export function queryProblemText({ message, nearest }: Pick<QueryProblem, 'message' | 'nearest'>): string {
  const hint = nearest === null ? '' : ` Did you mean ${nearest.term}?`;
  return `${englishText(message)}${hint}`;
}

/**
 * Returns why a filter cannot be used on a file, as a sentence, or `null` if it can.
 *
 * @param knowsFates whether the command predicts fates, so that the filter can use them.
 */
export function findFilterProblem(filter: string, { knowsFates = false } = {}): string | null {
  const query = knowsFates ? parseFilterWithFates(filter) : parseFilterText(filter);
  if (!query.ok) return queryProblemText(query.failure);
  const term = findJourneyTerm(query.value);
  if (term === null) return null;
  return journeyTermText(term.text);
}

export function journeyTermText(term: string): string {
  return `“${term}” needs the journey of an event, which is known in the panel only.`;
}
