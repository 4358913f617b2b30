import type { JsonPath } from '#core/json/json';
import type { EventKind } from './kinds';

/**
 * Who says it: the V3 definitions, the rules of an event as it travels, what must not be in an event at all, or what
 * an event should say while an entity is logged in.
 */
export type RuleSet = 'definition' | 'envelope' | 'privacy' | 'session';

export type FindingCode =
  | 'missing'
  | 'wrong-type'
  | 'not-in-list'
  | 'out-of-range'
  | 'unknown-field'
  | 'extra-argument'
  | 'contradiction'
  | 'secret';

/** One thing that is wrong or worth knowing about a call or an event: plain data, ready to print. */
export interface Finding {
  readonly ruleSet: RuleSet;
  /** An error makes the event invalid; a notice does not. */
  readonly severity: 'error' | 'notice';
  readonly code: FindingCode;
  /**
   * Of a call: the argument's name first (`['data', 'type']`), or `[index]` for a surplus argument.
   * Of an event as it travels: the path in the event (`['edata', 'type']`, `['context', 'cdata', 0, 'id']`).
   */
  readonly path: JsonPath;
  /** A whole sentence that names what was found and what is allowed. */
  readonly message: string;
  /** The closed list, where there is one. */
  readonly allowed?: readonly string[];
}

export type Verdict =
  | { readonly verdict: 'valid' | 'invalid'; readonly kind: EventKind; readonly findings: readonly Finding[] }
  /** Not one of the 17 kinds: nothing can be said but what it was called. */
  | { readonly verdict: 'unknown'; readonly kind: null; readonly findings: readonly Finding[] };
