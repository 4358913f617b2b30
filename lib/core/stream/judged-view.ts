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

/** The findings of a record after the user's policy, and all findings before it. */
export interface JudgedFindings extends SettledFindings {
  /** All findings of the rule sets, before the user's severities and ignore rules are applied. */
  readonly all: readonly Finding[];
}

/** Functions that a view calls when its findings are read. */
export interface FindingSource {
  /** Identifies the rule sets: sources with the same function have the same findings. */
  readonly ruleSetsFor?: (record: TelemetryRecord) => readonly RuleSet[];
  readonly policy?: FindingPolicy;
  /** Whether the policy omits findings. Then a row without findings may have some with another policy. */
  readonly isOmitting?: boolean;
  /** The findings of a record, if they are cached. */
  readonly cachedFindingsOf?: (record: TelemetryRecord) => JudgedFindings | undefined;
  ruleSetsOf(record: TelemetryRecord): readonly RuleSetId[];
  /** @param streamFindings findings of rules over many events, which are part of the result. */
  findingsOf(record: TelemetryRecord, streamFindings: readonly Finding[]): JudgedFindings;
  headlineOf(record: TelemetryRecord): string;
}

/** The empty list that rows without findings share, because these lists are compared by identity. */
export const NO_FINDINGS: readonly Finding[] = [];

/**
 * A judged record that stores no findings. Reading a finding runs the rules.
 * A view is small, because a list has 100,000 of them. Spread `observed`: a spread of the view has no fields of the
 * record.
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
  get rejected() {
    return this.observed.rejected as NonNullable<TelemetryRecord['rejected']>;
  }
  get secrets() {
    return this.observed.secrets as NonNullable<TelemetryRecord['secrets']>;
  }

  toJSON(): PlainJudgedRecord {
    return toPlainRecord(this);
  }
}

const recordsWithPendingTest = new WeakSet<TelemetryRecord>();

/** Whether findings of a record depend on a background test that has not finished. */
export function isTestPending(record: TelemetryRecord): boolean {
  return recordsWithPendingTest.has(record);
}

/** Sets whether findings of a record depend on a background test that has not finished. */
export function setTestPending(record: TelemetryRecord, isPending: boolean): void {
  if (isPending) recordsWithPendingTest.add(record);
  else recordsWithPendingTest.delete(record);
}

/** Returns all findings of a record, before the user's policy is applied. */
export function allFindingsOf(judged: JudgedRecord): readonly Finding[] {
  if (judged instanceof JudgedView) return judged.source.findingsOf(judged.observed, judged.streamFindings).all;
  return [...judged.findings, ...(judged.ignored ?? [])];
}
