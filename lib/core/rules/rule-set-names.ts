import { type BuiltInRuleSetId, builtInRuleSetIds, SESSION_RULE_SET } from '#core/telemetry/findings';

/** A rule set that can be chosen by name, as it needs nothing but a call or an event. */
export type RuleSetName = Exclude<BuiltInRuleSetId, 'entity'>;

/** All names, without `entity`, which asks who is logged in. In the order in which findings are listed. */
export const ruleSetNames: readonly RuleSetName[] = builtInRuleSetIds.filter((id) => id !== 'entity');

/** The rule sets that are on by default. That of the ingestion pipeline is asked on request only. */
export const defaultRuleSetNames = ['definition', 'envelope', 'privacy', 'hints'] as const satisfies RuleSetName[];

/** A rule set that is asked on request only. */
export type FurtherRuleSetName = Exclude<RuleSetName, (typeof defaultRuleSetNames)[number]>;

/** A rule set that a user of the panel switches on and off: that of user sessions needs many events. */
export type SwitchedRuleSet = RuleSetName | typeof SESSION_RULE_SET;

/** All rule sets that the panel can switch, in the order in which they are shown. */
export const switchedRuleSets: readonly SwitchedRuleSet[] = [...ruleSetNames, SESSION_RULE_SET];

/** Tells the names of rule sets from all other texts. */
export function isRuleSetName(name: string): name is RuleSetName {
  return ruleSetNames.some((known) => known === name);
}

/** Whether a rule set is on by default. */
export function isDefaultRuleSet(name: string): boolean {
  return defaultRuleSetNames.some((known) => known === name);
}
