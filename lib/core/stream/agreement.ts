import { type Finding, isError, isOfDocument, isSchemaSet, type RuleSetId } from '#core/telemetry/findings';
import type { JudgedRecord } from './judged-record';

/** Whether a rule set accepts or refuses an event. */
export interface Opinion {
  /** `definition` (covers the envelope, too), `ingestion`, or a team's schema. */
  readonly ruleSet: RuleSetId;
  readonly refuses: boolean;
}

type Judged = Pick<JudgedRecord, 'ruleSets' | 'summary'>;

/** Returns whether each rule set that checked a record accepts or refuses it. */
export function opinionsOf({ ruleSets, summary }: Judged): readonly Opinion[] {
  const { refusedBy } = summary;
  const opinions: Opinion[] = [];
  if (ruleSets.some(isOfDocument)) opinions.push({ ruleSet: 'definition', refuses: isRefusedByDocument(refusedBy) });
  for (const ruleSet of ruleSets) {
    if (isOfReader(ruleSet)) opinions.push({ ruleSet, refuses: refusedBy.includes(ruleSet) });
  }
  return opinions;
}

/** Errors of `hints` count as errors of the definition: they replace the errors that they cause. */
function isRefusedByDocument(refusedBy: readonly RuleSetId[]): boolean {
  return refusedBy.some((id) => isOfDocument(id) || id === 'hints');
}

/** Whether some rule sets accept an event that others refuse. */
export function isDisagreed(record: Judged): boolean {
  return record.summary.refusedBy.length > 0 && new Set(opinionsOf(record).map(({ refuses }) => refuses)).size > 1;
}

/** Returns the first finding for which a rule set refuses the event, or null. */
export function refusalOf({ findings }: Pick<JudgedRecord, 'findings'>): Finding | null {
  const isRefusal = (finding: Finding) =>
    isError(finding) && (isRefusedByDocument([finding.ruleSet]) || isOfReader(finding.ruleSet));
  return findings.find(isRefusal) ?? null;
}

/**
 * Whether the errors of a rule set are replaced by their cause, an error of `hints`.
 * A wrong event name causes errors of the envelope, wrong data causes errors of the definition.
 */
export function isReplacedByCause(id: RuleSetId, { summary, kind }: Pick<JudgedRecord, 'summary' | 'kind'>): boolean {
  return summary.refusedBy.includes('hints') && id === (kind === null ? 'envelope' : 'definition');
}

/** Whether a rule set describes a consumer behind the collector: the ingestion, or a team's schema. */
export function isOfReader(id: RuleSetId): boolean {
  return id === 'ingestion' || isSchemaSet(id);
}
