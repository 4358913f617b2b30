import type { TelemetryRecord } from '#core/journey/record';
import type { Finding, RuleSetId, Verdict } from '#core/telemetry/findings';

/** `valid`, `invalid`, or `unknown` for no V3 kind. */
export type VerdictName = Verdict['verdict'];

/**
 * Summary of the findings of a row: enough to count, sort and filter without making them again.
 * Rows with equal summaries share one object.
 */
export interface FindingSummary {
  readonly verdict: VerdictName;
  /** Number of findings that count. */
  readonly findings: number;
  /** About the event itself, not about who is logged in here. */
  readonly errors: number;
  readonly notices: number;
  readonly isAboutOtherActor: boolean;
  readonly ignored: number;
  /** The rule sets with an error about the event itself. */
  readonly refusedBy: readonly RuleSetId[];
  /** The rule sets whose most severe finding is a warning. That of the entity is one of them wherever it finds something. */
  readonly warnedBy: readonly RuleSetId[];
  /** Their codes and rule sets, each once. */
  readonly rules: readonly string[];
}

/** A record with what the rule sets that are on say of it. */
export interface JudgedRecord extends TelemetryRecord {
  readonly observed: TelemetryRecord;
  readonly summary: FindingSummary;
  readonly verdict: VerdictName;
  /** The rule sets that checked it. */
  readonly ruleSets: readonly RuleSetId[];
  readonly findings: readonly Finding[];
  /** Findings that the user ignores: they count nowhere. Absent for none. */
  readonly ignored?: readonly Finding[] | undefined;
  /** The English headline in a list. Empty if there is none. */
  readonly headline: string;
  /** Whether another row has its `mid`. */
  readonly sharesMid: boolean;
  /** What rules over many events find in its row, before the user's policy. They are among `findings`, too. Absent for none. */
  readonly streamFindings?: readonly Finding[];
}

/** A judged record as plain data: what the package and the fixture return. */
export type PlainJudgedRecord = Omit<JudgedRecord, 'observed' | 'summary' | 'ruleSets' | 'streamFindings'>;

/** The record itself, without what was made of it. */
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
 * Returns the same as plain data, with all of its findings.
 *
 * @param whole the record with its long values, where they were read back.
 */
export function toPlainRecord(record: PlainJudgedRecord | JudgedRecord, whole = observedOf(record)): PlainJudgedRecord {
  const { headline, verdict, findings, ignored, sharesMid } = record;
  return { ...whole, headline, verdict, findings, ...(ignored && { ignored }), sharesMid };
}
