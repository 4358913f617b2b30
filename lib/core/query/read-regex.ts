import type { CompilePattern, PatternProblem, PatternSource } from '#core/patterns/pattern';
import { type Message, message } from '#core/util/message';
import { fail, type Result, succeed } from '#core/util/result';
import { truncate } from './problem-text';
import type { ValueTest } from './query';

type RegexTest = Extract<ValueTest, { type: 'matches' }>;

/**
 * Parts of a pattern that keep their case: escapes and the names of groups.
 * Only the last alternative is lowered.
 */
const PARTS = /\\[pP]\{[^}]*\}|\\[kxucX][^\s]?|\\.|\(\?<[A-Za-z]\w*>|[A-Z]+/gu;

/** Literal letters, and signs that an escape makes literal. */
const LITERAL = /^(?:[^$()*+.?[\\\]^{|}]|\\[$()*+./?[\\\]^{|}])+$/u;

/**
 * Returns the plain text of a pattern without operators, or `null`.
 * A plain text is found several times as fast.
 */
export function literalOf(source: string): string | null {
  return LITERAL.test(source) ? source.replace(/\\(.)/gu, '$1') : null;
}

/**
 * A regular expression over text in lower case.
 * Its own letters are lowered rather than compared without case: on 100,000 events that is several times as fast.
 */
export function readRegex<Pending extends 'loading'>(
  source: string,
  compile: CompilePattern<Pending>,
): Result<RegexTest, RegexProblem | Pending> {
  const pattern = validPattern(source);
  if (!pattern.ok) return pattern;
  const test = compile(pattern.value);
  if (test.ok) return succeed({ type: 'matches', pattern: pattern.value, test: test.value });
  return isLoading(test.failure) ? fail(test.failure) : fail({ message: patternProblem(source, test.failure) });
}

export interface RegexProblem {
  readonly message: Message;
}

function isLoading<Pending extends 'loading'>(failure: PatternProblem | Pending): failure is Pending {
  return failure === 'loading';
}

/** Says why a pattern cannot be used, though it is a regular expression. */
export function patternProblem(source: string, problem: PatternProblem): Message {
  return message(patternProblems[problem], { source: truncate(source) });
}

const patternProblems = {
  lookaround: 'filter.error.lookaround',
  backreference: 'filter.error.backreference',
  'unknown-syntax': 'filter.error.patternSyntax',
  'too-large': 'filter.error.patternSize',
} as const satisfies Readonly<Record<PatternProblem, string>>;

function validPattern(source: string): Result<PatternSource, RegexProblem> {
  const lowered = source.replace(PARTS, (part) => (/^[A-Z]+$/.test(part) ? part.toLowerCase() : part));
  const [pattern, asWritten] = [make(lowered, 'su'), make(source, 'isu')];
  const usable = pattern.ok ? pattern : asWritten;
  return usable.ok ? usable : withoutUnicode(source, usable.failure);
}

/** Compiles a pattern that only Unicode mode forbids, such as `/\-/`. */
function withoutUnicode(source: string, problem: string): Result<PatternSource, RegexProblem> {
  const pattern = make(source, 'is');
  return pattern.ok ? pattern : fail({ message: message('filter.error.regex', { source: truncate(source), problem }) });
}

function make(source: string, flags: string): Result<PatternSource, string> {
  try {
    new RegExp(source, flags);
    return succeed({ source, flags });
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : '';
    return fail(reason.slice(reason.lastIndexOf(': ') + 2).toLowerCase());
  }
}
