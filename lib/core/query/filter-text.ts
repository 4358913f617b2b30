import { compilePattern } from '#core/patterns/compile-pattern';
import { message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { compileQuery, type Matcher } from './compile-query';
import { type Finder, plainFinder } from './finder';
import { findFateTerm } from './journey-terms';
import type { Query, QueryProblem } from './query';
import { readQuery } from './read-query';

/**
 * Parses a filter with all its patterns.
 * Fails at a term about fates, as these are not known of an event by itself. The filter field of the panel loads the compiler of patterns on demand instead.
 */
export function readFilterText(text: string): Result<Query, QueryProblem> {
  const query = readFilterWithFates(text);
  const term = query.ok ? findFateTerm(query.value) : null;
  if (term === null) return query;
  const { from, to } = term;
  return fail({ from, to, message: message('filter.error.noFates', { term: term.text }), nearest: null });
}

/** Parses a filter for events whose fates are known. */
export function readFilterWithFates(text: string): Result<Query, QueryProblem> {
  return readQuery<never>(text, compilePattern);
}

/**
 * Reads a filter, and makes of it the test of a record.
 *
 * @param fateCodesOf returns what becomes of a record. Without it, a term about fates is refused.
 */
export function compileFilterText(text: string, fateCodesOf?: Finder['fateCodesOf']): Result<Matcher, QueryProblem> {
  const query = fateCodesOf === undefined ? readFilterText(text) : readFilterWithFates(text);
  if (!query.ok) return query;
  return succeed(compileQuery(query.value, fateCodesOf === undefined ? plainFinder : { ...plainFinder, fateCodesOf }));
}

/** Makes the test of a filter that was read before; `null` for one that cannot be read. */
export function matcherOfFilter(text: string): Matcher | null {
  const compiled = compileFilterText(text);
  return compiled.ok ? compiled.value : null;
}
