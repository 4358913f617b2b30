import type { Stores } from '#components/panel/app/stores.ts';
import type { RowMenuItem, RowMenuPart } from '#components/panel/event-list/row-menu.ts';
import { ruleName } from '#core/report/finding-groups';
import { type Finding, SEVERITIES, type Severity } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { changeSeverity, ignoreFinding } from './change-policy';

/** Menu items of the list that ignore the worst finding of an event, or change its severity. */
export function policyMenuPart(stores: Stores): RowMenuPart {
  return (records) => {
    const [record, ...others] = records;
    const finding = record && others.length === 0 ? findWorst(record.findings) : null;
    if (!record || !finding) return [];
    const rule = ruleName(finding);
    const ignore = (scope: 'field' | 'rule') => () => ignoreFinding(stores, record, finding, scope);
    const labels: Readonly<Record<Severity, string>> = {
      error: i18n.t('rowMenu.makeError', { rule }),
      warning: i18n.t('rowMenu.makeWarning', { rule }),
      info: i18n.t('rowMenu.makeInfo', { rule }),
    };
    return [
      { id: 'ignore-field', label: i18n.t('rowMenu.ignoreField', { rule }), onSelect: ignore('field') },
      { id: 'ignore-rule', label: i18n.t('rowMenu.ignoreRule', { rule }), onSelect: ignore('rule') },
      ...SEVERITIES.filter((severity) => severity !== finding.severity).map(
        (severity): RowMenuItem => ({
          id: `make-${severity}`,
          label: labels[severity],
          onSelect: () => changeSeverity(stores, finding, severity),
        }),
      ),
    ];
  };
}

function findWorst(findings: readonly Finding[]): Finding | null {
  for (const severity of SEVERITIES) {
    const worst = findings.find((finding) => finding.severity === severity);
    if (worst) return worst;
  }
  return null;
}
