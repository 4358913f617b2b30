import type { CompilePattern } from '#core/patterns/pattern';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { MAX_FILTER_CHARACTERS, MAX_FILTER_TERMS } from './event-filter';
import { fieldPaths, isPath, nearestPart } from './field-paths';
import {
  eventParts,
  type FilterKeyName,
  filterKeys,
  isFilterKey,
  isListedValue,
  isValuePrefix,
  valuesOf,
} from './filter-keys';
import { findNearest } from './nearest';
import { parseTimes } from './parse-times';
import { truncate } from './problem-text';
import type { Query, QueryProblem, Term, ValueTest } from './query';
import { literalOf, readRegex } from './read-regex';
import { splitTerms, type WrittenTerm } from './split-terms';

/**
 * Parses a filter.
 * Skips a term without a value (`kind:`, `kind:,`, a lone `-`). If `typing`, the last term is being typed: it is skipped if it
 * may become valid, and a substring of the value of a field matches.
 */
export function parseQuery<Pending extends 'loading' = never>(
  text: string,
  compile: CompilePattern<Pending>,
  typing = false,
): Result<Query, QueryProblem | Pending> {
  const wholeText = { from: 0, to: text.length };
  if (text.length > MAX_FILTER_CHARACTERS) return fail({ ...wholeText, ...tooLongFilterProblem() });
  const terms: Term[] = [];
  for (const written of splitTerms(text)) {
    if (written.value === '' || (typing && written.to === text.length && isTermPrefix(written))) continue;
    const isPartial = typing && written.to === text.length && isPartOfValue(written);
    const tests = isPartial ? succeed([substringTest(written.value)]) : testsOf(written, compile);
    if (!tests.ok) return failAt(written, tests.failure);
    if (tests.value.length === 0) continue;
    const { from, to, text: source, negated, key } = written;
    terms.push({ from, to, text: source, negated, key, tests: tests.value, ...(isPartial && { isPartial }) });
  }
  return testCount(terms) > MAX_FILTER_TERMS ? fail({ ...wholeText, ...tooManyTermsProblem() }) : succeed(terms);
}

/** Returns the maximum number of comparisons per event. */
export function testCount(query: Query): number {
  return query.reduce((sum, { tests }) => sum + tests.length, 0);
}

/** Returns the problem of a filter that is longer than {@link MAX_FILTER_CHARACTERS}. */
export function tooLongFilterProblem(): ProblemMessage {
  return { message: message('filter.error.tooLong', { n: MAX_FILTER_CHARACTERS }), nearest: null };
}

/** Returns the problem of a filter with more than {@link MAX_FILTER_TERMS} terms. */
export function tooManyTermsProblem(): ProblemMessage {
  return { message: message('filter.error.tooManyTerms', { n: MAX_FILTER_TERMS }), nearest: null };
}

type ProblemMessage = Pick<QueryProblem, 'message' | 'nearest'>;

function failAt<Pending extends 'loading'>(
  { from, to }: WrittenTerm,
  failure: ProblemMessage | Pending,
): Result<never, QueryProblem | Pending> {
  return typeof failure === 'string' ? fail(failure) : fail({ from, to, ...failure });
}

/**
 * Whether the value may be incomplete and must match as a substring.
 * Only values of fields match as a whole otherwise.
 */
function isPartOfValue({ key, value, form }: WrittenTerm): boolean {
  if (form !== 'plain' || key === null || !(key === 'sid' || (isPath(key) && !isFilterKey(key)))) return false;
  return !/[*,]|^[<>]/.test(value);
}

/** Whether a term is the beginning of a path or of a known value. */
function isTermPrefix({ key, value, form }: WrittenTerm): boolean {
  if (form !== 'plain') return false;
  if (key === null) return isPathPrefix(value);
  if (!isFilterKey(key)) return false;
  if (key === 'time') return !parseTimes(value).ok;
  return isValuePrefix(key, value.slice(value.lastIndexOf(',') + 1).toLowerCase());
}

/** Whether a value begins a path, such as `edata.ty`. As free text, it would match no event. */
function isPathPrefix(value: string): boolean {
  const [part = '', ...rest] = value.split('.');
  return eventParts.includes(part) && rest.length > 0 && rest.every((name) => /^[\w-]*$/.test(name));
}

function testsOf<Pending extends 'loading'>(
  term: WrittenTerm,
  compile: CompilePattern<Pending>,
): Result<readonly ValueTest[], ProblemMessage | Pending> {
  const { key, value, form } = term;
  const isKnown = key === null || isFilterKey(key) || (isPath(key) && nearestPart(key) === null);
  if (!isKnown) return fail(unknownKey(term, key));
  if (form === 'regex') return regexTests(key, value, compile);
  if (key === null) return succeed([{ type: 'has', value: value.toLowerCase() }]);
  if (isFilterKey(key)) return testsOfKey(key, term);
  return succeed(alternatives(term).map(pathTest));
}

/**
 * Returns the tests of a pattern.
 * For a key with a closed list, these are the listed values that match.
 */
function regexTests<Pending extends 'loading'>(
  key: string | null,
  source: string,
  compile: CompilePattern<Pending>,
): Result<readonly ValueTest[], ProblemMessage | Pending> {
  const isFree = key === null || !isFilterKey(key);
  const literal = isFree ? literalOf(source) : null;
  if (literal !== null) return succeed([substringTest(literal)]);
  if (key === 'time') return oneTest(parseTimes(`/${source}/`));
  const read = readRegex(source, compile);
  if (!read.ok) return typeof read.failure === 'string' ? fail(read.failure) : fail({ ...read.failure, nearest: null });
  const values = key === null || !isFilterKey(key) ? null : valuesOf(key);
  if (key === null || !isFilterKey(key) || values === null) return succeed([read.value]);
  const { test } = read.value;
  const meant = values.filter(test);
  if (meant.length === 0) {
    return fail({ message: message('filter.error.matchesNone', { source: truncate(source), key }), nearest: null });
  }
  return succeed(meant.map((value) => ({ type: 'is', value })));
}

function testsOfKey(key: keyof typeof filterKeys, term: WrittenTerm): Result<readonly ValueTest[], ProblemMessage> {
  if (key === 'time') return oneTest(parseTimes(term.value));
  if (key === 'user-session') return readSessions(term);
  const values = valuesOf(key);
  const wanted = alternatives(term).filter((value) => value !== '');
  if (values === null) return succeed(wanted.map(valueTests[key] ?? substringTest));
  const wrong = wanted.find((value) => !isListedValue(key, value.toLowerCase()));
  if (wrong !== undefined) return fail(notInList(term, key, wrong, values));
  return succeed(wanted.map((value) => ({ type: 'is', value: value.toLowerCase() })));
}

/** Parses the numbers of sessions, or `*` for any. */
function readSessions(term: WrittenTerm): Result<readonly ValueTest[], ProblemMessage> {
  const wanted = alternatives(term).filter((value) => value !== '');
  const wrong = wanted.find((value) => !/^(\*|[1-9]\d*)$/.test(value));
  if (wrong !== undefined) {
    return fail({ message: message('filter.error.notASession', { value: truncate(wrong) }), nearest: null });
  }
  return succeed(wanted.map((value) => (value === '*' ? { type: 'exists' } : { type: 'is', value })));
}

function alternatives({ value, form }: WrittenTerm): readonly string[] {
  return form === 'plain' ? value.split(',') : [value];
}

/** Tests for keys without a closed list that need more than a substring match. */
const valueTests: { readonly [Key in FilterKeyName]?: (value: string) => ValueTest } = {
  sid: pathTest,
  source: (value) => (value === '*' ? { type: 'exists' } : substringTest(value)),
  element: (value) => (value === '*' ? { type: 'exists' } : substringTest(value)),
};

const substringTest = (value: string): ValueTest => ({ type: 'has', value: value.toLowerCase() });

/**
 * Creates the test of a value at a path. `*` alone matches any value; within a word it is a wildcard.
 * Comparisons such as `>5` apply to numbers.
 */
function pathTest(value: string): ValueTest {
  if (value === '*') return { type: 'exists' };
  const [, operator, number] = /^(<=|>=|<|>)(-?(?:\d+|(?=\.))(?:\.\d+)?(?:e[+-]?\d+)?)$/i.exec(value) ?? [];
  if (number !== undefined && isComparisonOperator(operator)) {
    return { type: 'comparison', operator, value: Number(number) };
  }
  if (!value.includes('*')) return { type: 'is', value: value.toLowerCase() };
  return { type: 'wildcard', parts: value.toLowerCase().split('*') };
}

function isComparisonOperator(operator: string | undefined): operator is '<' | '<=' | '>' | '>=' {
  return operator === '<' || operator === '<=' || operator === '>' || operator === '>=';
}

function notInList(
  term: WrittenTerm,
  key: keyof typeof filterKeys,
  wrong: string,
  values: readonly string[],
): ProblemMessage {
  const word = findNearest(wrong, values);
  const nearest = word === null ? null : { word, term: term.text.replace(wrong, word) };
  return { message: message('filter.error.notA', { value: truncate(wrong), noun: filterKeys[key].noun }), nearest };
}

function unknownKey(term: WrittenTerm, key: string): ProblemMessage {
  const part = nearestPart(key);
  const word =
    part === null
      ? findNearest(key, [...Object.keys(filterKeys), ...eventParts, ...fieldPaths().keys()])
      : key.replace(/^[^.]*/, part);
  const nearest = word === null ? null : { word: `${word}:`, term: term.text.replace(key, word) };
  return { message: message('filter.error.key', { key: truncate(key) }), nearest };
}

function oneTest(test: Result<ValueTest, Message>): Result<readonly ValueTest[], ProblemMessage> {
  return test.ok ? succeed([test.value]) : fail({ message: test.failure, nearest: null });
}
