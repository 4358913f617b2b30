import { type Json, type JsonPath, stringAt } from '#core/json/json';
import type { PartPlaces, SentencePlaces } from '#i18n/finding-places';
import { type EventKind, isEventKind, kindOfEid } from './kinds';

/**
 * The rule sets that come with the product, in the order in which they are shown.
 * `definition` is the V3 definition of the kind, `envelope` the event on the wire, `entity` what an event must have while an
 * entity is logged in, `privacy` data that no event may have, `ingestion` what the pipeline behind the collector takes,
 * `hints` values that cannot be meant.
 */
export const builtInRuleSetIds = ['definition', 'envelope', 'entity', 'privacy', 'ingestion', 'hints'] as const;

/** One of {@link builtInRuleSetIds}. */
export type BuiltInRuleSetId = (typeof builtInRuleSetIds)[number];

/** The rule set of a rule of a team: `lib/core/rules/custom-rules.ts`. */
export type CustomRuleSetId = `custom:${string}`;

/** The rule set of a team's JSON Schema. */
type SchemaRuleSetId = `schema:${string}`;

/** The rule set of what only many events show: `lib/core/stream/stream-rule.ts`. */
export const STREAM_RULE_SET = 'stream';

/** The rule set of the audit of user sessions: `lib/core/stream/user-session-rule.ts`. */
export const SESSION_RULE_SET = 'user-session';

/** The rule sets of rules over many events. */
export type StreamRuleSetId = typeof STREAM_RULE_SET | typeof SESSION_RULE_SET;

/** The name of a rule set. Nothing lists them all: a team brings its own. */
export type RuleSetId = BuiltInRuleSetId | StreamRuleSetId | CustomRuleSetId | SchemaRuleSetId;

/** Tells the rule sets of a team from those that come with the product. */
export function isTeamRuleSet(id: string): boolean {
  return id.includes(':');
}

/** Tells the rules of a team, each of which is a rule set without codes. */
export function isCustomRuleSet(id: string): boolean {
  return id.startsWith('custom:');
}

/** Tells a team's JSON Schemas. */
export function isSchemaSet(id: string): boolean {
  return id.startsWith('schema:');
}

/** Whether a rule set is of the document, which speaks of calls and of events on the wire. */
export function isOfDocument(id: string): boolean {
  return id === 'definition' || id === 'envelope';
}

/** Tells the rule sets that come with the product from a team's. */
export function isBuiltInRuleSet(id: string): id is BuiltInRuleSetId {
  return builtInRuleSetIds.some((known) => known === id);
}

/** Returns rule sets in the order in which they are shown: a team's after those of the product. */
export function inShownOrder(ids: readonly RuleSetId[]): readonly RuleSetId[] {
  const own = builtInRuleSetIds.filter((id) => ids.includes(id));
  return [...own, ...ids.filter((id) => !isBuiltInRuleSet(id))];
}

/** All severities, the worst first. */
export const SEVERITIES = ['error', 'warning', 'info'] as const;

/** An error makes the event invalid; a warning or an info does not. */
export type Severity = (typeof SEVERITIES)[number];

/** Codes of findings in one call or event. */
export const findingCodes = [
  'missing',
  'wrong-type',
  'not-in-list',
  'out-of-range',
  'unknown-field',
  'extra-argument',
  'contradiction',
  'secret',
  'wrong-unit',
  'event-age',
  'placeholder',
  'misplaced-value',
  'empty-object',
  'json-as-text',
  'wrapped',
  'earlier-version',
  'personal-data',
  'refused-body',
  'custom',
] as const;

/** Codes of findings in user sessions: `lib/core/user-sessions/session-finding.ts`. */
export const sessionFindingCodes = [
  'end-without-start',
  'start-twice',
  'never-ended',
  'end-differs',
  'wrong-nesting',
  'duration-differs',
  'summary-starttime',
  'summary-endtime',
  'summary-timespent',
  'summary-pageviews',
  'summary-interactions',
  'session-split',
  'ets-against-calls',
  'page-not-impressed',
] as const;

/** A rule of the audit of user sessions. */
export type SessionFindingCode = (typeof sessionFindingCodes)[number];

/** The kind of fault of a finding; the reasons in its parameters are more exact. */
export type FindingCode = (typeof findingCodes)[number] | SessionFindingCode;

/** Names what a rule over many events reports. */
export type StreamFindingCode = 'duplicate-mid' | 'leaked-options' | 'lost';

/** Key of the sentence in `findings.sentence` of `locales/findings`. */
export type FindingReason = keyof SentencePlaces;

/** A part of a sentence, as the value of a parameter: the messages `findings.part` in `locales/findings`. */
type FoundReason = Exclude<keyof PartPlaces, 'argument'>;

type Parameters = Readonly<Record<string, Json>>;

/** The values of the places of a message. The path of the finding fills its own place. */
type PlaceValues<Places extends string> = { readonly [Place in Exclude<Places, 'path'>]: PlaceValue<Place> };

type PlaceValue<Place extends string> = Place extends keyof ValuesOfPlaces ? ValuesOfPlaces[Place] : string | number;

interface ValuesOfPlaces {
  readonly absent: FoundParams;
  readonly allowed: readonly string[];
  readonly listed: readonly string[];
  readonly shape: FoundParams;
  readonly found: FoundParams | string | number;
  readonly place: FoundParams | string;
  readonly keys: readonly string[] | number;
  readonly value: string | number | boolean;
}

/**
 * Parameters of a sentence; there may be more than the sentence has placeholders.
 * A part that is a sentence itself is an object with its own `reason`.
 */
export type FindingParams = Parameters & {
  /** The closed list, where there is one. */
  readonly allowed?: readonly string[];
} & { [Reason in FindingReason]: ReasonParams<Reason> }[FindingReason];

/** The reason of a sentence, and what fills its places. */
export type ReasonParams<Reason extends FindingReason> = { readonly reason: Reason } & PlaceValues<
  SentencePlaces[Reason]
>;

/** Holds what a part of a finding's message is made from: its reason and the values that it names. */
export type FoundParams = Parameters &
  { [Reason in FoundReason]: { readonly reason: Reason } & PlaceValues<PartPlaces[Reason]> }[FoundReason];

/** One violation or notice about a call or an event: plain data, from which a sentence is made. */
export interface Finding {
  readonly ruleSet: RuleSetId;
  readonly severity: Severity;
  readonly code: FindingCode;
  /**
   * In a call, the argument's name first (`['data', 'type']`), or `[index]` for a surplus argument.
   * In an event on the wire, the path in the event (`['edata', 'type']`, `['context', 'cdata', 0, 'id']`).
   */
  readonly path: JsonPath;
  readonly params: FindingParams;
  /** Only of a rule over many events: first the row that the finding is about, then those that it refers to. */
  readonly rows?: readonly [number, ...number[]];
}

/** States whether a call or an event is valid. Notices do not make it invalid. */
export type Verdict =
  | { readonly verdict: 'valid' | 'invalid'; readonly kind: EventKind; readonly findings: readonly Finding[] }
  /** No V3 kind, so that only its name can be checked. */
  | { readonly verdict: 'unknown'; readonly kind: null; readonly findings: readonly Finding[] };

/** Finds the verdict that findings come to: an error makes a call or an event of a known kind invalid. */
export function toVerdict(kind: EventKind | null, findings: readonly Finding[]): Verdict {
  if (kind === null) return { verdict: 'unknown', kind, findings };
  return { verdict: findings.some(isError) ? 'invalid' : 'valid', kind, findings };
}

/** Whether a finding makes an event invalid. */
export function isError({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'error';
}

/** The subject of a rule set: a call of a telemetry method, or an event on the wire. */
export type Subject =
  | { readonly type: 'call'; readonly method: string; readonly args: readonly Json[] }
  | {
      readonly type: 'event';
      readonly json: Json;
      /** When it was received, milliseconds since 1970. Absent if that is not known, or only the event itself says so. */
      readonly receivedAt?: number;
    };

/**
 * One way of looking at calls and events.
 * What it must know beside them is handed to the function that makes it.
 */
export interface RuleSet {
  readonly id: RuleSetId;
  /** Absent if it checks calls, too. */
  readonly looksAt?: 'events';
  /** Whether it has rules for an event. Absent if it has some for each. */
  readonly isFor?: (event: Json) => boolean;
  readonly check: (subject: Subject) => readonly Finding[];
  /** Joins what it found with the findings of the rule sets before it. They are appended by default. */
  readonly join?: (before: readonly Finding[], found: readonly Finding[]) => readonly Finding[];
}

/** Returns the rule sets that look at a call, where there is no event, or that have rules for an event. */
export function ruleSetsLookingAt(ruleSets: readonly RuleSet[], event: Json | undefined): readonly RuleSet[] {
  if (event === undefined) return ruleSets.filter(({ looksAt }) => looksAt !== 'events');
  if (ruleSets.every(({ isFor }) => isFor === undefined)) return ruleSets;
  return ruleSets.filter(({ isFor }) => isFor === undefined || isFor(event));
}

/** Returns the findings of several rule sets with those of one more. */
export function joinFindings(
  before: readonly Finding[],
  found: readonly Finding[],
  { join }: Pick<RuleSet, 'join'>,
): readonly Finding[] {
  if (found.length === 0) return before;
  if (before.length === 0) return found;
  return join === undefined ? [...before, ...found] : join(before, found);
}

/** The kind of a call or an event; null where it is no V3 kind. */
export function kindOfSubject(subject: Subject): EventKind | null {
  if (subject.type === 'call') return isEventKind(subject.method) ? subject.method : null;
  const eid = stringAt(subject.json, ['eid']);
  return eid === null ? null : kindOfEid(eid);
}
