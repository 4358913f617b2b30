import { formatCount } from '#components/i18n/count-text.ts';
import { ruleSetLabel } from '#components/i18n/rule-set-label.ts';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { worstTone } from '#components/kit/severity-tone.ts';
import { isConsumerRuleSet } from '#core/stream/agreement';
import { type Finding, isError, isOfDocument, type RuleSetId } from '#core/telemetry/findings';
import { i18n } from '#i18n';

interface RuleSetVerdictProps {
  readonly ruleSet: RuleSetId;
  readonly findings: readonly Finding[];
}

/** The verdict of one rule set on the event, in a line. */
export function RuleSetVerdict({ ruleSet, findings }: RuleSetVerdictProps) {
  const text = verdictText(ruleSet, findings);
  if (findings.length === 0) {
    return (
      <StatusLabel icon="valid" tone="success" isSubtle>
        {text}
      </StatusLabel>
    );
  }
  const tone = worstTone(findings);
  return (
    <StatusLabel icon={tone === 'error' ? 'invalid' : 'notice'} tone={tone}>
      {text}
    </StatusLabel>
  );
}

/** Formats the verdict: the definition makes an event valid, a consumer accepts it, others only report findings. */
function verdictText(id: RuleSetId, findings: readonly Finding[]): string {
  const ruleSet = ruleSetLabel(id);
  const errorCount = findings.filter(isError).length;
  const errors = formatCount(errorCount, 'error');
  const notices = formatCount(findings.length, 'notice');
  if (isOfDocument(id)) {
    if (errorCount > 0) return i18n.t('detail.ruleSet.invalid', { ruleSet, errors });
    if (findings.length > 0) return i18n.t('detail.ruleSet.validWith', { ruleSet, notices });
    return i18n.t('detail.ruleSet.valid', { ruleSet });
  }
  if (isConsumerRuleSet(id)) {
    if (errorCount > 0) return i18n.t('detail.ruleSet.findsErrors', { ruleSet, errors });
    if (findings.length > 0) return i18n.t('detail.ruleSet.acceptsWith', { ruleSet, notices });
    return i18n.t('detail.ruleSet.accepts', { ruleSet });
  }
  if (errorCount > 0) return i18n.t('detail.ruleSet.found', { ruleSet, findings: errors });
  if (findings.length > 0) return i18n.t('detail.ruleSet.found', { ruleSet, findings: notices });
  return i18n.t('detail.ruleSet.nothingFound', { ruleSet });
}
