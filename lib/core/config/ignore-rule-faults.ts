import { readFilterText } from '#core/query/filter-text';
import { findJourneyTerm } from '#core/query/journey-terms';
import { findNearest } from '#core/query/nearest';
import type { IgnoreRule } from '#core/report/finding-policy';
import { type Message, type MessageText, message } from '#core/util/message';
import { isSchemaRuleSet, nearestPathRoot, policyNames } from './policy-names';

/** What is wrong with the parts of a rule that a user writes. */
export type IgnoreRuleFaults = { readonly [Part in 'code' | 'path' | 'filter']?: MessageText };

/**
 * Finds what is wrong with a rule that ignores findings.
 * The names of custom rules are known to the command line alone.
 */
export function findIgnoreRuleFaults({ code, path, filter }: Omit<IgnoreRule, 'reason'>): IgnoreRuleFaults {
  const faults = { code: codeFault(code), path: pathFault(path), filter: filterFault(filter) };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null));
}

function codeFault(code: string | undefined): MessageText | null {
  const names = policyNames([]);
  if (code === undefined || names.includes(code) || isSchemaRuleSet(code) || /^custom:./.test(code)) return null;
  return withNearest(message('ruleSets.ignoreRule.unknownCode', { code }), findNearest(code, names));
}

function pathFault(path: string | undefined): MessageText | null {
  const nearest = path === undefined ? undefined : nearestPathRoot(path);
  if (path === undefined || nearest === undefined) return null;
  return withNearest(message('ruleSets.ignoreRule.unknownPath', { path }), nearest);
}

function filterFault(filter: string | undefined): MessageText | null {
  if (filter === undefined) return null;
  const query = readFilterText(filter);
  if (!query.ok) return withNearest(query.failure.message, query.failure.nearest?.term ?? null);
  const term = findJourneyTerm(query.value);
  return term === null ? null : message('ruleSets.ignoreRule.journeyTerm', { term: term.text });
}

function withNearest(fault: Message, nearest: string | null): MessageText {
  return nearest === null ? fault : [fault, message('policyConfig.didYouMean', { nearest })];
}
