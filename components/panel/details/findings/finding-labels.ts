import type { ArgumentNames } from '#core/drafts/finding-path';
import type { JudgedRecord } from '#core/stream/judged-record';
import { type BuiltInRuleSetId, type Finding, isBuiltInRuleSet } from '#core/telemetry/findings';
import { i18n } from '#i18n';

/** Where a finding's rule is written: `Definition, section 6, interact(data)`. */
export function findingSource(finding: Finding, record: Pick<JudgedRecord, 'kind'>, namesOf: ArgumentNames): string {
  if (!isBuiltInRuleSet(finding.ruleSet)) return finding.ruleSet;
  if (finding.ruleSet !== 'definition') return otherSources()[finding.ruleSet];
  if (!record.kind) return i18n.t('detail.sourceDefinition');
  return i18n.t('detail.sourceSection', { signature: `${record.kind}(${namesOf(record.kind).join(', ')})` });
}

const otherSources = (): Readonly<Record<Exclude<BuiltInRuleSetId, 'definition'>, string>> => ({
  envelope: i18n.t('detail.sourceEnvelope'),
  entity: i18n.t('detail.sourceEntity'),
  privacy: i18n.t('detail.sourcePrivacy'),
  ingestion: i18n.t('detail.sourceIngestion'),
});
