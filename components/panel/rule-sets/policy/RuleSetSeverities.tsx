import { formatNumber } from '#components/i18n/count-text.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import type { RuleSetId } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { SeverityList } from './SeverityList';

interface RuleSetSeveritiesProps {
  readonly id: RuleSetId;
  /** The codes that the rule set found, each with its number of findings. */
  readonly codes: ReadonlyMap<string, number>;
}

/**
 * The codes of a rule set that were found or have a changed severity, collapsed.
 * Renders nothing if there are none.
 */
export function RuleSetSeverities({ id, codes }: RuleSetSeveritiesProps) {
  const { severities } = useStore(policySetting).value;
  const prefix = `${id}/`;
  const changed = Object.keys(severities).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));
  const shown = [...new Set([...codes.keys(), ...changed])].sort();
  if (shown.length === 0) return null;
  return (
    <details class="severities">
      <summary>
        {changed.length === 0
          ? i18n.t('ruleSets.severities')
          : i18n.t('ruleSets.severitiesChanged', changed.length, { n: formatNumber(changed.length) })}
      </summary>
      <SeverityList
        rows={shown.map((code) => ({
          key: prefix + code,
          label: code,
          count: codes.get(code) ?? 0,
          inherited: severities[code] ?? null,
        }))}
      />
    </details>
  );
}
