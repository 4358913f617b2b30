import type { BuiltInRuleSetId } from '#core/telemetry/findings';

/** All names, in the order in which findings are listed. Without `entity`, which asks who is logged in. */
export const ruleSetNames = [
  'definition',
  'envelope',
  'privacy',
  'ingestion',
  'hints',
] as const satisfies BuiltInRuleSetId[];

/** A rule set that needs nothing but a call or an event: it can be chosen by name. */
export type RuleSetName = (typeof ruleSetNames)[number];

/** The rule sets that are on by default. That of the ingestion pipeline is asked on request only. */
export const defaultRuleSetNames: readonly RuleSetName[] = ['definition', 'envelope', 'privacy', 'hints'];

/** Tells the names of rule sets from all other texts. */
export function isRuleSetName(name: string): name is RuleSetName {
  return ruleSetNames.some((known) => known === name);
}
