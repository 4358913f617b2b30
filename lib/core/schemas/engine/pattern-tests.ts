import type * as Browser from '@hyperjump/browser';
import { compilePattern } from '#core/patterns/compile-pattern';
import type { TestByBacktracking, TextTest } from '#core/patterns/pattern';
import { readPattern } from '#core/patterns/read-pattern';
import type { StepCounter } from './failure-collector';

/** Problem of a pattern without a linear test. `slowPattern` applies after the first text that took too long. */
type PatternProblem = 'invalidPattern' | 'unsupportedPattern' | 'backgroundPattern' | 'slowPattern';

/** Called with a problem of a pattern, and the URI of its keyword. */
type OnPatternProblem = (code: PatternProblem, location: string, pattern: string) => void;

export interface SchemaDocument extends Browser.Document {
  readonly dialectId: string;
}

/** How to run patterns without a linear test. */
export interface PatternOptions {
  readonly onPatternProblem: OnPatternProblem;
  /** `null` to ignore these patterns. */
  readonly testByBacktracking: TestByBacktracking | null;
  /** Whether outcomes are asynchronous. */
  readonly isInBackground: boolean;
  readonly ignoredTests: IgnoredTests;
  /** Counts the tests of property names in one check. */
  readonly nameTestCounter: StepCounter;
}

/** Tests without an outcome during a check. */
interface IgnoredTests {
  /** Number of these tests. */
  count: number;
  /** Whether these tests return the opposite outcome. */
  isInverted: boolean;
}

export type SchemaBrowser = Browser.Browser & { readonly document: SchemaDocument } & Partial<PatternOptions>;

/** Creates the test of a pattern that can't be run. `fallbackResult` must not cause findings. */
function createIgnoredTest(ignoredTests: IgnoredTests | undefined, fallbackResult: boolean): TextTest {
  return () => {
    if (ignoredTests === undefined) return fallbackResult;
    ignoredTests.count += 1;
    return fallbackResult !== ignoredTests.isInverted;
  };
}

/**
 * Creates the test of a pattern, and reports its problems.
 * It runs in linear time, or in bounded time if the host can interrupt it.
 */
export function createTest(source: string, schema: SchemaBrowser, fallbackResult = true): TextTest {
  const { onPatternProblem, testByBacktracking, isInBackground, ignoredTests } = schema;
  const location = locationOf(schema);
  const report = (code: PatternProblem): void => onPatternProblem?.(code, location, source);
  const ignoredTest = createIgnoredTest(ignoredTests, fallbackResult);
  const pattern = readPattern(source);
  if (pattern === undefined) {
    report('invalidPattern');
    return ignoredTest;
  }
  const compiled = compilePattern(pattern);
  if (compiled.ok) return compiled.value;
  if (!testByBacktracking) {
    report('unsupportedPattern');
    return ignoredTest;
  }
  if (isInBackground) report('backgroundPattern');
  return (text) => {
    const outcome = testByBacktracking(pattern, text);
    if (typeof outcome === 'boolean') return outcome;
    if (outcome === 'too-slow') report('slowPattern');
    if (outcome === 'unavailable') report('unsupportedPattern');
    return ignoredTest(text);
  };
}

function locationOf({ document, cursor }: SchemaBrowser): string {
  return `${document.baseUri}#${encodeURI(cursor)}`;
}
