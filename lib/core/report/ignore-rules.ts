import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { type Finding, isCustomRuleSet, isTeamRuleSet } from '#core/telemetry/findings';
import { formatPathPattern } from './finding-groups';
import { type FindingPolicy, type IgnoreRule, MAX_IGNORE_RULES, type PolicySeverity } from './finding-policy';
import { findingPathInEvent } from './path-in-event';
import { siteOfRecord } from './settle-findings';

/** Creates a rule that ignores a finding at its path, or at any path, on the site of its event. */
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

/** Whether two rules are equal except for their reasons. */
export function isSameIgnoreRule(one: IgnoreRule, other: IgnoreRule): boolean {
  return (['code', 'path', 'filter', 'site'] as const).every((part) => one[part] === other[part]);
}

/** Adds rules to a policy. Replaces equal rules. */
export function withIgnoreRules(policy: FindingPolicy, added: readonly IgnoreRule[]): FindingPolicy {
  const others = policy.ignore.filter((rule) => !added.some((each) => isSameIgnoreRule(each, rule)));
  return { ...policy, ignore: [...others, ...added].slice(-MAX_IGNORE_RULES) };
}

/** Replaces a rule of a policy. */
export function withIgnoreRuleReplaced(policy: FindingPolicy, before: IgnoreRule, rule: IgnoreRule): FindingPolicy {
  const others = policy.ignore.filter((each) => isSameIgnoreRule(each, before) || !isSameIgnoreRule(each, rule));
  return { ...policy, ignore: others.map((each) => (isSameIgnoreRule(each, before) ? rule : each)) };
}

/** Removes rules from a policy. */
export function withoutIgnoreRules(policy: FindingPolicy, removed: readonly IgnoreRule[]): FindingPolicy {
  return { ...policy, ignore: policy.ignore.filter((rule) => !removed.some((each) => isSameIgnoreRule(each, rule))) };
}

/** Returns the key of a finding in the severities of a policy. Custom rules have no codes. */
export function severityKey({ ruleSet, code }: Pick<Finding, 'ruleSet' | 'code'>): string {
  if (isCustomRuleSet(ruleSet)) return ruleSet;
  return ruleSet === 'entity' ? code : `${ruleSet}/${code}`;
}

/** Sets the severity of findings by key, or resets it for `null`. */
export function withSeverity(policy: FindingPolicy, key: string, severity: PolicySeverity | null): FindingPolicy {
  const { [key]: _before, ...others } = policy.severities;
  return { ...policy, severities: severity === null ? others : { ...others, [key]: severity } };
}
