import { formatNumber } from '#components/i18n/count-text.ts';
import { severityLabel } from '#components/i18n/finding-text.ts';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { useStore } from '#components/panel/app/stores.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { type PolicySeverity, policySeverities } from '#core/report/finding-policy';
import { withSeverity } from '#core/report/ignore-rules';
import { i18n } from '#i18n';

/** A row of the list: findings to which a policy assigns a severity. */
export interface SeverityRow {
  /** The name of the findings in a policy. */
  readonly key: string;
  readonly label: string;
  /** Number of findings; `null` if unknown. */
  readonly count: number | null;
  /** The user's severity for the code in every rule set, which the row inherits; `null` if there is none. */
  readonly inheritedSeverity: PolicySeverity | null;
}

/** Selects a severity for each row. */
export function SeverityList({ rows }: { readonly rows: readonly SeverityRow[] }) {
  const setting = useStore(policySetting);
  const { severities } = setting.value;
  const unsetLabel = (inheritedSeverity: PolicySeverity | null) =>
    inheritedSeverity === null
      ? i18n.t('ruleSets.ownSeverity')
      : i18n.t('ruleSets.inheritedSeverity', { severity: policySeverityLabel(inheritedSeverity) });
  return (
    <ul class="severity-list">
      {rows.map(({ key, label, count, inheritedSeverity }) => (
        <li key={key}>
          <code class="truncate" title={key}>
            {label}
          </code>
          <span class="muted tabular">{count === null || count === 0 ? '' : `× ${formatNumber(count)}`}</span>
          <SelectBox
            name={i18n.t('policy.severityOf', { rule: key })}
            value={severities[key] ?? 'own'}
            options={[
              ['own', unsetLabel(inheritedSeverity)] as const,
              ...policySeverities.map((severity) => [severity, policySeverityLabel(severity)] as const),
            ]}
            onSelect={(selected) =>
              setting.set(withSeverity(setting.peek(), key, selected === 'own' ? null : selected))
            }
          />
        </li>
      ))}
    </ul>
  );
}

function policySeverityLabel(severity: PolicySeverity): string {
  return severity === 'off' ? i18n.t('ruleSets.severityOff') : severityLabel(severity);
}
