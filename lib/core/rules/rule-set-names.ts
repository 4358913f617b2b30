import { type BuiltInRuleSetId, builtInRuleSetIds, SESSION_RULE_SET } from '#core/telemetry/findings';

/** A rule set that can be selected by name, because it needs only a call or an event. */
export type RuleSetName = Exclude<BuiltInRuleSetId, 'entity'>;

/** All names but `entity`, which needs the logged-in entity, in the order of findings. */
export const ruleSetNames: readonly RuleSetName[] = builtInRuleSetIds.filter((id) => id !== 'entity');

/** The rule sets that are on by default. The rule set `ingestion` is applied on request only. */
export const defaultRuleSetNames = ['definition', 'envelope', 'privacy', 'hints'] as const satisfies RuleSetName[];

/** A rule set that is applied on request only. */
export type OptionalRuleSetName = Exclude<RuleSetName, (typeof defaultRuleSetNames)[number]>;

/** A rule set that a user of the panel can switch, including the rule set of user sessions. */
export type SwitchableRuleSet = RuleSetName | typeof SESSION_RULE_SET;

/** All rule sets that the panel can switch, in the order in which they are shown. */
export const switchableRuleSets: readonly SwitchableRuleSet[] = [...ruleSetNames, SESSION_RULE_SET];

/** Whether a string is the name of a rule set. */
export function isRuleSetName(name: string): name is RuleSetName {
  return ruleSetNames.some((candidate) => candidate === name);
}

/** Whether a rule set is on by default. */
export function isDefaultRuleSet(name: string): boolean {
  return defaultRuleSetNames.some((candidate) => candidate === name);
}
