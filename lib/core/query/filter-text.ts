import { compilePattern } from '#core/patterns/compile-pattern';
import { type Result, succeed } from '#core/util/result';
import { compileQuery, type Matcher } from './compile-query';
import type { Query, QueryProblem } from './query';
import { readQuery } from './read-query';

/**
 * Parses a filter with all its patterns.
 * The filter field of the panel loads the compiler of patterns on demand instead.
 */
export function readFilterText(text: string): Result<Query, QueryProblem> {
  return readQuery<never>(text, compilePattern);
}

/** Reads a filter, and makes of it the test of a record. */
export function compileFilterText(text: string): Result<Matcher, QueryProblem> {
  const query = readFilterText(text);
  return query.ok ? succeed(compileQuery(query.value)) : query;
}

/** Makes the test of a filter that was read before; `null` for one that cannot be read. */
export function matcherOfFilter(text: string): Matcher | null {
  const compiled = compileFilterText(text);
  return compiled.ok ? compiled.value : null;
}
