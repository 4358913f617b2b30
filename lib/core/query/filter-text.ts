import { compilePattern } from '#core/patterns/compile-pattern';
import type { FateCode } from '#core/pipeline/fate-codes';
import type { JudgedRecord } from '#core/stream/judged-record';
import { message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { compileQuery, type Matcher } from './compile-query';
import { type FactKey, type HasFact, plainFinder } from './finder';
import { findFactTerm } from './journey-terms';
import type { Query, QueryProblem } from './query';
import { readQuery } from './read-query';

/**
 * Parses a filter with all its patterns.
 * Fails at a term about fates, as these are not known of an event by itself. The filter field of the panel loads the compiler of patterns on demand instead.
 */
export function readFilterText(text: string): Result<Query, QueryProblem> {
  const query = readFilterWithFates(text);
  return query.ok ? refuse(query.value, 'fate', 'filter.error.noFates') : query;
}

/**
 * Parses a filter for events whose fates are known.
 * Fails at a term about user sessions, which only a list of the panel numbers.
 */
export function readFilterWithFates(text: string): Result<Query, QueryProblem> {
  const query = readQuery<never>(text, compilePattern);
  return query.ok ? refuse(query.value, 'user-session', 'filter.error.noUserSessions') : query;
}

function refuse(
  query: Query,
  fact: FactKey,
  reason: 'filter.error.noFates' | 'filter.error.noUserSessions',
): Result<Query, QueryProblem> {
  const term = findFactTerm(query, fact);
  if (term === null) return succeed(query);
  const { from, to } = term;
  return fail({ from, to, message: message(reason, { term: term.text }), nearest: null });
}

/**
 * Reads a filter, and makes of it the test of a record.
 *
 * @param fateCodesOf returns what becomes of a record. Without it, a term about fates is refused.
 */
export function compileFilterText(
  text: string,
  fateCodesOf?: (record: JudgedRecord) => readonly FateCode[],
): Result<Matcher, QueryProblem> {
  const query = fateCodesOf === undefined ? readFilterText(text) : readFilterWithFates(text);
  if (!query.ok) return query;
  const hasFact: HasFact = (_, record, value) => fateCodesOf?.(record).some((code) => code === value) ?? false;
  return succeed(compileQuery(query.value, { ...plainFinder, hasFact }));
}

/** Makes the test of a filter that was read before; `null` for one that cannot be read. */
export function matcherOfFilter(text: string): Matcher | null {
  const compiled = compileFilterText(text);
  return compiled.ok ? compiled.value : null;
}
