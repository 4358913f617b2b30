import { useRovingTabs } from '#components/kit/use-roving.ts';
import { type DetailTab, detailTabs } from '#components/panel/event-list/selection.ts';
import { i18n } from '#i18n';

const labels = (): Readonly<Record<DetailTab, string>> => ({
  findings: i18n.t('detail.findings'),
  event: i18n.t('detail.event'),
  json: i18n.t('json.title'),
  journey: i18n.t('detail.journey'),
  changes: i18n.t('detail.changes'),
});

interface DetailsTabsProps {
  readonly tab: DetailTab;
  /** How much there is to see on a tab, where that is a number. */
  readonly counts: Readonly<Partial<Record<DetailTab, number>>>;
  readonly onChoose: (tab: DetailTab) => void;
}

/** Findings, Event, JSON, Journey, Changes. */
export function DetailsTabs({ tab, counts, onChoose }: DetailsTabsProps) {
  const onKeyDown = useRovingTabs(detailTabs, tab, onChoose);
  return (
    <div class="tabs" role="tablist" aria-label={i18n.t('detail.title')} onKeyDown={onKeyDown}>
      {detailTabs.map((one) => (
        <button
          type="button"
          role="tab"
          key={one}
          id={`tab-${one}`}
          aria-selected={one === tab}
          aria-controls="detail-pane"
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onChoose(one)}
        >
          {labels()[one]}
          {counts[one] ? <b>{counts[one]}</b> : null}
        </button>
      ))}
    </div>
  );
}
