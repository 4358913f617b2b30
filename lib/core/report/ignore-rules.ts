import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { type Finding, isCustomRuleSet, isTeamRuleSet } from '#core/telemetry/findings';
import { formatPathPattern } from './finding-groups';
import { type FindingPolicy, type IgnoreRule, MAX_IGNORE_RULES, type PolicySeverity } from './finding-policy';
import { findingPathInEvent } from './path-in-event';
import { siteOfRecord } from './settle-findings';

/** Makes the rule that ignores a finding at its field, or at every path, at the site of its event. */
export function ignoreRuleFor(record: TelemetryRecord, finding: Finding, scope: 'field' | 'rule'): IgnoreRule {
  const { ruleSet, code } = finding;
  const path = formatPathPattern(findingPathInEvent(record, finding, eventJson(record)));
  return {
    code: isTeamRuleSet(ruleSet) ? ruleSet : code,
    ...(scope === 'field' ? { path } : {}),
    reason: '',
    site: siteOfRecord(record),
  };
}

/** Compares all but the reason. */
export function isSameIgnoreRule(one: IgnoreRule, other: IgnoreRule): boolean {
  return (['code', 'path', 'filter', 'site'] as const).every((part) => one[part] === other[part]);
}

/** Adds rules to a policy, each once. */
export function withIgnoreRules(policy: FindingPolicy, added: readonly IgnoreRule[]): FindingPolicy {
  const others = policy.ignore.filter((rule) => !added.some((each) => isSameIgnoreRule(each, rule)));
  return { ...policy, ignore: [...others, ...added].slice(-MAX_IGNORE_RULES) };
}

/** Puts a rule in the place of another. */
export function withIgnoreRuleReplaced(policy: FindingPolicy, before: IgnoreRule, rule: IgnoreRule): FindingPolicy {
  const others = policy.ignore.filter((each) => isSameIgnoreRule(each, before) || !isSameIgnoreRule(each, rule));
  return { ...policy, ignore: others.map((each) => (isSameIgnoreRule(each, before) ? rule : each)) };
}

/** Removes rules from a policy. */
export function withoutIgnoreRules(policy: FindingPolicy, gone: readonly IgnoreRule[]): FindingPolicy {
  return { ...policy, ignore: policy.ignore.filter((rule) => !gone.some((each) => isSameIgnoreRule(each, rule))) };
}

/** The name by which a policy gives a severity to findings as this one: a custom rule has no codes. */
export function severityKey({ ruleSet, code }: Pick<Finding, 'ruleSet' | 'code'>): string {
  if (isCustomRuleSet(ruleSet)) return ruleSet;
  return ruleSet === 'entity' ? code : `${ruleSet}/${code}`;
}

/** Gives findings a severity, or their own again for `null`. */
export function withSeverity(policy: FindingPolicy, key: string, severity: PolicySeverity | null): FindingPolicy {
  const { [key]: _before, ...others } = policy.severities;
  return { ...policy, severities: severity === null ? others : { ...others, [key]: severity } };
}
