import type { RuleSet, Subject, Verdict } from '#core/telemetry/findings';
import { definitionRules, envelopeRules, verdictOf } from '#core/telemetry/validate-event';
import { privacyRules } from './checks';
import { hintRules } from './hints/hint-rules';
import { checkIngestion, createIngestionRules, type IngestionCheck, ingestionRules } from './ingestion/ingestion-rules';

/** The rule sets that need nothing but a call or an event, in the order in which they are asked. */
const selectableRuleSets = {
  envelope: envelopeRules,
  definition: definitionRules,
  privacy: privacyRules,
  ingestion: ingestionRules,
  hints: hintRules,
} as const satisfies Readonly<Record<string, RuleSet>>;

/** A rule set that can be chosen by name, on the command line and in the package. */
export type RuleSetName = keyof typeof selectableRuleSets;

/** All names, in the order in which findings are listed. */
export const ruleSetNames = [
  'definition',
  'envelope',
  'privacy',
  'ingestion',
  'hints',
] as const satisfies RuleSetName[];
/** What the panel checks, too: the ingestion pipeline's own rules are asked on request only. */
export const defaultRuleSetNames: readonly RuleSetName[] = ['definition', 'envelope', 'privacy', 'hints'];

/** Tells the names of rule sets from all other texts. */
export function isRuleSetName(name: string): name is RuleSetName {
  return Object.hasOwn(selectableRuleSets, name);
}

/**
 * Creates a check of calls and events by the named rule sets and by those of a team.
 * The order of the names does not matter.
 *
 * @param ingestion what the rule set `ingestion` is asked by.
 */
export function createCheck(
  names: readonly RuleSetName[],
  own: readonly RuleSet[] = [],
  ingestion: IngestionCheck = checkIngestion,
): (subject: Subject) => Verdict {
  const ruleSets = { ...selectableRuleSets, ingestion: createIngestionRules(ingestion) };
  const chosen = Object.entries(ruleSets).flatMap(([name, ruleSet]) =>
    names.some((wanted) => wanted === name) ? [ruleSet] : [],
  );
  const asked = [...chosen, ...own];
  return (subject) => verdictOf(subject, asked);
}
