import { type Json, type JsonPath, stringAt } from '#core/json/json';
import type { PartPlaceholders, SentencePlaceholders } from '#i18n/finding-placeholders';
import { type EventKind, isEventKind, kindOfEid } from './kinds';

/**
 * The built-in rule sets, in the order in which they are shown.
 * `definition`: the V3 definition of the kind. `envelope`: the event on the wire. `entity`: the actor while an entity
 * is logged in. `privacy`: data that no event may have. `ingestion`: requirements of the pipeline behind the collector.
 * `hints`: values that are probably mistakes.
 */
export const builtInRuleSetIds = ['definition', 'envelope', 'entity', 'privacy', 'ingestion', 'hints'] as const;

/** One of {@link builtInRuleSetIds}. */
export type BuiltInRuleSetId = (typeof builtInRuleSetIds)[number];

/** The rule set of a rule of a team: `lib/core/rules/custom-rules.ts`. */
export type CustomRuleSetId = `custom:${string}`;

/** The rule set of a team's JSON Schema. */
type SchemaRuleSetId = `schema:${string}`;

/** The rule set of findings over many events: `lib/core/stream/stream-rule.ts`. */
export const STREAM_RULE_SET = 'stream';

/** The rule set of the audit of user sessions: `lib/core/stream/user-session-rule.ts`. */
export const SESSION_RULE_SET = 'user-session';

/** The rule sets of rules over many events. */
export type StreamRuleSetId = typeof STREAM_RULE_SET | typeof SESSION_RULE_SET;

/** The name of a rule set, which may be one of a team. */
export type RuleSetId = BuiltInRuleSetId | StreamRuleSetId | CustomRuleSetId | SchemaRuleSetId;

/** Whether a rule set belongs to a team. */
export function isTeamRuleSet(id: string): boolean {
  return id.includes(':');
}

/** Whether a rule set is a custom rule of a team, which has no codes. */
export function isCustomRuleSet(id: string): boolean {
  return id.startsWith('custom:');
}

/** Whether a rule set is a JSON Schema of a team. */
export function isSchemaSet(id: string): boolean {
  return id.startsWith('schema:');
}

/** Whether a rule set belongs to the definition document. */
export function isOfDocument(id: string): boolean {
  return id === 'definition' || id === 'envelope';
}

/** Whether a rule set is built in. */
export function isBuiltInRuleSet(id: string): id is BuiltInRuleSetId {
  return builtInRuleSetIds.some((other) => other === id);
}

/** Returns rule sets in the order in which they are shown: built-in ones, then those of a team. */
export function sortForDisplay(ids: readonly RuleSetId[]): readonly RuleSetId[] {
  const builtIn = builtInRuleSetIds.filter((id) => ids.includes(id));
  return [...builtIn, ...ids.filter((id) => !isBuiltInRuleSet(id))];
}

/** All severities, the most severe first. */
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
  'rejected-body',
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

/** The category of a finding. The reasons in its parameters are more exact. */
export type FindingCode = (typeof findingCodes)[number] | SessionFindingCode;

/** Codes of findings over many events. */
export type StreamFindingCode = 'duplicate-mid' | 'leaked-options' | 'lost';

/** Key of the sentence in `findings.sentence` of `locales/findings`. */
export type FindingReason = keyof SentencePlaceholders;

/** A part of a sentence as the value of a parameter: a message of `findings.part` in `locales`. */
type FoundReason = Exclude<keyof PartPlaceholders, 'argument'>;

type Parameters = Readonly<Record<string, Json>>;

/** The values of the placeholders of a message, without the path, which comes from the finding. */
type PlaceholderValues<Names extends string> = { readonly [Name in Exclude<Names, 'path'>]: PlaceholderValue<Name> };

type PlaceholderValue<Name extends string> = Name extends keyof TypedPlaceholders
  ? TypedPlaceholders[Name]
  : string | number;

interface TypedPlaceholders {
  readonly absent: FoundParams;
  readonly allowed: readonly string[];
  readonly listed: readonly string[];
  readonly shape: FoundParams;
  readonly found: FoundParams | string | number;
  readonly field: FoundParams | string;
  readonly keys: readonly string[] | number;
  readonly value: string | number | boolean;
}

/**
 * Parameters of a sentence, which may exceed its placeholders.
 * A part that is a sentence itself is an object with its own `reason`.
 */
export type FindingParams = Parameters & {
  /** The closed list of values, if any. */
  readonly allowed?: readonly string[];
} & { [Reason in FindingReason]: ReasonParams<Reason> }[FindingReason];

/** The reason of a sentence, with the values of its placeholders. */
export type ReasonParams<Reason extends FindingReason> = { readonly reason: Reason } & PlaceholderValues<
  SentencePlaceholders[Reason]
>;

/** Parameters of a part of a finding's sentence: its reason and its values. */
export type FoundParams = Parameters &
  { [Reason in FoundReason]: { readonly reason: Reason } & PlaceholderValues<PartPlaceholders[Reason]> }[FoundReason];

/** One violation or notice about a call or an event. Plain data, which the UI formats as a sentence. */
export interface Finding {
  readonly ruleSet: RuleSetId;
  readonly severity: Severity;
  readonly code: FindingCode;
  /**
   * In a call, the argument's name first (`['data', 'type']`), or `[index]` for an extra argument.
   * In an event on the wire, the path in the event (`['edata', 'type']`, `['context', 'cdata', 0, 'id']`).
   */
  readonly path: JsonPath;
  readonly params: FindingParams;
  /** Set by rules over many events: the row of the finding, then the rows to which it refers. */
  readonly rows?: readonly [number, ...number[]];
}

/** The verdict on a call or an event. Notices do not make it invalid. */
export type Verdict =
  | { readonly verdict: 'valid' | 'invalid'; readonly kind: EventKind; readonly findings: readonly Finding[] }
  /** The call or event is of no V3 kind, so only its name can be checked. */
  | { readonly verdict: 'unknown'; readonly kind: null; readonly findings: readonly Finding[] };

/** Returns the verdict for findings. An error makes a call or an event of a known kind invalid. */
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
      /** Time of receipt in epoch milliseconds. Absent if unknown or only in the event itself. */
      readonly receivedAt?: number;
    };

/**
 * A set of rules for calls and events.
 * Its other inputs are parameters of the function that creates it.
 */
export interface RuleSet {
  readonly id: RuleSetId;
  /** Absent if the rule set checks calls, too. */
  readonly scope?: 'events';
  /** Whether the rule set has rules for an event. Absent if it has rules for every event. */
  readonly isFor?: (event: Json) => boolean;
  readonly check: (subject: Subject) => readonly Finding[];
  /** Joins its findings with those of the preceding rule sets. By default, they are appended. */
  readonly join?: (preceding: readonly Finding[], findings: readonly Finding[]) => readonly Finding[];
}

/** Returns the rule sets that apply to an event, or to calls if `event` is undefined. */
export function applicableRuleSets(ruleSets: readonly RuleSet[], event: Json | undefined): readonly RuleSet[] {
  if (event === undefined) return ruleSets.filter(({ scope }) => scope !== 'events');
  if (ruleSets.every(({ isFor }) => isFor === undefined)) return ruleSets;
  return ruleSets.filter(({ isFor }) => isFor === undefined || isFor(event));
}

/** Joins the findings of preceding rule sets with the findings of another rule set. */
export function joinFindings(
  preceding: readonly Finding[],
  findings: readonly Finding[],
  { join }: Pick<RuleSet, 'join'>,
): readonly Finding[] {
  if (findings.length === 0) return preceding;
  if (preceding.length === 0) return findings;
  return join === undefined ? [...preceding, ...findings] : join(preceding, findings);
}

/** Returns the kind of a call or an event, or null if it isn't a V3 kind. */
export function kindOfSubject(subject: Subject): EventKind | null {
  if (subject.type === 'call') return isEventKind(subject.method) ? subject.method : null;
  const eid = stringAt(subject.json, ['eid']);
  return eid === null ? null : kindOfEid(eid);
}
