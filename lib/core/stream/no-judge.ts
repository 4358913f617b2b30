import type { TelemetryRecord } from '#core/journey/record';
import type { Finding } from '#core/telemetry/findings';
import type { FindingSummary, JudgedRecord } from './judged-record';
import {
  allFindingsOf,
  type FindingSource,
  isTestPending,
  type JudgedFindings,
  JudgedView,
  setTestPending,
} from './judged-view';
import { summarizeFindings } from './summarize-findings';
import type { WaitingList } from './waiting-rows';

/** Applies the active rule sets to records. */
export interface Judge {
  /** How long the pipeline remembers a `mid`. If unset, the list keeps its current value. */
  readonly duplicateWindowMs?: number;
  /** Notifies when waiting records can be judged again. Unset if no record ever waits. */
  readonly onOutcomes?: (listener: () => void) => () => void;
  /** Judges the waiting records of a list as soon as their tests have finished. Returns a cancel function. */
  readonly judgeWaitingRecords?: (list: WaitingList) => () => void;
  /**
   * Judges a record. `before` is the earlier state of its row.
   * Runs the rules only if a value that they read has changed. Returns `before` itself if nothing has changed.
   *
   * @param streamFindings findings of rules over many events. By default, the stream findings of `before`.
   */
  judge(
    record: TelemetryRecord,
    sharesMid: boolean,
    before?: JudgedRecord | null,
    streamFindings?: readonly Finding[],
  ): JudgedRecord;
}

const NOT_JUDGED: FindingSummary = { ...summarizeFindings(null, []), rules: [] };
const NOTHING_FOUND: JudgedFindings = { all: [], findings: [], ignored: [] };
const noSource: FindingSource = { ruleSetsOf: () => [], findingsOf: () => NOTHING_FOUND, headlineOf: () => '' };

/** Whether a judge other than {@link noJudge} has judged the record. */
export function isJudged({ summary }: JudgedRecord): boolean {
  return summary !== NOT_JUDGED;
}

/** Judges nothing while the rules are not loaded. Existing verdicts are unchanged. */
export const noJudge: Judge = {
  judge: (record: TelemetryRecord | JudgedRecord, sharesMid) =>
    'observed' in record ? record : new JudgedView(record, NOT_JUDGED, sharesMid, noSource),
};

/** Returns the same verdict and findings for a record whose long values were restored or truncated. */
export function withValues(judged: JudgedRecord, record: TelemetryRecord): JudgedRecord {
  const { ruleSets, findings, ignored = [], headline } = judged;
  const judgedFindings = { all: allFindingsOf(judged), findings, ignored };
  const source = { ruleSetsOf: () => ruleSets, findingsOf: () => judgedFindings, headlineOf: () => headline };
  setTestPending(record, isTestPending(judged.observed));
  return new JudgedView(record, judged.summary, judged.sharesMid, source, judged.streamFindings);
}
