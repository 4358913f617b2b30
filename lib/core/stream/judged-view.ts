import type { TelemetryRecord } from '#core/journey/record';
import type { FindingPolicy } from '#core/report/finding-policy';
import type { SettledFindings } from '#core/report/settle-findings';
import type { Finding, RuleSet, RuleSetId } from '#core/telemetry/findings';
import {
  type FindingSummary,
  type JudgedRecord,
  type PlainJudgedRecord,
  toPlainRecord,
  type VerdictName,
} from './judged-record';

/** The findings of a record: those that count, and those that the user ignores. */
export interface JudgedFindings extends SettledFindings {
  /** What the rule sets found, without the user's severities and ignore rules. */
  readonly all: readonly Finding[];
}

/** Functions that a view calls when its findings are read. */
export interface FindingSource {
  /** Identifies the rule sets: findings of one source are those of another with the same. */
  readonly ruleSetsFor?: (record: TelemetryRecord) => readonly RuleSet[];
  readonly policy?: FindingPolicy;
  /** Whether the policy omits findings, so that a row without any may have some by another policy. */
  readonly isOmitting?: boolean;
  /** The findings of a record, if they are cached. */
  readonly cachedFindingsOf?: (record: TelemetryRecord) => JudgedFindings | undefined;
  ruleSetsOf(record: TelemetryRecord): readonly RuleSetId[];
  /** @param streamFindings are among those that are returned. */
  findingsOf(record: TelemetryRecord, streamFindings: readonly Finding[]): JudgedFindings;
  headlineOf(record: TelemetryRecord): string;
}

/** Nothing was found. The same list for all rows: lists of stream findings are compared by identity. */
export const NO_FINDINGS: readonly Finding[] = [];

/**
 * A judged record that holds no findings: they are made when they are read.
 * It is small, as a list has 100,000 of them. A spread of it has no field of the record: spread `observed`.
 */
export class JudgedView implements JudgedRecord {
  readonly observed: TelemetryRecord;
  readonly summary: FindingSummary;
  readonly sharesMid: boolean;
  readonly source: FindingSource;
  readonly streamFindings: readonly Finding[];

  constructor(
    observed: TelemetryRecord,
    summary: FindingSummary,
    sharesMid: boolean,
    source: FindingSource,
    streamFindings: readonly Finding[] = NO_FINDINGS,
  ) {
    this.observed = observed;
    this.summary = summary;
    this.sharesMid = sharesMid;
    this.source = source;
    this.streamFindings = streamFindings;
  }

  get verdict(): VerdictName {
    return this.summary.verdict;
  }
  get ruleSets(): readonly RuleSetId[] {
    return this.source.ruleSetsOf(this.observed);
  }
  get findings(): readonly Finding[] {
    return this.source.findingsOf(this.observed, this.streamFindings).findings;
  }
  get ignored(): readonly Finding[] | undefined {
    if (this.summary.ignored === 0) return undefined;
    return this.source.findingsOf(this.observed, this.streamFindings).ignored;
  }
  get headline(): string {
    return this.source.headlineOf(this.observed);
  }

  get row() {
    return this.observed.row;
  }
  get kind() {
    return this.observed.kind;
  }
  get name() {
    return this.observed.name;
  }
  get at() {
    return this.observed.at;
  }
  get frame() {
    return this.observed.frame;
  }
  get documentKey() {
    return this.observed.documentKey;
  }
  get sdk() {
    return this.observed.sdk;
  }
  get firedBy() {
    return this.observed.firedBy;
  }
  get call() {
    return this.observed.call;
  }
  get event() {
    return this.observed.event;
  }
  get requests() {
    return this.observed.requests;
  }
  get changes() {
    return this.observed.changes;
  }
  get lost() {
    return this.observed.lost;
  }
  get omitted() {
    return this.observed.omitted as NonNullable<TelemetryRecord['omitted']>;
  }
  get longValues() {
    return this.observed.longValues as NonNullable<TelemetryRecord['longValues']>;
  }
  get unobserved() {
    return this.observed.unobserved as true;
  }
  get lossReason() {
    return this.observed.lossReason as NonNullable<TelemetryRecord['lossReason']>;
  }
  get sender() {
    return this.observed.sender as NonNullable<TelemetryRecord['sender']>;
  }
  get refused() {
    return this.observed.refused as NonNullable<TelemetryRecord['refused']>;
  }
  get secrets() {
    return this.observed.secrets as NonNullable<TelemetryRecord['secrets']>;
  }

  toJSON(): PlainJudgedRecord {
    return toPlainRecord(this);
  }
}

const waiting = new WeakSet<TelemetryRecord>();

/** Whether a rule set has yet to say something of a record: it waits for an outcome. */
export function isWaiting(record: TelemetryRecord): boolean {
  return waiting.has(record);
}

/** Sets whether a rule set waits for an outcome that a record's findings depend on. */
export function setWaiting(record: TelemetryRecord, isSo: boolean): void {
  if (isSo) waiting.add(record);
  else waiting.delete(record);
}

/** What was found in a record, before the user's policy. */
export function allFindingsOf(judged: JudgedRecord): readonly Finding[] {
  if (judged instanceof JudgedView) return judged.source.findingsOf(judged.observed, judged.streamFindings).all;
  return [...judged.findings, ...(judged.ignored ?? [])];
}
