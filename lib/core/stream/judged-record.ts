import type { TelemetryRecord } from '#core/journey/record';
import type { Finding, RuleSetId, Verdict } from '#core/telemetry/findings';

/** `valid`, `invalid`, or `unknown` if the event has no V3 kind. */
export type VerdictName = Verdict['verdict'];

/**
 * Summary of the findings of a row, for counts, sorting and filters without running the rules again.
 * Rows with equal summaries share one object.
 */
export interface FindingSummary {
  readonly verdict: VerdictName;
  /** Number of findings that are not ignored. */
  readonly findings: number;
  /** Number of errors about the event itself, not about the logged-in user. */
  readonly errors: number;
  readonly notices: number;
  readonly isAboutOtherActor: boolean;
  readonly ignored: number;
  /** The rule sets with an error about the event itself. */
  readonly ruleSetsWithErrors: readonly RuleSetId[];
  /** The rule sets whose most severe finding is a warning, and the `entity` rule set if it has any finding. */
  readonly ruleSetsWithWarnings: readonly RuleSetId[];
  /** The codes and rule sets of the findings, without duplicates. */
  readonly rules: readonly string[];
}

/** A record with its verdict and findings by the active rule sets. */
export interface JudgedRecord extends TelemetryRecord {
  readonly observed: TelemetryRecord;
  readonly summary: FindingSummary;
  readonly verdict: VerdictName;
  /** The rule sets that checked the record. */
  readonly ruleSets: readonly RuleSetId[];
  readonly findings: readonly Finding[];
  /** Findings that the user ignores, which `findings` omits. Absent if there are none. */
  readonly ignored?: readonly Finding[] | undefined;
  /** The English headline in a list. Empty if there is none. */
  readonly headline: string;
  /** Whether another row has its `mid`. */
  readonly sharesMid: boolean;
  /** Findings of rules over many events, before the user's policy; also part of `findings`. Absent for none. */
  readonly streamFindings?: readonly Finding[];
}

/** A judged record as plain data, as the npm package and the Playwright fixture return it. */
export type PlainJudgedRecord = Omit<JudgedRecord, 'observed' | 'summary' | 'ruleSets' | 'streamFindings'>;

/** Returns the record without its verdict and findings. */
export function observedOf(record: TelemetryRecord | PlainJudgedRecord | JudgedRecord): TelemetryRecord {
  if ('observed' in record) return record.observed;
  if (!('verdict' in record)) return record;
  const {
    verdict: _,
    findings: _findings,
    ignored: _ignored,
    headline: _headline,
    sharesMid: _mid,
    ...observed
  } = record;
  return observed;
}

/**
 * Returns a judged record as plain data, with all of its findings.
 *
 * @param whole the record with its long values, if they were restored.
 */
export function toPlainRecord(record: PlainJudgedRecord | JudgedRecord, whole = observedOf(record)): PlainJudgedRecord {
  const { headline, verdict, findings, ignored, sharesMid } = record;
  return { ...whole, headline, verdict, findings, ...(ignored && { ignored }), sharesMid };
}
