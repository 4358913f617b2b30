import { readSubject, unknownVerdict } from '#core/formats/input-items';
import type { Json } from '#core/json/json';
import { createCheck, defaultRuleSetNames, type RuleSetName } from '#core/rules/rule-sets';
import type { RuleSet, Subject, Verdict } from '#core/telemetry/findings';
import { verdictOf } from '#core/telemetry/validate-event';

/** Which rule sets check: names of built-in ones, and rule sets of your own. */
export interface ValidateOptions {
  /** The default is `definition`, `envelope` and `privacy`. */
  readonly rules?: readonly (RuleSetName | RuleSet)[];
}

/**
 * Validates a call `{ method, args }` or an event in wire format `{ eid, … }`.
 * Never throws, whatever the JSON: what is neither has the verdict `unknown`.
 */
export function validate(item: Json, options: ValidateOptions = {}): Verdict {
  const subject = readSubject(item);
  return subject.ok ? check(subject.value, options) : unknownVerdict(subject.failure);
}

/** Validates an event in wire format. */
export function validateEvent(event: Json, options: ValidateOptions = {}): Verdict {
  return check({ type: 'event', json: event }, options);
}

/** Validates a call of an SDK method by its arguments, in order. */
export function validateCall(method: string, args: readonly Json[], options: ValidateOptions = {}): Verdict {
  return check({ type: 'call', method, args }, options);
}

function check(subject: Subject, { rules = defaultRuleSetNames }: ValidateOptions): Verdict {
  const named = rules.filter((rule) => typeof rule === 'string');
  const own = rules.filter((rule) => typeof rule !== 'string');
  const verdict = createCheck(named)(subject);
  if (own.length === 0) return verdict;
  const findings = [...verdict.findings, ...verdictOf(subject, own).findings];
  if (verdict.kind === null) return { ...verdict, findings };
  const isInvalid = findings.some(({ severity }) => severity === 'error');
  return { verdict: isInvalid ? 'invalid' : 'valid', kind: verdict.kind, findings };
}
