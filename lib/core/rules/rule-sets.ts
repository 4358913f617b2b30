import type { RuleSet, Subject, Verdict } from '#core/telemetry/findings';
import { definitionRules, envelopeRules, verdictOf } from '#core/telemetry/validate-event';
import { privacyRules } from './checks';
import { hintRules } from './hints/hint-rules';
import { checkIngestion, createIngestionRules, type IngestionCheck, ingestionRules } from './ingestion/ingestion-rules';
import type { RuleSetName } from './rule-set-names';

/** The rule sets that need nothing but a call or an event, in the order in which they are asked. */
export const selectableRuleSets = {
  envelope: envelopeRules,
  definition: definitionRules,
  privacy: privacyRules,
  ingestion: ingestionRules,
  hints: hintRules,
} as const satisfies Readonly<Record<RuleSetName, RuleSet>>;

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
  const asked = chooseRuleSets(names, own, ingestion);
  return (subject) => verdictOf(subject, asked);
}

/** Returns the named rule sets and those of a team, in the order in which they are asked. */
export function chooseRuleSets(
  names: readonly RuleSetName[],
  own: readonly RuleSet[] = [],
  ingestion: IngestionCheck = checkIngestion,
): readonly RuleSet[] {
  const ruleSets = { ...selectableRuleSets, ingestion: createIngestionRules(ingestion) };
  const chosen = Object.entries(ruleSets).flatMap(([name, ruleSet]) =>
    names.some((wanted) => wanted === name) ? [ruleSet] : [],
  );
  return [...chosen, ...own];
}
