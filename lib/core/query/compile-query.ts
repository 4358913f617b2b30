import { isChanged, isDuplicate, isFailed, journeyState } from '#core/journey/journey-state';
import { elementText } from '#core/journey/record';
import { sourcesOf } from '#core/journey/record-sources';
import type { Json } from '#core/json/json';
import { isDisagreed } from '#core/stream/agreement';
import { hasNotice } from '#core/stream/counts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { isTeamRuleSet } from '#core/telemetry/findings';
import { isFilterKey } from './filter-keys';
import { type FactKey, type Finder, plainFinder } from './finder';
import type { Query, Term, ValueTest } from './query';

/** Whether a record passes a query. */
export type Matcher = (record: JudgedRecord) => boolean;

/**
 * Compiles a query to a test.
 * Cheap terms are tested first, free text and fates last.
 */
export function compileQuery(query: Query, finder: Finder = plainFinder): Matcher {
  const tests = [...query].sort((one, other) => costOf(one) - costOf(other)).map((term) => compileTerm(term, finder));
  const [first, second] = tests;
  if (!first) return () => true;
  if (!second) return first;
  if (tests.length === 2) return (record) => first(record) && second(record);
  return (record) => tests.every((test) => test(record));
}

function costOf({ key, tests }: Term): number {
  if (key === null) return tests[0]?.type === 'matches' ? 3 : 2;
  if (key === 'fate') return 4;
  return isFilterKey(key) ? 0 : 1;
}

function compileTerm(term: Term, finder: Finder): Matcher {
  const alternatives = compileAlternatives(term, finder);
  const [only] = alternatives;
  const matchesAny: Matcher = (record) => alternatives.some((test) => test(record));
  const matches = only && alternatives.length === 1 ? only : matchesAny;
  return term.isNegated ? (record) => !matches(record) : matches;
}

/** Tests by value of `is:`. A value without a test is a state of the journey. */
const matchersByIsCode: Readonly<Record<string, Matcher>> = {
  valid: (record) => record.verdict === 'valid',
  invalid: (record) => record.verdict === 'invalid',
  unknown: (record) => record.verdict === 'unknown',
  notice: hasNotice,
  failed: isFailed,
  changed: isChanged,
  duplicate: isDuplicate,
  disagreed: isDisagreed,
  ignored: ({ summary }) => summary.ignored > 0,
  manual: (record) => record.firedBy.type === 'panel',
};

const inState =
  (state: string): Matcher =>
  (record) =>
    journeyState(record) === state;

function compileAlternatives({ key, tests }: Term, finder: Finder): readonly Matcher[] {
  if (key === null) return tests.map((test) => textMatcher(test, finder));
  if (key === 'fate' || key === 'user-session') return tests.map((test) => factMatcher(key, test, finder));
  if (key === 'time') return tests.map(timeMatcher);
  if (key === 'page') return tests.map(textTest).map((test) => (record) => test(record.frame.url.toLowerCase()));
  if (key === 'element') return tests.map(elementMatcher);
  if (key === 'source') return tests.map(sourceMatcher);
  return tests.map((test) => {
    if (test.type === 'is' && key === 'kind') return (record) => record.kind === test.value;
    if (test.type === 'is' && key === 'is') return matchersByIsCode[test.value] ?? inState(test.value);
    if (test.type === 'is' && key === 'state') return inState(test.value);
    if (test.type === 'is' && key === 'rule') return ruleMatcher(test.value);
    return valueMatcher(finder.readerAt(key), test);
  });
}

function textMatcher(test: ValueTest, finder: Finder): Matcher {
  if (test.type !== 'has') return finder.test(textTest(test));
  const has = finder.has(test.value);
  // The texts are JSON, in which quotes, backslashes and line breaks of values are escaped.
  const escaped = JSON.stringify(test.value).slice(1, -1);
  if (escaped === test.value) return has;
  const hasEscaped = finder.has(escaped);
  return (record) => has(record) || hasEscaped(record);
}

function elementMatcher(test: ValueTest): Matcher {
  if (test.type === 'exists') return ({ call }) => call?.action !== undefined;
  const passes = textTest(test);
  return ({ call }) => call?.action !== undefined && passes(elementText(call.action).toLowerCase());
}

function sourceMatcher(test: ValueTest): Matcher {
  if (test.type === 'exists') return ({ sender }) => sender !== undefined;
  const passes = textTest(test);
  return (record) => sourcesOf(record).some((name) => passes(name.toLowerCase()));
}

function ruleMatcher(name: string): Matcher {
  if (!isTeamRuleSet(name)) return ({ summary }) => summary.rules.includes(name);
  return ({ summary }) => summary.rules.some((rule) => rule.toLowerCase() === name);
}

function factMatcher(key: FactKey, test: Term['tests'][number], { hasFact }: Finder): Matcher {
  if (test.type === 'exists') return (record) => hasFact(key, record, null);
  return test.type === 'is' ? (record) => hasFact(key, record, test.value) : () => false;
}

function valueMatcher(read: ReturnType<Finder['readerAt']>, test: ValueTest): Matcher {
  if (test.type === 'exists') return (record) => read(record).some((value) => value !== null);
  if (test.type === 'comparison') {
    const passes = numberTest(test);
    return (record) => read(record).some((value) => typeof value === 'number' && passes(value));
  }
  const textPasses = textTest(test);
  const passes = cacheLast((values) => values.some((value) => textPasses(textOf(value))));
  return (record) => passes(read(record));
}

/**
 * Caches the last result, because an indexed finder returns the same list for successive events with an equal value.
 */
function cacheLast(passes: (values: readonly Json[]) => boolean): (values: readonly Json[]) => boolean {
  let last: { readonly values: readonly Json[]; readonly passed: boolean } | null = null;
  return (values) => {
    if (last?.values !== values) last = { values, passed: passes(values) };
    return last.passed;
  };
}

function textOf(value: Json): string {
  return (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)).toLowerCase();
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const QUARTER_MS = 900_000;

/** Tests the local time of day. */
function timeMatcher(test: Term['tests'][number]): Matcher {
  if (test.type !== 'between') return () => false;
  let quarter = Number.NaN;
  let offset = 0;
  return ({ at }) => {
    // Caches the time zone offset of a quarter of an hour, within which no zone changes it.
    const current = Math.floor(at / QUARTER_MS);
    if (current !== quarter) {
      quarter = current;
      offset = new Date(at).getTimezoneOffset() * MINUTE_MS;
    }
    const timeOfDayMs = Math.floor((((at - offset) % DAY_MS) + DAY_MS) % DAY_MS);
    const [isAfterStart, isBeforeEnd] = [timeOfDayMs >= test.from, timeOfDayMs <= test.to];
    return test.from <= test.to ? isAfterStart && isBeforeEnd : isAfterStart || isBeforeEnd;
  };
}

/** Creates a test of a string in lower case. */
function textTest(test: ValueTest): (text: string) => boolean {
  if (test.type === 'has') return (text) => text.includes(test.value);
  if (test.type === 'is') return (text) => text === test.value;
  if (test.type === 'matches') return test.test;
  if (test.type === 'wildcard') return (text) => matchesWildcard(text, test.parts);
  return () => false;
}

/**
 * Whether a string consists of the parts in order, with any characters between them.
 * Each part matches at its first occurrence, which leaves the most text for the other parts.
 */
function matchesWildcard(text: string, parts: readonly string[]): boolean {
  const [start = '', ...others] = parts;
  const end = others.pop() ?? '';
  if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return false;
  let offset = start.length;
  for (const part of others) {
    const index = text.indexOf(part, offset);
    if (index === -1) return false;
    offset = index + part.length;
  }
  return offset <= text.length - end.length;
}

/** Creates a test of a number. */
function numberTest({ operator, value }: Extract<ValueTest, { type: 'comparison' }>): (number: number) => boolean {
  switch (operator) {
    case '<':
      return (number) => number < value;
    case '<=':
      return (number) => number <= value;
    case '>':
      return (number) => number > value;
    case '>=':
      return (number) => number >= value;
  }
}
