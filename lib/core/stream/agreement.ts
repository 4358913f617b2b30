import { type Finding, isError, isOfDocument, isSchemaSet, type RuleSetId } from '#core/telemetry/findings';
import type { JudgedRecord } from './judged-record';

/** Whether an event would be taken, by the document or by one who reads events. */
export interface Opinion {
  /** `definition`, which the envelope is a part of, `ingestion`, or a team's schema. */
  readonly ruleSet: RuleSetId;
  readonly refuses: boolean;
}

type Judged = Pick<JudgedRecord, 'ruleSets' | 'summary'>;

/** Returns what the rule sets that checked a record say of it as a whole. */
export function opinionsOf({ ruleSets, summary }: Judged): readonly Opinion[] {
  const { refusedBy } = summary;
  const opinions: Opinion[] = [];
  if (ruleSets.some(isOfDocument)) opinions.push({ ruleSet: 'definition', refuses: isRefusedByDocument(refusedBy) });
  for (const ruleSet of ruleSets) {
    if (isOfReader(ruleSet)) opinions.push({ ruleSet, refuses: refusedBy.includes(ruleSet) });
  }
  return opinions;
}

/** An error of `hints` is the cause of errors of the document, and stands in their place. */
function isRefusedByDocument(refusedBy: readonly RuleSetId[]): boolean {
  return refusedBy.some((id) => isOfDocument(id) || id === 'hints');
}

/** Whether some would take an event that others would refuse. */
export function isDisagreed(record: Judged): boolean {
  return record.summary.refusedBy.length > 0 && new Set(opinionsOf(record).map(({ refuses }) => refuses)).size > 1;
}

/** Returns the first finding for which one of them would refuse the event, or null. */
export function refusalOf({ findings }: Pick<JudgedRecord, 'findings'>): Finding | null {
  const isRefusal = (finding: Finding) =>
    isError(finding) && (isRefusedByDocument([finding.ruleSet]) || isOfReader(finding.ruleSet));
  return findings.find(isRefusal) ?? null;
}

/**
 * Whether the errors of a rule set are replaced by their cause, an error of `hints`.
 * Those of the envelope are where the name of an event is the cause, those of the definition where its data is.
 */
export function isReplacedByCause(id: RuleSetId, { summary, kind }: Pick<JudgedRecord, 'summary' | 'kind'>): boolean {
  return summary.refusedBy.includes('hints') && id === (kind === null ? 'envelope' : 'definition');
}

/** Whether a rule set is of one who reads events behind the collector. */
export function isOfReader(id: RuleSetId): boolean {
  return id === 'ingestion' || isSchemaSet(id);
}
