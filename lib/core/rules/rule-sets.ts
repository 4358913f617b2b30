import type { RuleSet, Subject, Verdict } from '#core/telemetry/findings';
import { definitionRules, envelopeRules, verdictOf } from '#core/telemetry/validate-event';
import { privacyRules } from './checks';
import { hintRules } from './hints/hint-rules';
import { checkIngestion, createIngestionRules, type IngestionCheck, ingestionRules } from './ingestion/ingestion-rules';
import type { RuleSetName } from './rule-set-names';

/** The rule sets that need only a call or an event, in the order in which they are applied. */
export const selectableRuleSets = {
  envelope: envelopeRules,
  definition: definitionRules,
  privacy: privacyRules,
  ingestion: ingestionRules,
  hints: hintRules,
} as const satisfies Readonly<Record<RuleSetName, RuleSet>>;

/**
 * Creates a check of calls and events by the named rule sets and the rule sets of a team.
 * The order of the names does not matter.
 *
 * @param ingestion the check of the rule set `ingestion`.
 */
export function createCheck(
  names: readonly RuleSetName[],
  teamRuleSets: readonly RuleSet[] = [],
  ingestion: IngestionCheck = checkIngestion,
): (subject: Subject) => Verdict {
  const ruleSets = selectRuleSets(names, teamRuleSets, ingestion);
  return (subject) => verdictOf(subject, ruleSets);
}

/** Returns the named rule sets and the rule sets of a team, in the order in which they are applied. */
export function selectRuleSets(
  names: readonly RuleSetName[],
  teamRuleSets: readonly RuleSet[] = [],
  ingestion: IngestionCheck = checkIngestion,
): readonly RuleSet[] {
  const ruleSets = { ...selectableRuleSets, ingestion: createIngestionRules(ingestion) };
  const selected = Object.entries(ruleSets).flatMap(([name, ruleSet]) =>
    names.some((candidate) => candidate === name) ? [ruleSet] : [],
  );
  return [...selected, ...teamRuleSets];
}
