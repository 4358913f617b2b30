import type { JsonPath } from '#core/json/json';
import type { ReasonParams, SESSION_RULE_SET, Severity } from '#core/telemetry/findings';

/** The fields of a SUMMARY that the audit computes itself. */
export const summaryFields = ['starttime', 'endtime', 'timespent', 'pageviews', 'interactions'] as const;
export type SummaryField = (typeof summaryFields)[number];

/** Code of a finding with the parameters of its message. */
export type SessionViolation =
  | { readonly code: 'end-without-start'; readonly params: EndWithoutStartParams }
  | { readonly code: 'start-twice'; readonly params: ReasonParams<'start-twice'> }
  | { readonly code: 'never-ended'; readonly params: ReasonParams<'never-ended'> | ReasonParams<'not-ended-yet'> }
  | { readonly code: 'end-differs'; readonly params: EndDiffersParams }
  | { readonly code: 'wrong-nesting'; readonly params: ReasonParams<'wrong-nesting'> }
  | { readonly code: 'duration-differs'; readonly params: DurationParams }
  | { [Field in SummaryField]: SummaryViolation<`summary-${Field}`> }[SummaryField]
  | { readonly code: 'session-split'; readonly params: ReasonParams<'session-split'> }
  | { readonly code: 'ets-against-calls'; readonly params: ReasonParams<'ets-against-calls'> }
  | { readonly code: 'page-not-impressed'; readonly params: ReasonParams<'page-not-impressed'> };

type EndWithoutStartParams =
  | ReasonParams<'end-without-start'>
  | ReasonParams<'end-again'>
  | ReasonParams<'end-of-own-app'>;
type EndDiffersParams =
  | ReasonParams<'end-differs'>
  | ReasonParams<'end-in-other-case'>
  | ReasonParams<'start-without-type'>;
type DurationParams = { [Reason in DurationReason]: ReasonParams<Reason> }[DurationReason];
type DurationReason = 'duration-differs' | 'duration-milliseconds' | 'duration-epoch';

type SummaryViolation<Code extends `summary-${SummaryField}`> = {
  readonly [Reason in SummaryReason & (Code | `${Code}-${string}`)]: {
    readonly code: Code;
    readonly params: ReasonParams<Reason>;
  };
}[SummaryReason & (Code | `${Code}-${string}`)];

/** The reason of a finding about a field of a SUMMARY. */
export type SummaryReason =
  | `summary-${SummaryField}`
  | 'summary-timespent-minutes'
  | 'summary-pageviews-assess'
  | 'summary-interactions-assess';

/** A finding of the audit, as plain data. It is assignable to {@link Finding}. */
export type SessionFinding = SessionViolation & {
  readonly ruleSet: typeof SESSION_RULE_SET;
  readonly severity: Severity;
  readonly path: JsonPath;
  /** The row that the finding is about, followed by the rows that it refers to. */
  readonly rows: readonly [number, ...number[]];
};

/** Formats the name of a session: `content · play`. */
export function sessionName({ type, mode }: { readonly type: string | null; readonly mode: string }): string {
  return mode === '' ? (type ?? '') : `${type ?? ''} · ${mode}`;
}
