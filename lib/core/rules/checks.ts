import { isJsonObject, type Json } from '#core/json/json';
import type { Finding, RuleSet } from '#core/telemetry/findings';
import { dataIndexOf } from '#core/telemetry/kinds';
import { definitionRules, envelopeRules } from '#core/telemetry/validate-event';
import { type ActingEntity, checkActor } from './privacy/actor-check';
import { findSecrets, redactEventSecrets } from './privacy/secrets-in-event';

/** Reports tokens and passwords in calls and events. */
export const privacyRules: RuleSet = {
  id: 'privacy',
  check: (subject) =>
    subject.type === 'event' ? findSecrets(subject.json) : findSecretsInCall(subject.method, subject.args),
};

/**
 * Creates the rule set `entity`: an event must have the active entity as its actor.
 * Without an active entity, it has no findings.
 */
export function createEntityRules(entity: ActingEntity | null): RuleSet {
  return {
    id: 'entity',
    scope: 'events',
    check(subject) {
      const finding = subject.type === 'event' ? checkActor(subject.json, entity) : null;
      return finding === null ? [] : [finding];
    },
  };
}

/** The rule sets that decide whether an event is valid, in the order in which they are applied. */
export const validityRuleSets: readonly RuleSet[] = [envelopeRules, definitionRules, privacyRules];

/**
 * Redacts the secrets of a value that is shown, stored or copied.
 * Replaces texts, field names, secret numbers, and too deep parts. Returns the same object if there is no secret.
 */
export function redactSecrets<Value>(value: Value): Value {
  return redactEventSecrets(value as unknown as Json) as unknown as Value;
}

/**
 * Returns the secrets in the data of a call.
 * The argument before the data is configuration, which is not sent.
 */
function findSecretsInCall(method: string, args: readonly Json[]): readonly Finding[] {
  const data = args[dataIndexOf(method)];
  return isJsonObject(data) ? findSecrets(data, [method === 'error' ? 'error' : 'data']) : [];
}
