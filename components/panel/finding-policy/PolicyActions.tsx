import { severityLabel } from '#components/i18n/finding-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import type { FindingActionProps } from '#components/panel/app/finding-actions.ts';
import { useStores } from '#components/panel/app/stores.ts';
import { ruleName } from '#core/report/finding-groups';
import { siteOfRecord } from '#core/report/settle-findings';
import { SEVERITIES } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { changeSeverity, ignoreFinding, siteLabel, stopIgnoring } from './change-policy';

/** Buttons that ignore a finding or its rule, and the rule's severity. For an ignored finding, “Stop ignoring”. */
export function PolicyActions({ record, finding }: FindingActionProps) {
  const stores = useStores();
  const site = siteLabel(siteOfRecord(record));
  const rule = ruleName(finding);
  if (record.ignored?.includes(finding)) {
    return (
      <Button appearance="text" onClick={() => stopIgnoring(stores, record, finding)}>
        {i18n.t('policy.stopIgnoring')}
      </Button>
    );
  }
  return (
    <>
      <Button
        appearance="text"
        title={i18n.t('policy.ignoreHint', { site })}
        onClick={() => ignoreFinding(stores, record, finding, 'field')}
      >
        {i18n.t('policy.ignore')}
      </Button>
      <Button
        appearance="text"
        title={i18n.t('policy.ignoreRuleHint', { rule, site })}
        onClick={() => ignoreFinding(stores, record, finding, 'rule')}
      >
        {i18n.t('policy.ignoreRule')}
      </Button>
      <SelectBox
        name={i18n.t('policy.severityOf', { rule })}
        hint={i18n.t('policy.severityOf', { rule })}
        value={finding.severity}
        options={SEVERITIES.map((severity) => [severity, severityLabel(severity)] as const)}
        onSelect={(severity) => changeSeverity(stores, finding, severity)}
      />
    </>
  );
}
