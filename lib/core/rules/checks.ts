import { isJsonObject, type Json } from '#core/json/json';
import type { Finding, Verdict } from '#core/telemetry/findings';
import { validateCall, validateEvent } from '#core/telemetry/validate-event';
import { checkActor } from './privacy/actor-check';
import { findSecrets, maskSecrets } from './privacy/secrets-in-event';

/** All rule sets that look at a call: the definitions, and that nobody sends secrets. */
export function checkCall(method: string, args: readonly Json[]): Verdict {
  const verdict = validateCall(method, args);
  const data = args[dataIndexOf(method)];
  if (!isJsonObject(data)) return verdict;
  const name = method === 'error' ? 'error' : 'data';
  return withFindings(verdict, findSecrets(data, [name]));
}

/** All rule sets that look at an event as it travels. */
export function checkEvent(event: Json): Verdict {
  return withFindings(validateEvent(event), findSecrets(event));
}

/** The same, with a notice where the event is about another actor than the entity in use. */
export function checkEventAs(event: Json, entity: { readonly userId: string } | null): Verdict {
  const actor = checkActor(event, entity);
  return withFindings(checkEvent(event), actor ? [actor] : []);
}

/**
 * The same value without the secrets in it: what is shown, kept and copied. Whatever is passed keeps its shape, as only
 * texts are replaced; it is the very same where there is none.
 */
export function withoutSecrets<Value>(value: Value): Value {
  return maskSecrets(value as unknown as Json) as unknown as Value;
}

/** Where the event's own data stands; the argument before it is configuration, which stays in the page. */
function dataIndexOf(method: string): number {
  return method === 'start' ? 3 : 0;
}

function withFindings(verdict: Verdict, more: readonly Finding[]): Verdict {
  if (more.length === 0) return verdict;
  const findings = [...verdict.findings, ...more];
  if (verdict.verdict === 'unknown') return { ...verdict, findings };
  const isInvalid = verdict.verdict === 'invalid' || more.some(({ severity }) => severity === 'error');
  return { ...verdict, findings, verdict: isInvalid ? 'invalid' : 'valid' };
}
