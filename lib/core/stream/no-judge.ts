import type { TelemetryRecord } from '#core/journey/record';
import type { FindingSummary, JudgedRecord } from './judged-record';
import { type FindingSource, type JudgedFindings, JudgedView } from './judged-view';
import { summarizeFindings } from './summarize-findings';

/** Says what the rule sets that are on say of records. */
export interface Judge {
  /**
   * Judges a record. `before` is the state of its row that is replaced: it is judged anew only if what the rules look at
   * has changed. Returns `before` itself where nothing at all has.
   */
  judge(record: TelemetryRecord, sharesMid: boolean, before?: JudgedRecord | null): JudgedRecord;
}

const NOT_JUDGED: FindingSummary = { ...summarizeFindings(null, []), rules: [] };
const NOTHING_FOUND: JudgedFindings = { findings: [], muted: [] };
const noSource: FindingSource = { ruleSetsOf: () => [], findingsOf: () => NOTHING_FOUND, headlineOf: () => '' };

/** Whether a judge has seen the record. */
export function isJudged({ summary }: JudgedRecord): boolean {
  return summary !== NOT_JUDGED;
}

/** Judges nothing, for as long as the rules are not loaded. What is judged already stays as it is. */
export const noJudge: Judge = {
  judge: (record: TelemetryRecord | JudgedRecord, sharesMid) =>
    'observed' in record ? record : new JudgedView(record, NOT_JUDGED, sharesMid, noSource),
};

/** The same judgement of a record whose long values were read back, or shortened. */
export function withValues(judged: JudgedRecord, record: TelemetryRecord): JudgedRecord {
  const { ruleSets, findings, muted = [], headline } = judged;
  const source = { ruleSetsOf: () => ruleSets, findingsOf: () => ({ findings, muted }), headlineOf: () => headline };
  return new JudgedView(record, judged.summary, judged.sharesMid, source);
}
