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
import { truncateTerm } from './problem-text';
import type { Query, QueryProblem, Term, ValueTest } from './query';
import { literalOf, readRegex } from './read-regex';
import { splitTerms, type WrittenTerm } from './split-terms';

/**
 * Parses a filter. Skips a term without a value, such as `kind:`, `kind:,`, or `-` alone.
 *
 * @param isTyping whether the last term is being entered. It is skipped if it may become valid, and a substring of the
 *   value of a field matches.
 */
export function parseQuery<Pending extends 'loading' = never>(
  text: string,
  compile: CompilePattern<Pending>,
  isTyping = false,
): Result<Query, QueryProblem | Pending> {
  const wholeText = { from: 0, to: text.length };
  if (text.length > MAX_FILTER_CHARACTERS) return fail({ ...wholeText, ...tooLongFilterProblem() });
  const terms: Term[] = [];
  for (const written of splitTerms(text)) {
    const isUnfinished = isTyping && written.to === text.length;
    if (written.value === '' || (isUnfinished && isTermPrefix(written))) continue;
    const isPartial = isUnfinished && isPartOfValue(written);
    const tests = isPartial ? succeed([substringTest(written.value)]) : parseTests(written, compile);
    if (!tests.ok) return failAt(written, tests.failure);
    if (tests.value.length === 0) continue;
    const { from, to, text: source, isNegated, key } = written;
    terms.push({ from, to, text: source, isNegated, key, tests: tests.value, ...(isPartial && { isPartial }) });
  }
  return countTests(terms) > MAX_FILTER_TERMS ? fail({ ...wholeText, ...tooManyTermsProblem() }) : succeed(terms);
}

/** Returns the maximum number of comparisons per event. */
export function countTests(query: Query): number {
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
 * A complete value of a field must match as a whole. Other values always match as substrings.
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

function parseTests<Pending extends 'loading'>(
  term: WrittenTerm,
  compile: CompilePattern<Pending>,
): Result<readonly ValueTest[], ProblemMessage | Pending> {
  const { key, value, form } = term;
  const isKnown = key === null || isFilterKey(key) || (isPath(key) && nearestPart(key) === null);
  if (!isKnown) return fail(unknownKeyProblem(term, key));
  if (form === 'regex') return parseRegexTests(key, value, compile);
  if (key === null) return succeed([{ type: 'has', value: value.toLowerCase() }]);
  if (isFilterKey(key)) return parseKeyTests(key, term);
  return succeed(splitAlternatives(term).map(pathTest));
}

/**
 * Parses a regular expression into tests.
 * For a key with a closed list, these test for the listed values that the expression matches.
 */
function parseRegexTests<Pending extends 'loading'>(
  key: string | null,
  source: string,
  compile: CompilePattern<Pending>,
): Result<readonly ValueTest[], ProblemMessage | Pending> {
  const filterKey = key !== null && isFilterKey(key) ? key : null;
  const literal = filterKey === null ? literalOf(source) : null;
  if (literal !== null) return succeed([substringTest(literal)]);
  if (filterKey === 'time') return toTests(parseTimes(`/${source}/`));
  if (filterKey === 'user-session') return failOnSession(`/${source}/`);
  const regex = readRegex(source, compile);
  if (!regex.ok) {
    return typeof regex.failure === 'string' ? fail(regex.failure) : fail({ ...regex.failure, nearest: null });
  }
  const values = filterKey && valuesOf(filterKey);
  if (filterKey === null || values === null) return succeed([regex.value]);
  const matchingValues = values.filter(regex.value.test);
  if (matchingValues.length === 0) {
    return fail({
      message: message('filter.error.matchesNone', { source: truncateTerm(source), key: filterKey }),
      nearest: null,
    });
  }
  return succeed(matchingValues.map((value) => ({ type: 'is', value })));
}

function parseKeyTests(key: keyof typeof filterKeys, term: WrittenTerm): Result<readonly ValueTest[], ProblemMessage> {
  if (key === 'time') return toTests(parseTimes(term.value));
  if (key === 'user-session') return parseSessions(term);
  const values = valuesOf(key);
  const termValues = splitAlternatives(term).filter((value) => value !== '');
  if (values === null) return succeed(termValues.map(valueTests[key] ?? substringTest));
  const unlisted = termValues.find((value) => !isListedValue(key, value.toLowerCase()));
  if (unlisted !== undefined) return fail(unlistedValueProblem(term, key, unlisted, values));
  return succeed(termValues.map((value) => ({ type: 'is', value: value.toLowerCase() })));
}

/** Parses the numbers of sessions, or `*` for any. */
function parseSessions(term: WrittenTerm): Result<readonly ValueTest[], ProblemMessage> {
  const values = splitAlternatives(term).filter((value) => value !== '');
  const invalid = values.find((value) => !/^(\*|[1-9]\d*)$/.test(value));
  if (invalid !== undefined) return failOnSession(invalid);
  return succeed(values.map((value) => (value === '*' ? { type: 'exists' } : { type: 'is', value })));
}

function failOnSession(value: string): Result<never, ProblemMessage> {
  return fail({ message: message('filter.error.notASession', { value: truncateTerm(value) }), nearest: null });
}

function splitAlternatives({ value, form }: WrittenTerm): readonly string[] {
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
 * Creates the test of a value at a path. `*` alone matches any value. Within a word, `*` is a wildcard.
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

function unlistedValueProblem(
  term: WrittenTerm,
  key: keyof typeof filterKeys,
  unlisted: string,
  values: readonly string[],
): ProblemMessage {
  const word = findNearest(unlisted, values);
  const nearest = word === null ? null : { word, term: term.text.replace(unlisted, word) };
  return {
    message: message('filter.error.notA', { value: truncateTerm(unlisted), noun: filterKeys[key].noun }),
    nearest,
  };
}

function unknownKeyProblem(term: WrittenTerm, key: string): ProblemMessage {
  const part = nearestPart(key);
  const word =
    part === null
      ? findNearest(key, [...Object.keys(filterKeys), ...eventParts, ...fieldPaths().keys()])
      : key.replace(/^[^.]*/, part);
  const nearest = word === null ? null : { word: `${word}:`, term: term.text.replace(key, word) };
  return { message: message('filter.error.key', { key: truncateTerm(key) }), nearest };
}

function toTests(test: Result<ValueTest, Message>): Result<readonly ValueTest[], ProblemMessage> {
  return test.ok ? succeed([test.value]) : fail({ message: test.failure, nearest: null });
}
