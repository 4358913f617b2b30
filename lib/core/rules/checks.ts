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
    subject.type === 'event' ? findSecrets(subject.json) : secretsInCall(subject.method, subject.args),
};

/** That an event is about the entity in use; without one there is nothing to say. */
export function createEntityRules(entity: ActingEntity | null): RuleSet {
  return {
    id: 'entity',
    looksAt: 'events',
    check(subject) {
      const finding = subject.type === 'event' ? checkActor(subject.json, entity) : null;
      return finding === null ? [] : [finding];
    },
  };
}

/** The rule sets that decide whether an event is valid, in the order in which they are asked. */
export const validityRuleSets: readonly RuleSet[] = [envelopeRules, definitionRules, privacyRules];

/**
 * The same value without the secrets in it: what is shown, kept and copied.
 * Whatever is passed keeps its shape, as only texts are replaced; it is the very same where there is none.
 */
export function redactKnownSecrets<Value>(value: Value): Value {
  return redactEventSecrets(value as unknown as Json) as unknown as Value;
}

/**
 * Of a call only the event's own data.
 * The argument before it is configuration, which stays in the page.
 */
function secretsInCall(method: string, args: readonly Json[]): readonly Finding[] {
  const data = args[dataIndexOf(method)];
  return isJsonObject(data) ? findSecrets(data, [method === 'error' ? 'error' : 'data']) : [];
}
