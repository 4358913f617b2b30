import { readSubject, unknownVerdict } from '#core/formats/input-items';
import type { Json } from '#core/json/json';
import { isDeeperThan, MAX_JSON_DEPTH } from '#core/json/json-depth';
import { DEFAULT_PIPELINE, type PipelineName, pipelineNames } from '#core/rules/ingestion/ingestion-profiles';
import { createIngestionCheck } from '#core/rules/ingestion/ingestion-rules';
import { defaultRuleSetNames, isRuleSetName, type RuleSetName, ruleSetNames } from '#core/rules/rule-set-names';
import { createRuleSetJudge, type RuleSetVerdicts } from '#core/rules/rule-set-verdicts';
import { selectRuleSets } from '#core/rules/rule-sets';
import type { RuleSet, Subject, Verdict } from '#core/telemetry/findings';
import { verdictOf } from '#core/telemetry/validate-event';
import { assertKnownName, unknownNameText } from '../did-you-mean';

/** Options of `validate`, `validateEvent` and `validateCall`. */
export interface ValidateOptions {
  /**
   * Names of built-in rule sets, and custom rule sets.
   * The default is `definition`, `envelope`, `privacy` and `hints`.
   */
  readonly rules?: readonly (RuleSetName | RuleSet)[];
  /** The pipeline whose rules the rule set `ingestion` checks. The default is `sunbird-5.0`. */
  readonly pipeline?: PipelineName;
}

/** The verdict of all rule sets together, and the verdict of each rule set. */
export type ItemVerdict = Verdict & {
  /**
   * Verdicts by the id of the rule set.
   * Lacks rule sets that do not apply to the item: `ingestion` checks no calls.
   */
  readonly verdicts: RuleSetVerdicts;
};

const OPTION_NAMES: readonly string[] = ['rules', 'pipeline'] satisfies (keyof ValidateOptions)[];

/**
 * Throws for invalid options, which JavaScript programs may pass.
 * If they were ignored, nothing would be checked.
 */
function assertValidOptions(options: ValidateOptions): void {
  for (const name of Object.keys(options)) assertKnownName('option', name, OPTION_NAMES);
  const { rules = defaultRuleSetNames, pipeline = DEFAULT_PIPELINE } = options;
  const problem = findRuleSetProblem(rules);
  if (problem !== null) throw new TypeError(problem);
  assertKnownName('pipeline', pipeline, pipelineNames);
}

/** Throws for a value that is nested too deeply, or contains itself. Validating it would never end. */
function assertBoundedDepth(json: Json): void {
  if (!isDeeperThan(json, MAX_JSON_DEPTH)) return;
  throw new TypeError(`The value is nested deeper than ${MAX_JSON_DEPTH} levels, or contains itself.`);
}

/** Returns why rule sets cannot be used: one is invalid, or there is none. Returns `null` if they can. */
export function findRuleSetProblem(rules: unknown): string | null {
  if (!Array.isArray(rules)) return 'rules must be a list of rule sets.';
  if (rules.length === 0) return `No rule set is named. Rule sets: ${ruleSetNames.join(', ')}.`;
  for (const rule of rules) {
    if (typeof rule === 'string' && !isRuleSetName(rule)) return unknownNameText('rule set', rule, ruleSetNames);
    if (typeof rule !== 'string' && !(typeof rule?.id === 'string' && typeof rule.check === 'function'))
      return 'A rule set is a name, or an object with id and check.';
  }
  return null;
}

/**
 * Validates a call `{ method, args }` or an event in wire format `{ eid, … }`.
 * Any other JSON has the verdict `unknown`.
 *
 * @throws {TypeError} For unknown options, rule sets and pipelines, and for a value that contains itself.
 */
export function validate(item: Json, options: ValidateOptions = {}): ItemVerdict {
  assertValidOptions(options);
  assertBoundedDepth(item);
  const subject = readSubject(item);
  return subject.ok ? check(subject.value, options) : { ...unknownVerdict(subject.failure), verdicts: {} };
}

/**
 * Validates an event in wire format.
 *
 * @throws {TypeError} As {@link validate}.
 */
export function validateEvent(event: Json, options: ValidateOptions = {}): ItemVerdict {
  assertValidOptions(options);
  assertBoundedDepth(event);
  return check({ type: 'event', json: event }, options);
}

/**
 * Validates a call of an SDK method by its arguments, in order.
 *
 * @throws {TypeError} As {@link validate}.
 */
export function validateCall(method: string, args: readonly Json[], options: ValidateOptions = {}): ItemVerdict {
  assertValidOptions(options);
  assertBoundedDepth(args);
  return check({ type: 'call', method, args }, options);
}

function check(
  subject: Subject,
  { rules = defaultRuleSetNames, pipeline = DEFAULT_PIPELINE }: ValidateOptions,
): ItemVerdict {
  const builtInNames = rules.filter((rule) => typeof rule === 'string');
  const customRuleSets = rules.filter((rule) => typeof rule !== 'string');
  const ruleSets = selectRuleSets(builtInNames, customRuleSets, createIngestionCheck(pipeline));
  const verdict = verdictOf(subject, ruleSets);
  return { ...verdict, verdicts: createRuleSetJudge(ruleSets).judge(subject, verdict) };
}
