import type { ArgumentNames } from '#core/drafts/finding-path';
import type { TelemetryRecord } from '#core/journey/record';
import { pathText } from '#core/json/json';
import type { Finding, RuleSetId } from '#core/telemetry/findings';
import { i18n } from '#i18n';

/** Where a finding's rule is written: `Definition, section 6, interact(data)`. */
export function findingSource(finding: Finding, record: Pick<TelemetryRecord, 'kind'>, namesOf: ArgumentNames): string {
  if (finding.ruleSet !== 'definition') return otherSources()[finding.ruleSet];
  if (!record.kind) return i18n.t('detail.sourceDefinition');
  return i18n.t('detail.sourceSection', { signature: `${record.kind}(${namesOf(record.kind).join(', ')})` });
}

const otherSources = (): Readonly<Record<Exclude<RuleSetId, 'definition'>, string>> => ({
  envelope: i18n.t('detail.sourceEnvelope'),
  session: i18n.t('detail.sourceSession'),
  privacy: i18n.t('detail.sourcePrivacy'),
  ingestion: i18n.t('detail.sourceIngestion'),
});

/** The place of a finding as people read it: `data.type`, `argument 2`, `the whole call`. */
export function findingPlace({ path, ruleSet }: Pick<Finding, 'path' | 'ruleSet'>): string {
  const [first, ...rest] = path;
  if (first === undefined) return i18n.t(ruleSet === 'envelope' ? 'detail.wholeEvent' : 'detail.wholeCall');
  if (typeof first === 'number' && ruleSet === 'definition')
    return pathText([i18n.t('detail.argument', { n: first + 1 }), ...rest]);
  return pathText(path);
}
