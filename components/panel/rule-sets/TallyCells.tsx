import { formatNumber } from '#components/i18n/count-text.ts';
import { shortFindingText } from '#components/i18n/finding-text.ts';
import { useShowEvents } from '#components/panel/event-list/show-events.ts';
import type { RuleSetId } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { RuleSetSeverities } from './policy/RuleSetSeverities';
import type { FrequentFinding, RuleSetTally } from './rule-set-tally';

interface TallyCellsProps {
  readonly id: RuleSetId;
  readonly tally: RuleSetTally;
}

/** The cells of a rule set's row with its counts, which link to the events. */
export function TallyCells({ id, tally }: TallyCellsProps) {
  const show = useShowEvents();
  return (
    <>
      <td class="number" data-label={i18n.t('ruleSets.checked')}>
        {formatNumber(tally.checked)}
      </td>
      <td class="number" data-label={i18n.t('ruleSets.withFindings')}>
        {tally.withFindings === 0 ? (
          formatNumber(0)
        ) : (
          <button type="button" class="link" title={i18n.t('ruleSets.showEvents')} onClick={() => show(`rule:${id}`)}>
            {formatNumber(tally.withFindings)}
          </button>
        )}
      </td>
      <td class="number" data-label={i18n.t('ruleSets.withErrors')}>
        {formatNumber(tally.withErrors)}
      </td>
      <td>
        <FrequentFindings id={id} frequent={tally.frequent} onShow={show} />
        <RuleSetSeverities id={id} codes={tally.codes} />
      </td>
    </>
  );
}

interface FrequentFindingsProps {
  readonly id: RuleSetId;
  readonly frequent: readonly FrequentFinding[];
  readonly onShow: (query: string) => void;
}

function FrequentFindings({ id, frequent, onShow }: FrequentFindingsProps) {
  if (frequent.length === 0) return <span class="muted">{i18n.t('ruleSets.none')}</span>;
  return (
    <ul>
      {frequent.map(({ finding, kind, count }, index) => (
        <li key={String(index)}>
          <button
            type="button"
            class="link"
            title={i18n.t('ruleSets.showEvents')}
            onClick={() => onShow(`rule:${id} rule:${finding.code}${kind === null ? '' : ` kind:${kind}`}`)}
          >
            {shortFindingText(finding)}
          </button>{' '}
          <span class="muted">{`×\u00a0${formatNumber(count)}`}</span>
        </li>
      ))}
    </ul>
  );
}
