import { useRovingTabs } from '#components/kit/use-roving.ts';
import type { DetailTab, DetailTabEntry } from '#components/panel/app/detail-tabs.ts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';

interface DetailsTabsProps {
  readonly tabs: readonly DetailTabEntry[];
  /** The one that is shown. */
  readonly tab: DetailTabEntry;
  readonly record: JudgedRecord;
  readonly onChoose: (tab: DetailTab) => void;
}

/** The row of tabs, with how much there is to see on each. */
export function DetailsTabs({ tabs, tab, record, onChoose }: DetailsTabsProps) {
  const ids = tabs.map(({ id }) => id);
  const onKeyDown = useRovingTabs(ids, tab.id, onChoose);
  return (
    <div class="tabs" role="tablist" aria-label={i18n.t('detail.title')} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label, count }) => (
        <button
          type="button"
          role="tab"
          key={id}
          id={`tab-${id}`}
          aria-selected={id === tab.id}
          aria-controls="detail-pane"
          tabIndex={id === tab.id ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {label()}
          {count?.(record) ? <b>{count(record)}</b> : null}
        </button>
      ))}
    </div>
  );
}
