import { type Finding, isError, isOfDocument, isSchemaSet, type RuleSetId } from '#core/telemetry/findings';
import type { JudgedRecord } from './judged-record';

/** Whether a rule set finds errors in an event. */
export interface Opinion {
  /** `definition` (covers the envelope, too), `ingestion`, or a team's schema. */
  readonly ruleSet: RuleSetId;
  readonly findsErrors: boolean;
}

type RecordSummary = Pick<JudgedRecord, 'ruleSets' | 'summary'>;

/** Returns whether each rule set that checked a record found errors. */
export function opinionsOf({ ruleSets, summary }: RecordSummary): readonly Opinion[] {
  const { ruleSetsWithErrors } = summary;
  const opinions: Opinion[] = [];
  if (ruleSets.some(isOfDocument))
    opinions.push({ ruleSet: 'definition', findsErrors: ruleSetsWithErrors.some(isDefinitionRuleSet) });
  for (const ruleSet of ruleSets) {
    if (isConsumerRuleSet(ruleSet)) opinions.push({ ruleSet, findsErrors: ruleSetsWithErrors.includes(ruleSet) });
  }
  return opinions;
}

/** Errors of `hints` count as errors of the definition, because they replace the errors that they cause. */
function isDefinitionRuleSet(id: RuleSetId): boolean {
  return isOfDocument(id) || id === 'hints';
}

/** Whether some rule sets accept an event in which others find errors. */
export function isDisagreed(record: RecordSummary): boolean {
  return (
    record.summary.ruleSetsWithErrors.length > 0 &&
    new Set(opinionsOf(record).map(({ findsErrors }) => findsErrors)).size > 1
  );
}

/** Returns the first error of a rule set whose opinion counts, or null. */
export function firstErrorOf({ findings }: Pick<JudgedRecord, 'findings'>): Finding | null {
  const isOfOpinion = (finding: Finding) =>
    isError(finding) && (isDefinitionRuleSet(finding.ruleSet) || isConsumerRuleSet(finding.ruleSet));
  return findings.find(isOfOpinion) ?? null;
}

/**
 * Whether the errors of a rule set are replaced by their cause, an error of `hints`.
 * A wrong event name causes errors of the envelope, wrong data causes errors of the definition.
 */
export function isReplacedByCause(id: RuleSetId, { summary, kind }: Pick<JudgedRecord, 'summary' | 'kind'>): boolean {
  return summary.ruleSetsWithErrors.includes('hints') && id === (kind === null ? 'envelope' : 'definition');
}

/** Whether a rule set describes a consumer behind the collector: the ingestion, or a team's schema. */
export function isConsumerRuleSet(id: RuleSetId): boolean {
  return id === 'ingestion' || isSchemaSet(id);
}
