import type { PatternSource, TextTest } from '#core/patterns/pattern';
import type { Message } from '#core/util/message';

/** How one value is compared. Letter case never matters. */
export type ValueTest =
  | { readonly type: 'is'; readonly value: string }
  | { readonly type: 'has'; readonly value: string }
  /** Has these parts in this order, the first at its start and the last at its end. */
  | { readonly type: 'like'; readonly parts: readonly string[] }
  | { readonly type: 'matches'; readonly pattern: PatternSource; readonly test: TextTest }
  | { readonly type: 'compares'; readonly sign: '<' | '<=' | '>' | '>='; readonly value: number }
  /** Milliseconds of the local day, both ends included. */
  | { readonly type: 'between'; readonly from: number; readonly to: number }
  | { readonly type: 'is-there' };

/** One thing that an event must meet, or must not. */
export interface Term {
  readonly from: number;
  readonly to: number;
  /** The text of the term. */
  readonly text: string;
  readonly negated: boolean;
  /** Null for free text. */
  readonly key: string | null;
  /** The term is still being typed, so that a part of the value matches; with the same `text` it excludes less. */
  readonly isPartial?: true;
  /** One of them is enough. */
  readonly tests: readonly ValueTest[];
}

/** A filter that was understood: an event passes when it meets every term. */
export type Query = readonly Term[];

/** Why a filter was not understood, with the place of the term and what was probably meant. */
export interface QueryProblem {
  readonly from: number;
  readonly to: number;
  /** Says all but the nearest word: `interacts is not a kind.` */
  readonly message: Message;
  readonly nearest: { readonly word: string; readonly term: string } | null;
}
