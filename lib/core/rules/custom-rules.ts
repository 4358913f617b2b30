import { isJsonObject, type Json, type JsonObject, type JsonPath, valueAt } from '#core/json/json';
import type { CustomRuleSetId, Finding, RuleSet, Severity } from '#core/telemetry/findings';
import { truncate } from '#core/telemetry/wording';
import { thrownText } from '#core/util/thrown-text';

/** A problem that a rule of a team reports for an event. */
export interface CustomProblem {
  /** One sentence. An empty text is invalid. */
  readonly text: string;
  /** Path in the event, dotted (`context.channel`) or as a list of steps. The whole event by default. */
  readonly path?: string | JsonPath | undefined;
  /** The default is `error`. */
  readonly severity?: Severity | undefined;
}

/**
 * The result of a rule. A string is an error about the whole event.
 * `undefined`, `null` and an empty list mean that the event is valid.
 */
export type CustomRuleResult = string | CustomProblem | readonly (string | CustomProblem)[] | null | undefined;

/**
 * A rule of a team, which checks one event in wire format.
 * It must not have state between events, because several threads check events.
 * `get` returns the value at a dotted path, or `undefined`.
 */
export type CustomRule = (event: JsonObject, get: (path: string) => Json | undefined) => CustomRuleResult;

/** Limit of the problems of one event that a rule may list. */
const MAX_PROBLEMS = 100;
const MAX_SENTENCE_CHARS = 500;

/**
 * Creates the rule set `custom:NAME`.
 * A rule that throws or returns an invalid result is reported as a finding.
 */
export function createCustomRuleSet(name: string, rule: CustomRule): RuleSet {
  const id: CustomRuleSetId = `custom:${name}`;
  return {
    id,
    scope: 'events',
    check(subject) {
      if (subject.type !== 'event' || !isJsonObject(subject.json)) return [];
      return runRule(rule, subject.json).map((problem) => toFinding(id, problem));
    },
  };
}

function runRule(rule: CustomRule, event: JsonObject): readonly CustomProblem[] {
  try {
    freezeJson(event);
    return readResult(rule(event, (path) => valueAt(event, path.split('.'))));
  } catch (error) {
    return [{ text: `The rule threw: ${thrownText(error)}` }];
  }
}

/** Throws if reading the result does, for example a getter of it. */
function readResult(result: unknown): readonly CustomProblem[] {
  if (result === undefined || result === null) return [];
  // An async rule has an invalid result. Without a handler, its rejection would end a Node.js process.
  if (result instanceof Promise) result.catch(() => undefined);
  const results: readonly unknown[] = Array.isArray(result) ? result : [result];
  const problems = results.map((each) => (typeof each === 'string' ? { text: each } : each));
  if (!problems.every(isProblem)) {
    return [{ text: 'The rule must return a text, { text, path, severity }, a list of these, or nothing.' }];
  }
  if (problems.length <= MAX_PROBLEMS) return problems;
  const more = problems.length - MAX_PROBLEMS;
  return [...problems.slice(0, MAX_PROBLEMS), { text: `${more} more problems are not listed.`, severity: 'info' }];
}

/**
 * Freezes a value deeply.
 * Otherwise, a change by a rule would be visible in reports and to later rules.
 */
function freezeJson(json: Json): void {
  const open: Json[] = [json];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null || Object.isFrozen(value)) continue;
    Object.freeze(value);
    for (const part of Object.values(value)) if (typeof part === 'object') open.push(part);
  }
}

const severities: readonly unknown[] = ['error', 'warning', 'info', undefined] satisfies (Severity | undefined)[];

function isProblem(value: unknown): value is CustomProblem {
  if (typeof value !== 'object' || value === null || !('text' in value)) return false;
  const { text, path, severity } = value as {
    readonly text: unknown;
    readonly path?: unknown;
    readonly severity?: unknown;
  };
  return typeof text === 'string' && text.trim() !== '' && severities.includes(severity) && isPath(path);
}

function isPath(path: unknown): boolean {
  if (path === undefined || typeof path === 'string') return true;
  return Array.isArray(path) && path.every((step) => typeof step === 'string' || typeof step === 'number');
}

function toFinding(ruleSet: CustomRuleSetId, { text, path = [], severity = 'error' }: CustomProblem): Finding {
  const steps = typeof path === 'string' ? parsePath(path) : path;
  return {
    ruleSet,
    severity,
    code: 'custom',
    path: steps,
    params: { reason: 'custom', text: truncate(text, MAX_SENTENCE_CHARS) },
  };
}

function parsePath(path: string): JsonPath {
  if (path === '') return [];
  return path.split('.').map((step) => (/^(0|[1-9]\d{0,8})$/.test(step) ? Number(step) : step));
}
