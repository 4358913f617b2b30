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
 * A collapsed list of severities for the codes of a rule set.
 * Lists codes with findings and codes with a changed severity. Renders nothing without such codes.
 */
export function RuleSetSeverities({ id, codes }: RuleSetSeveritiesProps) {
  const { severities } = useStore(policySetting).value;
  const prefix = `${id}/`;
  const changedCodes = Object.keys(severities).flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  );
  const listedCodes = [...new Set([...codes.keys(), ...changedCodes])].sort();
  if (listedCodes.length === 0) return null;
  return (
    <details class="severities">
      <summary>
        {changedCodes.length === 0
          ? i18n.t('ruleSets.severities')
          : i18n.t('ruleSets.severitiesChanged', changedCodes.length, { n: formatNumber(changedCodes.length) })}
      </summary>
      <SeverityList
        rows={listedCodes.map((code) => ({
          key: prefix + code,
          label: code,
          count: codes.get(code) ?? 0,
          inheritedSeverity: severities[code] ?? null,
        }))}
      />
    </details>
  );
}
