import type { TelemetryRecord } from '#core/journey/record';
import type { Finding } from '#core/telemetry/findings';
import type { FindingSummary, JudgedRecord } from './judged-record';
import {
  allFindingsOf,
  type FindingSource,
  isWaiting,
  type JudgedFindings,
  JudgedView,
  setWaiting,
} from './judged-view';
import { summarizeFindings } from './summarize-findings';
import type { WaitingList } from './waiting-rows';

/** Says what the rule sets that are on say of records. */
export interface Judge {
  /** For how long the pipeline remembers a `mid`, in milliseconds. Unset: as before. */
  readonly duplicateWindowMs?: number;
  /** Notifies when records that wait can be judged again. Returns an unsubscribe function. Unset: none ever waits. */
  readonly onOutcomes?: (listener: () => void) => () => void;
  /** Judges the records of a list that wait, whenever they can be judged. Returns a function that stops it. */
  readonly followOutcomes?: (list: WaitingList) => () => void;
  /**
   * Judges a record. `before` is the replaced state of its row: it is judged again only if a value that the rules read
   * has changed.
   * Returns `before` itself if nothing has.
   *
   * @param streamFindings what rules over many events find in the row: those of `before` by default.
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

/** Whether a judge has seen the record. */
export function isJudged({ summary }: JudgedRecord): boolean {
  return summary !== NOT_JUDGED;
}

/** Judges nothing while the rules are not loaded. Existing verdicts are unchanged. */
export const noJudge: Judge = {
  judge: (record: TelemetryRecord | JudgedRecord, sharesMid) =>
    'observed' in record ? record : new JudgedView(record, NOT_JUDGED, sharesMid, noSource),
};

/** The same judgement of a record whose long values were read back, or shortened. */
export function withValues(judged: JudgedRecord, record: TelemetryRecord): JudgedRecord {
  const { ruleSets, findings, ignored = [], headline } = judged;
  const found = { all: allFindingsOf(judged), findings, ignored };
  const source = { ruleSetsOf: () => ruleSets, findingsOf: () => found, headlineOf: () => headline };
  setWaiting(record, isWaiting(judged.observed));
  return new JudgedView(record, judged.summary, judged.sharesMid, source, judged.streamFindings);
}
