import type { CompilePattern } from '#core/patterns/pattern';
import { type Filter, MAX_FILTER_CHARACTERS, MAX_FILTER_TERMS, type ParsedFilter } from '#core/query/event-filter';
import { countTests, parseQuery, tooLongFilterProblem, tooManyTermsProblem } from '#core/query/parse-query';
import type { Query, QueryProblem } from '#core/query/query';
import { appendItems } from '#core/util/lists';
import { fail, type Result, succeed } from '#core/util/result';

export interface FilterProblem extends QueryProblem {
  /** Index of the invalid token, or `null` if the entered text is invalid. */
  readonly tokenIndex: number | null;
}

/**
 * Parses a filter, or returns the problem and the index of its term.
 * Returns `'loading'` while code for one of its patterns loads.
 */
export function parseFilter<Pending extends 'loading'>(
  filter: Filter,
  compile: CompilePattern<Pending>,
): Result<ParsedFilter, FilterProblem | Pending> {
  const inputRange = { tokenIndex: null, from: 0, to: filter.text.length };
  if (lengthOf(filter) > MAX_FILTER_CHARACTERS) return fail({ ...inputRange, ...tooLongFilterProblem() });
  const query: Query[number][] = [];
  for (const [index, text] of [...filter.tokens, filter.text].entries()) {
    const isInput = index === filter.tokens.length;
    const parsed = parseQuery(text, compile, isInput);
    if (!parsed.ok) {
      const { failure } = parsed;
      return typeof failure === 'string' ? fail(failure) : fail({ ...failure, tokenIndex: isInput ? null : index });
    }
    appendItems(query, parsed.value);
  }
  if (countTests(query) > MAX_FILTER_TERMS) return fail({ ...inputRange, ...tooManyTermsProblem() });
  return succeed({ query });
}

function lengthOf({ text, tokens }: Pick<Filter, 'text' | 'tokens'>): number {
  return tokens.reduce((sum, token) => sum + token.length + 1, text.length);
}
