import { type Json, type JsonPath, stringAt } from '#core/json/json';
import type { SecretShapeId } from '#core/secrets/secret-shapes';
import { type EventKind, isEventKind, kindOfEid } from './kinds';

/**
 * The rule sets that come with the product, in the order in which they are shown.
 * `definition` is the V3 definition of the kind, `envelope` the event on the wire, `entity` what an event must have while an
 * entity is logged in, `privacy` data that no event may have, `ingestion` what the pipeline behind the collector takes.
 */
export const builtInRuleSetIds = ['definition', 'envelope', 'entity', 'privacy', 'ingestion'] as const;

/** One of {@link builtInRuleSetIds}. */
export type BuiltInRuleSetId = (typeof builtInRuleSetIds)[number];

/** The rule set of a rule of a team: `lib/core/rules/custom-rules.ts`. */
export type CustomRuleSetId = `custom:${string}`;

/** The rule set of a team's JSON Schema. */
type SchemaRuleSetId = `schema:${string}`;

/** The name of a rule set. No place lists them all: a team brings its own. */
export type RuleSetId = BuiltInRuleSetId | CustomRuleSetId | SchemaRuleSetId;

/** Tells the rule sets of a team, each of which is one rule, from those that have codes. */
export function isTeamRuleSet(id: string): boolean {
  return id.includes(':');
}

/** Tells the rule sets that come with the product from a team's. */
export function isBuiltInRuleSet(id: string): id is BuiltInRuleSetId {
  return builtInRuleSetIds.some((known) => known === id);
}

export const SEVERITIES = ['error', 'warning', 'info'] as const;

/** An error makes the event invalid; a warning or an info does not. */
export type Severity = (typeof SEVERITIES)[number];

/** All codes of findings. */
export const findingCodes = [
  'missing',
  'wrong-type',
  'not-in-list',
  'out-of-range',
  'unknown-field',
  'extra-argument',
  'contradiction',
  'secret',
  'custom',
] as const;

/** Names what kind of fault a finding reports; the reasons in its parameters tell the exact case. */
export type FindingCode = (typeof findingCodes)[number];

/** Which sentence says it: `lib/core/report/messages.ts` has one for each. */
export type FindingReason =
  | 'custom'
  | 'unlisted-findings'
  | 'unlisted-errors'
  | 'unlisted-notices'
  | 'not-a-kind'
  | 'not-an-event'
  | 'not-a-call'
  | 'neither-call-nor-event'
  | 'arguments-not-array'
  | 'eid-missing'
  | 'eid-wrong-type'
  | 'missing'
  | 'missing-noted'
  | 'missing-default'
  | 'missing-choice'
  | 'missing-with'
  | 'wrong-type'
  | 'wrong-type-choice'
  | 'null-value'
  | 'not-one-pair'
  | 'not-listed'
  | 'not-listed-for'
  | 'letter-case'
  | 'letter-case-list'
  | 'letter-case-for'
  | 'not-usual'
  | 'empty-string'
  | 'empty-id'
  | 'not-between'
  | 'below-minimum'
  | 'above-maximum'
  | 'below-usual'
  | 'below-usual-noted'
  | 'unlisted-field'
  | 'unlisted-field-case'
  | 'unlisted-field-none'
  | 'extra-argument'
  | 'sdk-options'
  | 'sdk-options-empty'
  | 'position-count'
  | 'score-of-yes'
  | 'score-of-no'
  | 'score-above-maxscore'
  | 'topn-above-size'
  | 'end-before-start'
  | 'timespent-above-span'
  | 'other-actor'
  | 'secret'
  | 'secret-by-name'
  | 'secret-maybe'
  | 'secret-in-key'
  | 'ingestion-eid'
  | 'ingestion-size'
  | 'ingestion-missing'
  | 'ingestion-extra'
  | 'ingestion-type'
  | 'ingestion-small'
  | 'ingestion-list';

/** A part of a sentence about what was found, as the value of a parameter. */
export type FoundReason =
  | 'found-value'
  | 'found-not-finite'
  | 'found-fraction'
  | 'found-too-large'
  | 'found-array'
  | 'found-empty-array'
  | 'found-json-text'
  | 'found-own-json-text'
  | 'found-object'
  | 'found-empty-object'
  | 'found-null'
  | 'found-nothing'
  | 'absent'
  | 'absent-null'
  | 'the-value'
  | SecretShapeId;

/**
 * What fills the places of a sentence.
 * A part of it that is a sentence of its own is an object with its own `reason`.
 */
export type FindingParams = Readonly<Record<string, Json>> & {
  readonly reason: FindingReason;
  /** The closed list, where there is one. */
  readonly allowed?: readonly string[];
};

/** Holds what a finding's message is made from: its reason and the values that the message names. */
export type FoundParams = Readonly<Record<string, Json>> & { readonly reason: FoundReason };

/** One violation or notice about a call or an event: plain data, from which a sentence is made. */
export interface Finding {
  readonly ruleSet: RuleSetId;
  readonly severity: Severity;
  readonly code: FindingCode;
  /**
   * Of a call: the argument's name first (`['data', 'type']`), or `[index]` for a surplus argument.
   * Of an event on the wire: the path in the event (`['edata', 'type']`, `['context', 'cdata', 0, 'id']`).
   */
  readonly path: JsonPath;
  readonly params: FindingParams;
}

/** States whether a call or an event is valid. Notices do not make it invalid. */
export type Verdict =
  | { readonly verdict: 'valid' | 'invalid'; readonly kind: EventKind; readonly findings: readonly Finding[] }
  /** Not one of the 17 kinds: nothing can be said but what it was called. */
  | { readonly verdict: 'unknown'; readonly kind: null; readonly findings: readonly Finding[] };

/** Finds the verdict that findings come to: an error makes a call or an event of a known kind invalid. */
export function toVerdict(kind: EventKind | null, findings: readonly Finding[]): Verdict {
  if (kind === null) return { verdict: 'unknown', kind, findings };
  return { verdict: findings.some(isError) ? 'invalid' : 'valid', kind, findings };
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

/** What a rule set looks at: a call of a telemetry method, or an event on the wire. */
export type Subject =
  | { readonly type: 'call'; readonly method: string; readonly args: readonly Json[] }
  | { readonly type: 'event'; readonly json: Json };

/**
 * One way of looking at calls and events.
 * What it must know beside them is handed to the function that makes it.
 */
export interface RuleSet {
  readonly id: RuleSetId;
  /** Absent where it looks at calls, too. */
  readonly looksAt?: 'events';
  readonly check: (subject: Subject) => readonly Finding[];
}

/** The kind of a call or an event; null where it is none of the 17. */
export function kindOfSubject(subject: Subject): EventKind | null {
  if (subject.type === 'call') return isEventKind(subject.method) ? subject.method : null;
  const eid = stringAt(subject.json, ['eid']);
  return eid === null ? null : kindOfEid(eid);
}
