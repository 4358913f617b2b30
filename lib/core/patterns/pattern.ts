import type { Result } from '#core/util/result';

/** A regular expression as a user writes it, already accepted by `new RegExp`. */
export interface PatternSource {
  readonly source: string;
  /** A combination of `i`, `s` and `u`. */
  readonly flags: string;
}

/** Tests a string in time proportional to its length. */
export type TextTest = (text: string) => boolean;

/**
 * Result of the native engine.
 * `pending` while another thread runs the test, `too-slow` if the pattern took too long for this or an earlier text,
 * `unavailable` if the host cannot run it with a timeout.
 */
export type BacktrackingOutcome = boolean | 'pending' | 'too-slow' | 'unavailable';

/** Tests a string by the native engine, for a pattern without a linear test. */
export type TestByBacktracking = (pattern: PatternSource, text: string) => BacktrackingOutcome;

/** Why a pattern has no linear test. */
export type PatternProblem = 'lookaround' | 'backreference' | 'unknown-syntax' | 'too-large';

/**
 * Compiles a pattern to a linear test.
 * `Pending` is `'loading'` if the compiler itself is loaded on demand.
 */
export type CompilePattern<Pending extends 'loading' = never> = (
  pattern: PatternSource,
) => Result<TextTest, PatternProblem | Pending>;
