import type { JsonObject } from '#core/json/json';
import { checkEnvelope } from '#core/telemetry/envelope';
import { type Finding, type RuleSet, toVerdict, type Verdict } from '#core/telemetry/findings';
import { checkData, kindOfEvent } from '#core/telemetry/valid-event';
import { withoutReported } from '#core/telemetry/validate-event';
import { privacyRules } from './checks';
import { checkIngestion, type IngestionCheck } from './ingestion/ingestion-rules';
import { isSurelyClean } from './privacy/secrets-in-event';
import { createCheck, type RuleSetName } from './rule-sets';

/** What is known of the JSON text that an event was parsed from. */
export interface EventText {
  readonly length: number;
  /** Whether it surely has no secret: see `isSurelyCleanText`. */
  readonly isClean: boolean;
}

const NOTHING: readonly Finding[] = [];

/**
 * Creates a check with the verdict of {@link createCheck}, which is faster for clean events.
 * The event is one that `JSON.parse` made, with no more levels than `readJson` takes.
 */
export function createQuickCheck(
  names: readonly RuleSetName[],
  own: readonly RuleSet[] = [],
  ingestion: IngestionCheck = checkIngestion,
): (event: JsonObject, text: EventText) => Verdict {
  const check = createCheck(names, own, ingestion);
  const [asksEnvelope, asksDefinition, asksPrivacy, asksIngestion] = (
    ['envelope', 'definition', 'privacy', 'ingestion'] as const
  ).map((name) => names.includes(name));
  return (event, text) => {
    const subject = { type: 'event', json: event } as const;
    const kind = kindOfEvent(event);
    if (kind === undefined) return check(subject);
    let findings = NOTHING;
    if (asksEnvelope) findings = checkEnvelope(event);
    if (asksDefinition) findings = joined(findings, withoutReported(checkData(kind, event), findings));
    if (asksPrivacy && !text.isClean && !isSurelyClean(event)) findings = joined(findings, privacyRules.check(subject));
    if (asksIngestion) findings = joined(findings, ingestion(event, text.length));
    for (const ruleSet of own) findings = joined(findings, ruleSet.check(subject));
    return toVerdict(kind, findings);
  };
}

function joined(one: readonly Finding[], other: readonly Finding[]): readonly Finding[] {
  if (one.length === 0) return other;
  return other.length === 0 ? one : [...one, ...other];
}
