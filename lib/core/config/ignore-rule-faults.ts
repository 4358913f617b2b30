import { parseFilterText } from '#core/query/filter-text';
import { findJourneyTerm } from '#core/query/journey-terms';
import type { QueryProblem } from '#core/query/query';
import type { IgnoreRule } from '#core/report/finding-policy';
import { nearestPath } from './policy-names';

/** An error in one part of an ignore rule. */
export type IgnoreRuleFault =
  | { readonly part: 'code'; readonly type: 'unknown-code'; readonly code: string }
  | { readonly part: 'path'; readonly type: 'unknown-path'; readonly path: string; readonly nearest: string | null }
  | { readonly part: 'filter'; readonly type: 'wrong-filter'; readonly filter: string; readonly problem: QueryProblem }
  /** `term` is about the journey. Ignore rules do not support such terms. */
  | { readonly part: 'filter'; readonly type: 'journey-term'; readonly term: string };

/**
 * Finds the errors of a rule that ignores findings, at most one for each part.
 *
 * @param isKnownCode whether a finding can have this code or name.
 */
export function findIgnoreRuleFaults(
  { code, path, filter }: Omit<IgnoreRule, 'reason'>,
  isKnownCode: (code: string) => boolean,
): readonly IgnoreRuleFault[] {
  const faults: IgnoreRuleFault[] = [];
  if (code !== undefined && !isKnownCode(code)) {
    faults.push({ part: 'code', type: 'unknown-code', code });
  }
  const nearest = path === undefined ? undefined : nearestPath(path);
  if (path !== undefined && nearest !== undefined) faults.push({ part: 'path', type: 'unknown-path', path, nearest });
  return filter === undefined ? faults : [...faults, ...filterFaults(filter)];
}

function filterFaults(filter: string): readonly IgnoreRuleFault[] {
  const query = parseFilterText(filter);
  if (!query.ok) return [{ part: 'filter', type: 'wrong-filter', filter, problem: query.failure }];
  const term = findJourneyTerm(query.value);
  return term === null ? [] : [{ part: 'filter', type: 'journey-term', term: term.text }];
}
