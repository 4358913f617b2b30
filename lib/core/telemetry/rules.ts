import { isJsonArray, type Json, type JsonObject, valueAt } from '#core/json/json';
import { type Message, message } from '#core/util/message';
import type { Finding, FindingParams } from './findings';
import { equalsIgnoreCase, formatList, quoteText } from './wording';

/** Problem that a rule found in its field. */
export type Problem = Pick<Finding, 'severity' | 'code' | 'params'>;

/**
 * A rule over more than one field.
 * It finds nothing if a field is absent or of a wrong type.
 */
export interface Rule {
  /** Path of its finding, by argument name: `data.extra.pos`. */
  readonly field: string;
  /** The rule in a sentence, for the reference page. */
  readonly text: Message;
  readonly check: (args: JsonObject) => Problem | null;
  /**
   * Paths of the texts and numbers that it reads; `*` matches each item.
   * Types, absence and the lengths of lists are not named: events that differ in them never share a shape
   * (`lib/core/rules/shapes`).
   */
  readonly reads: readonly string[];
  /** Severity and code of its findings. */
  readonly finds: Pick<Finding, 'severity' | 'code'>;
  /**
   * How to break it, and nothing else, from the sample on: values by path.
   * `undefined` takes a field away.
   */
  readonly breaks: readonly Violation[];
}

export type Violation = Readonly<Record<string, Json | undefined>>;

/** The value at a dotted path of the named arguments. */
export function findingAt(args: JsonObject, path: string): Json | undefined {
  return valueAt(args, stepsOf(path));
}

/** Parsed paths of the rules. */
const splitPaths = new Map<string, readonly string[]>();

function stepsOf(path: string): readonly string[] {
  const known = splitPaths.get(path);
  if (known !== undefined) return known;
  const steps = path.split('.');
  splitPaths.set(path, steps);
  return steps;
}

export function numberFindingAt(args: JsonObject, path: string): number | null {
  const value = findingAt(args, path);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A contradiction between fields: worth knowing, but each field is as the document says. */
export function contradictionOf(params: FindingParams): Problem {
  return { ...contradicts, params };
}

export const contradicts = { severity: 'info', code: 'contradiction' } as const;

/** A list that is closed only while another field has a certain value. */
export function listWhen(rule: { field: string; when: string; is: string; list: readonly string[] }): Rule {
  const { when, is } = rule;
  const text = message('definitions.rule.listWhen', { when, is, list: formatList(rule.list) });
  const check = (args: JsonObject): Problem | null => {
    const value = findingAt(args, rule.field);
    if (typeof value !== 'string' || findingAt(args, rule.when) !== rule.is || rule.list.includes(value)) return null;
    const nearest = equalsIgnoreCase(value, rule.list);
    const listed = { value: quoteText(value), cause: rule.is, allowed: rule.list };
    if (nearest === null) return { ...finds, params: { reason: 'not-listed-for', ...listed } };
    return { ...finds, params: { reason: 'letter-case-for', ...listed, nearest } };
  };
  const finds = { severity: 'error', code: 'not-in-list' } as const;
  const [first = ''] = rule.list;
  const wrong = ['not-listed', first.toLowerCase()];
  const breaks = wrong.map((value) => ({ [rule.when]: rule.is, [rule.field]: value }));
  return { field: rule.field, text, check, reads: [rule.field, rule.when], finds, breaks };
}

/** How many items are expected while another field has one of certain values. */
export function countWhen(rule: {
  field: string;
  when: string;
  values: readonly [first: string, second: string];
  count: number;
}): Rule {
  const [first, second] = rule.values;
  const text = message('definitions.rule.countWhen', { when: rule.when, first, second, items: rule.count });
  const check = (args: JsonObject): Problem | null => {
    const [items, cause] = [findingAt(args, rule.field), findingAt(args, rule.when)];
    if (!isJsonArray(items) || typeof cause !== 'string' || !rule.values.includes(cause)) return null;
    if (items.length === rule.count) return null;
    return contradictionOf({ reason: 'position-count', cause, count: rule.count, found: items.length });
  };
  const breaks = rule.values.map((cause) => ({ [rule.when]: cause, [rule.field]: [] }));
  const reads = [rule.field, rule.when];
  return { field: rule.field, text, check, reads, finds: contradicts, breaks };
}

/** A field that is needed as soon as another one is there. */
export function requiredWith(rule: { field: string; with: string }): Rule {
  const text = message('definitions.rule.requiredWith', { with: rule.with });
  const check = (args: JsonObject): Problem | null => {
    if ((findingAt(args, rule.field) ?? null) !== null || (findingAt(args, rule.with) ?? null) === null) return null;
    return { ...finds, params: { reason: 'missing-with', field: rule.field, with: rule.with } };
  };
  const finds = { severity: 'error', code: 'missing' } as const;
  return { field: rule.field, text, check, reads: [], finds, breaks: [{ [rule.field]: undefined }] };
}

/**
 * A number, or the length of a list, that should not be above another number.
 * `breaks` is a case of it.
 */
export function notAbove(rule: {
  field: string;
  limit: string;
  text: Message;
  reason: 'score-above-maxscore' | 'topn-above-size';
  breaks: Violation;
}): Rule {
  const check = (args: JsonObject): Problem | null => {
    const value = findingAt(args, rule.field);
    const size = isJsonArray(value) ? value.length : value;
    const limit = numberFindingAt(args, rule.limit);
    if (typeof size !== 'number' || limit === null || size <= limit) return null;
    if (isJsonArray(value) && limit < 0) return null;
    return contradictionOf({ reason: rule.reason, found: size, limit });
  };
  const reads = [rule.field, rule.limit];
  return { field: rule.field, text: rule.text, check, reads, finds: contradicts, breaks: [rule.breaks] };
}
