import { compilePattern } from '#core/patterns/compile-pattern';
import type { FateCode } from '#core/pipeline/fate-codes';
import type { JudgedRecord } from '#core/stream/judged-record';
import { message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { compileQuery, type Matcher } from './compile-query';
import { type FactKey, type HasFact, plainFinder } from './finder';
import { findFactTerm } from './journey-terms';
import { parseQuery } from './parse-query';
import type { Query, QueryProblem } from './query';

/**
 * Parses a filter and compiles its patterns synchronously.
 * The panel loads the pattern compiler on demand instead. Fails for a term about fates, because the fate of a single
 * event is unknown.
 */
export function parseFilterText(text: string): Result<Query, QueryProblem> {
  const query = parseFilterWithFates(text);
  return query.ok ? failOnFactTerm(query.value, 'fate', 'filter.error.noFates') : query;
}

/**
 * Parses a filter for events whose fates are known.
 * Fails for a term about user sessions, which have numbers only in a list of the panel.
 */
export function parseFilterWithFates(text: string): Result<Query, QueryProblem> {
  const query = parseQuery<never>(text, compilePattern);
  return query.ok ? failOnFactTerm(query.value, 'user-session', 'filter.error.noUserSessions') : query;
}

function failOnFactTerm(
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
 * Parses a filter and compiles it to a test of a record.
 *
 * @param fateCodesOf returns the codes of the fate of a record. If unset, a term about fates fails.
 */
export function compileFilterText(
  text: string,
  fateCodesOf?: (record: JudgedRecord) => readonly FateCode[],
): Result<Matcher, QueryProblem> {
  const query = fateCodesOf === undefined ? parseFilterText(text) : parseFilterWithFates(text);
  if (!query.ok) return query;
  const hasFact: HasFact = (_, record, value) => fateCodesOf?.(record).some((code) => code === value) ?? false;
  return succeed(compileQuery(query.value, { ...plainFinder, hasFact }));
}

/** Compiles a filter that was validated before. Returns `null` if it is invalid. */
export function toFilterMatcher(text: string): Matcher | null {
  const compiled = compileFilterText(text);
  return compiled.ok ? compiled.value : null;
}
