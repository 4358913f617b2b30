import type { Json } from '#core/json/json';
import type { RuleSet, Verdict } from '#core/telemetry/findings';
import { verdictOf } from '#core/telemetry/validate-event';
import { validityRuleSets } from './checks';
import { hintRules } from './hints/hint-rules';

/**
 * The rule sets that are always on, in the order in which they are applied.
 * The rule set of the ingestion pipeline and those of a team are applied on request only.
 */
export const defaultRuleSets: readonly RuleSet[] = [...validityRuleSets, hintRules];

/** Checks a call by all rule sets for calls. */
export function checkCall(method: string, args: readonly Json[]): Verdict {
  return verdictOf({ type: 'call', method, args }, defaultRuleSets);
}

/** Checks an event on the wire by all rule sets for events. */
export function checkEvent(event: Json): Verdict {
  return verdictOf({ type: 'event', json: event }, defaultRuleSets);
}
