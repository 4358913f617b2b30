import type { JsonObject } from '#core/json/json';
import { checkEnvelope } from '#core/telemetry/envelope';
import { type Finding, joinFindings, type RuleSet, toVerdict, type Verdict } from '#core/telemetry/findings';
import { checkData, kindOfEvent } from '#core/telemetry/valid-event';
import { definitionRules } from '#core/telemetry/validate-event';
import { privacyRules } from './checks';
import { checkEventHints, hintRules } from './hints/hint-rules';
import { checkIngestion, type IngestionCheck, ingestionRules } from './ingestion/ingestion-rules';
import { isKnownClean } from './privacy/secrets-in-event';
import type { RuleSetName } from './rule-set-names';
import { createCheck, selectableRuleSets } from './rule-sets';

/** The known properties of the JSON text of an event. */
export interface EventText {
  readonly length: number;
  /** Whether the text is known to have no secret: see `isKnownCleanText`. */
  readonly isClean: boolean;
}

const NO_FINDINGS: readonly Finding[] = [];

/** The rule sets with a faster implementation than their own check. */
const quickRuleSetNames = ['envelope', 'definition', 'privacy', 'ingestion', 'hints'] as const;

/**
 * Creates a check that equals {@link createCheck} but is faster for clean events.
 * The event must come from `JSON.parse`, within the depth limit of `readJson`. For `receivedAt`, see {@link Subject}.
 */
export function createQuickCheck(
  names: readonly RuleSetName[],
  teamRuleSets: readonly RuleSet[] = [],
  ingestion: IngestionCheck = checkIngestion,
): (event: JsonObject, text: EventText, receivedAt?: number | null) => Verdict {
  const check = createCheck(names, teamRuleSets, ingestion);
  const [checksEnvelope, checksDefinition, checksPrivacy, checksIngestion, checksHints] = quickRuleSetNames.map(
    (name) => names.includes(name),
  );
  const otherNames = names.filter((name) => !quickRuleSetNames.some((quick) => quick === name));
  const otherRuleSets = [...otherNames.map((name) => selectableRuleSets[name]), ...teamRuleSets];
  return (event, text, receivedAt = null) => {
    const subject = { type: 'event', json: event, ...(receivedAt === null ? {} : { receivedAt }) } as const;
    const kind = kindOfEvent(event);
    if (kind === undefined) return check(subject);
    let findings = NO_FINDINGS;
    if (checksEnvelope) findings = checkEnvelope(event);
    if (checksDefinition) findings = joinFindings(findings, checkData(kind, event), definitionRules);
    if (checksPrivacy && !text.isClean && !isKnownClean(event)) {
      findings = joinFindings(findings, privacyRules.check(subject), privacyRules);
    }
    if (checksIngestion) findings = joinFindings(findings, ingestion(event, text.length), ingestionRules);
    if (checksHints) findings = joinFindings(findings, checkEventHints(event, receivedAt), hintRules);
    for (const ruleSet of otherRuleSets) findings = joinFindings(findings, ruleSet.check(subject), ruleSet);
    return toVerdict(kind, findings);
  };
}
