import type { JsonObject } from '#core/json/json';
import { checkEnvelope } from '#core/telemetry/envelope';
import { type Finding, joinFindings, type RuleSet, toVerdict, type Verdict } from '#core/telemetry/findings';
import { checkData, kindOfEvent } from '#core/telemetry/valid-event';
import { definitionRules } from '#core/telemetry/validate-event';
import { privacyRules } from './checks';
import { checkEventHints, hintRules } from './hints/hint-rules';
import { checkIngestion, type IngestionCheck, ingestionRules } from './ingestion/ingestion-rules';
import { isSurelyClean } from './privacy/secrets-in-event';
import type { RuleSetName } from './rule-set-names';
import { createCheck, selectableRuleSets } from './rule-sets';

/** What is known of the JSON text that an event was parsed from. */
export interface EventText {
  readonly length: number;
  /** Whether it surely has no secret: see `isSurelyCleanText`. */
  readonly isClean: boolean;
}

const NOTHING: readonly Finding[] = [];

/** The rule sets that are asked in a quicker way than by their own check. */
const quickNames = ['envelope', 'definition', 'privacy', 'ingestion', 'hints'] as const;

/**
 * Creates a check with the verdict of {@link createCheck}, which is faster for clean events.
 * The event is one that `JSON.parse` made, with no more levels than `readJson` takes. Of `receivedAt`, see {@link Subject}.
 */
export function createQuickCheck(
  names: readonly RuleSetName[],
  own: readonly RuleSet[] = [],
  ingestion: IngestionCheck = checkIngestion,
): (event: JsonObject, text: EventText, receivedAt?: number | null) => Verdict {
  const check = createCheck(names, own, ingestion);
  const [asksEnvelope, asksDefinition, asksPrivacy, asksIngestion, asksHints] = quickNames.map((name) =>
    names.includes(name),
  );
  const further = names.filter((name) => !quickNames.some((quick) => quick === name));
  const others = [...further.map((name) => selectableRuleSets[name]), ...own];
  return (event, text, receivedAt = null) => {
    const subject = { type: 'event', json: event, ...(receivedAt === null ? {} : { receivedAt }) } as const;
    const kind = kindOfEvent(event);
    if (kind === undefined) return check(subject);
    let findings = NOTHING;
    if (asksEnvelope) findings = checkEnvelope(event);
    if (asksDefinition) findings = joinFindings(findings, checkData(kind, event), definitionRules);
    if (asksPrivacy && !text.isClean && !isSurelyClean(event)) {
      findings = joinFindings(findings, privacyRules.check(subject), privacyRules);
    }
    if (asksIngestion) findings = joinFindings(findings, ingestion(event, text.length), ingestionRules);
    if (asksHints) findings = joinFindings(findings, checkEventHints(event, receivedAt), hintRules);
    for (const ruleSet of others) findings = joinFindings(findings, ruleSet.check(subject), ruleSet);
    return toVerdict(kind, findings);
  };
}
