import { isJsonArray, type Json, type JsonObject, valueAt } from '#core/json/json';
import { type Message, message } from '#core/util/message';
import type { Finding, FindingParams } from './findings';
import { findIgnoringCase, formatList, quoteText } from './wording';

/** The problem of a rule in its field. */
export type RuleViolation = Pick<Finding, 'severity' | 'code' | 'params'>;

/**
 * A rule over several fields.
 * It has no finding if a field is absent or has a wrong type.
 */
export interface Rule {
  /** Path of its finding, by argument name: `data.extra.pos`. */
  readonly field: string;
  /** The sentence of the rule on the reference page. */
  readonly text: Message;
  readonly check: (args: JsonObject) => RuleViolation | null;
  /**
   * Paths of the strings and numbers that the rule reads. `*` stands for each item.
   * Types, absence and lengths of lists are not included, because events that differ in them never share a shape
   * (`lib/core/rules/shapes`).
   */
  readonly reads: readonly string[];
  /** Severity and code of its findings. */
  readonly finding: Pick<Finding, 'severity' | 'code'>;
  /**
   * Changes of the sample that break only this rule: values by path.
   * `undefined` removes a field.
   */
  readonly violations: readonly Violation[];
}

export type Violation = Readonly<Record<string, Json | undefined>>;

/** Returns the value at a dotted path of the named arguments. */
export function valueAtPath(args: JsonObject, path: string): Json | undefined {
  return valueAt(args, stepsOf(path));
}

/** Cache of the parsed paths of rules. */
const splitPaths = new Map<string, readonly string[]>();

function stepsOf(path: string): readonly string[] {
  const cached = splitPaths.get(path);
  if (cached !== undefined) return cached;
  const steps = path.split('.');
  splitPaths.set(path, steps);
  return steps;
}

export function numberAtPath(args: JsonObject, path: string): number | null {
  const value = valueAtPath(args, path);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function lengthAtPath(args: JsonObject, path: string): number | null {
  const value = valueAtPath(args, path);
  return isJsonArray(value) ? value.length : null;
}

/** Creates a notice about two fields that contradict each other, although each is valid on its own. */
export function createContradiction(params: FindingParams): RuleViolation {
  return { ...CONTRADICTION, params };
}

export const CONTRADICTION = { severity: 'info', code: 'contradiction' } as const;

/** Creates the rule of a list that is closed only if another field has a certain value. */
export function listWhen(rule: { field: string; when: string; is: string; list: readonly string[] }): Rule {
  const { when, is } = rule;
  const text = message('definitions.rule.listWhen', { when, is, list: formatList(rule.list) });
  const check = (args: JsonObject): RuleViolation | null => {
    const value = valueAtPath(args, rule.field);
    if (typeof value !== 'string' || valueAtPath(args, rule.when) !== rule.is || rule.list.includes(value)) return null;
    const nearest = findIgnoringCase(value, rule.list);
    const params = { value: quoteText(value), cause: rule.is, allowed: rule.list };
    if (nearest === null) return { ...finding, params: { reason: 'not-listed-for', ...params } };
    return { ...finding, params: { reason: 'letter-case-for', ...params, nearest } };
  };
  const finding = { severity: 'error', code: 'not-in-list' } as const;
  const [first = ''] = rule.list;
  const unlistedValues = ['not-listed', first.toLowerCase()];
  const violations = unlistedValues.map((value) => ({ [rule.when]: rule.is, [rule.field]: value }));
  return { field: rule.field, text, check, reads: [rule.field, rule.when], finding, violations };
}

/** Creates the rule of an expected number of items if another field has one of certain values. */
export function countWhen(rule: {
  field: string;
  when: string;
  values: readonly [first: string, second: string];
  count: number;
}): Rule {
  const [first, second] = rule.values;
  const text = message('definitions.rule.countWhen', { when: rule.when, first, second, items: rule.count });
  const check = (args: JsonObject): RuleViolation | null => {
    const [items, cause] = [valueAtPath(args, rule.field), valueAtPath(args, rule.when)];
    if (!isJsonArray(items) || typeof cause !== 'string' || !rule.values.includes(cause)) return null;
    if (items.length === rule.count) return null;
    return createContradiction({ reason: 'position-count', cause, count: rule.count, found: items.length });
  };
  const violations = rule.values.map((cause) => ({ [rule.when]: cause, [rule.field]: [] }));
  const reads = [rule.field, rule.when];
  return { field: rule.field, text, check, reads, finding: CONTRADICTION, violations };
}

/** Creates the rule of a field that is required if another field is present. */
export function requiredWith(rule: { field: string; with: string }): Rule {
  const text = message('definitions.rule.requiredWith', { with: rule.with });
  const check = (args: JsonObject): RuleViolation | null => {
    if ((valueAtPath(args, rule.field) ?? null) !== null || (valueAtPath(args, rule.with) ?? null) === null)
      return null;
    return { ...finding, params: { reason: 'missing-with', field: rule.field, with: rule.with } };
  };
  const finding = { severity: 'error', code: 'missing' } as const;
  return { field: rule.field, text, check, reads: [], finding, violations: [{ [rule.field]: undefined }] };
}

/**
 * Creates the rule of a number, or a length of a list, that should not exceed another number.
 * `violation` is an example that breaks the rule.
 */
export function notAbove(rule: {
  field: string;
  limit: string;
  text: Message;
  reason: 'score-above-maxscore' | 'topn-above-size';
  violation: Violation;
}): Rule {
  const isOfLength = rule.reason === 'topn-above-size';
  const check = (args: JsonObject): RuleViolation | null => {
    const size = isOfLength ? lengthAtPath(args, rule.field) : numberAtPath(args, rule.field);
    const limit = numberAtPath(args, rule.limit);
    if (size === null || limit === null || size <= limit || (isOfLength && limit < 0)) return null;
    return createContradiction({ reason: rule.reason, found: size, limit });
  };
  const reads = [rule.field, rule.limit];
  return { field: rule.field, text: rule.text, check, reads, finding: CONTRADICTION, violations: [rule.violation] };
}
