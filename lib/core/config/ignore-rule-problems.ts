import { parseFilterText } from '#core/query/filter-text';
import { findJourneyTerm } from '#core/query/journey-terms';
import type { QueryProblem } from '#core/query/query';
import type { IgnoreRule } from '#core/report/finding-policy';
import { findUnknownPath } from './policy-names';

/** Why one part of an ignore rule can't be used. */
export type IgnoreRuleProblem =
  | { readonly part: 'code'; readonly type: 'unknown-code'; readonly code: string }
  | { readonly part: 'path'; readonly type: 'unknown-path'; readonly path: string; readonly nearest: string | null }
  | { readonly part: 'filter'; readonly type: 'wrong-filter'; readonly filter: string; readonly reason: QueryProblem }
  /** `term` is about the journey. Ignore rules do not support such terms. */
  | { readonly part: 'filter'; readonly type: 'journey-term'; readonly term: string };

/**
 * Finds the problems of a rule that ignores findings, at most one for each part.
 *
 * @param isKnownCode whether a finding can match `code`, which may also name a rule set.
 */
export function findIgnoreRuleProblems(
  { code, path, filter }: Omit<IgnoreRule, 'reason'>,
  isKnownCode: (code: string) => boolean,
): readonly IgnoreRuleProblem[] {
  const problems: IgnoreRuleProblem[] = [];
  if (code !== undefined && !isKnownCode(code)) {
    problems.push({ part: 'code', type: 'unknown-code', code });
  }
  const unknownPath = path === undefined ? null : findUnknownPath(path);
  if (path !== undefined && unknownPath !== null) {
    problems.push({ part: 'path', type: 'unknown-path', path, nearest: unknownPath.nearest });
  }
  return filter === undefined ? problems : [...problems, ...filterProblems(filter)];
}

function filterProblems(filter: string): readonly IgnoreRuleProblem[] {
  const query = parseFilterText(filter);
  if (!query.ok) return [{ part: 'filter', type: 'wrong-filter', filter, reason: query.failure }];
  const term = findJourneyTerm(query.value);
  return term === null ? [] : [{ part: 'filter', type: 'journey-term', term: term.text }];
}
