import type { PatternSource, TextTest } from '#core/patterns/pattern';
import type { Message } from '#core/util/message';

/** A comparison with a value. Letter case never matters. */
export type ValueTest =
  | { readonly type: 'is'; readonly value: string }
  | { readonly type: 'has'; readonly value: string }
  /** The text consists of these parts in order, with any text between them. */
  | { readonly type: 'wildcard'; readonly parts: readonly string[] }
  | { readonly type: 'matches'; readonly pattern: PatternSource; readonly test: TextTest }
  | { readonly type: 'comparison'; readonly operator: '<' | '<=' | '>' | '>='; readonly value: number }
  /** Range of the local time of day in milliseconds, both ends included. It may span midnight. */
  | { readonly type: 'between'; readonly from: number; readonly to: number }
  | { readonly type: 'exists' };

/** One condition on an event, which may be negated. */
export interface Term {
  readonly from: number;
  readonly to: number;
  /** The source text of the term. */
  readonly text: string;
  readonly isNegated: boolean;
  /** Null for free text. */
  readonly key: string | null;
  /**
   * Set while the term is being entered.
   * A substring of the value matches then, so that the term excludes fewer events.
   */
  readonly isPartial?: true;
  /** Alternatives, of which one must pass. */
  readonly tests: readonly ValueTest[];
}

/** A parsed filter. An event must pass every term. */
export type Query = readonly Term[];

/** A parse error of a filter, with the position of the term and a suggestion. */
export interface QueryProblem {
  readonly from: number;
  readonly to: number;
  /** The message without the suggestion: `interacts is not a kind.` */
  readonly message: Message;
  readonly nearest: { readonly word: string; readonly term: string } | null;
}
