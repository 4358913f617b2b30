import type { Result } from '#core/util/result';

/** A regular expression as a user writes it, already accepted by `new RegExp`. */
export interface PatternSource {
  readonly source: string;
  /** Of `i`, `s` and `u`. A text is tested as a whole, so that `g`, `m` and `y` do not apply. */
  readonly flags: string;
}

/** Tests a text in time proportional to its length. */
export type TextTest = (text: string) => boolean;

/**
 * What the native engine finds.
 * `pending` if it is asked elsewhere, `too-slow` if the pattern took too long for this text or an earlier one,
 * `unavailable` if the host cannot ask it.
 */
export type BacktrackingOutcome = boolean | 'pending' | 'too-slow' | 'unavailable';

/** Tests a text by the native engine, for a pattern of which no linear test can be made. */
export type TestByBacktracking = (pattern: PatternSource, text: string) => BacktrackingOutcome;

/** Why no linear test can be made of a pattern. */
export type PatternProblem = 'lookaround' | 'backreference' | 'unknown-syntax' | 'too-large';

/**
 * Makes a linear test of a pattern.
 * `Pending` is `'loading'` where the code for it may still be on its way.
 */
export type CompilePattern<Pending extends 'loading' = never> = (
  pattern: PatternSource,
) => Result<TextTest, PatternProblem | Pending>;
