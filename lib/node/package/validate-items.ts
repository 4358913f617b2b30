import { readSubject, unknownVerdict } from '#core/formats/input-items';
import type { Json } from '#core/json/json';
import { DEFAULT_PIPELINE, type PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import { createIngestionCheck } from '#core/rules/ingestion/ingestion-rules';
import { defaultRuleSetNames, isRuleSetName, type RuleSetName, ruleSetNames } from '#core/rules/rule-set-names';
import { createRuleSetJudge, type RuleSetVerdicts } from '#core/rules/rule-set-verdicts';
import { chooseRuleSets } from '#core/rules/rule-sets';
import type { RuleSet, Subject, Verdict } from '#core/telemetry/findings';
import { verdictOf } from '#core/telemetry/validate-event';
import { unknownNameText } from '../did-you-mean';

/** The rule sets to check: names of built-in ones, and your own. */
export interface ValidateOptions {
  /** The default is `definition`, `envelope`, `privacy` and `hints`. */
  readonly rules?: readonly (RuleSetName | RuleSet)[];
  /** The pipeline whose rules `ingestion` has. The default is `sunbird-5.0`. */
  readonly pipeline?: PipelineName;
}

/** The verdict of all rule sets together, and that of each. */
export type ItemVerdict = Verdict & {
  /** By the id of the rule set. Without those that do not look at the item: `ingestion` looks at no call. */
  readonly verdicts: RuleSetVerdicts;
};

/** Returns why these rule sets cannot be asked: one is unknown, or there is none. `null` if they can. */
export function findRuleSetProblem(rules: readonly unknown[]): string | null {
  if (rules.length === 0) return `No rule set is named. Rule sets: ${ruleSetNames.join(', ')}.`;
  const unknown = rules.find((rule) => typeof rule === 'string' && !isRuleSetName(rule));
  return typeof unknown === 'string' ? unknownNameText('rule set', unknown, ruleSetNames) : null;
}

/**
 * Validates a call `{ method, args }` or an event in wire format `{ eid, … }`.
 * Whatever the JSON, it does not throw: what is neither has the verdict `unknown`.
 *
 * @throws For an unknown rule set.
 */
export function validate(item: Json, options: ValidateOptions = {}): ItemVerdict {
  const subject = readSubject(item);
  return subject.ok ? check(subject.value, options) : { ...unknownVerdict(subject.failure), verdicts: {} };
}

/** Validates an event in wire format. */
export function validateEvent(event: Json, options: ValidateOptions = {}): ItemVerdict {
  return check({ type: 'event', json: event }, options);
}

/** Validates a call of an SDK method by its arguments, in order. */
export function validateCall(method: string, args: readonly Json[], options: ValidateOptions = {}): ItemVerdict {
  return check({ type: 'call', method, args }, options);
}

function check(
  subject: Subject,
  { rules = defaultRuleSetNames, pipeline = DEFAULT_PIPELINE }: ValidateOptions,
): ItemVerdict {
  const problem = findRuleSetProblem(rules);
  if (problem !== null) throw new TypeError(problem);
  const named = rules.filter((rule) => typeof rule === 'string');
  const own = rules.filter((rule) => typeof rule !== 'string');
  const ruleSets = chooseRuleSets(named, own, createIngestionCheck(pipeline));
  const verdict = verdictOf(subject, ruleSets);
  return { ...verdict, verdicts: createRuleSetJudge(ruleSets).judge(subject, verdict) };
}
