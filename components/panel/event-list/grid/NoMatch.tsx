import { useEffect, useState } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { queryText } from '#components/panel/filter/filter.ts';
import { type FilterSuggestion, suggestRelaxation } from '#components/panel/filter/filter-suggestion.ts';
import { i18n } from '#i18n';
import { useEventList } from '../event-list';
import type { EventList } from '../list-section';
import { listHiding } from '../list-undo';

/** Reports that nothing matches the filter, and offers a broader filter. */
export function NoMatch() {
  const list = useEventList();
  const { filter, get, records } = list;
  const hiding = get(listHiding);
  const offer = useFilterSuggestion(list);
  const { total } = records.counts.value;
  const hidden = hiding.count.value;
  const show = { label: i18n.t('status.hidden', { n: formatNumber(hidden) }), onClick: hiding.showAll };
  if (hidden > 0 && filter.isEmpty.value) {
    return (
      <EmptyState
        icon="eye"
        title={i18n.t('empty.allHidden')}
        actions={
          <Button big onClick={show.onClick}>
            {show.label}
          </Button>
        }
      >
        {i18n.t('empty.allHiddenText')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon="funnel"
      title={i18n.t('empty.noMatch')}
      actions={
        <>
          <Button big onClick={filter.clear}>
            {i18n.t('empty.clearFilter')}
          </Button>
          {hidden > 0 && (
            <Button appearance="text" onClick={show.onClick}>
              {show.label}
            </Button>
          )}
          {offer && (
            <Button appearance="text" onClick={() => filter.set(offer.without)}>
              {i18n.t('empty.dropTerm', offer.shows, { part: offer.name, n: formatNumber(offer.shows) })}
            </Button>
          )}
        </>
      }
    >
      {i18n.t('empty.recorded', total, {
        n: formatNumber(total),
        filter: queryText(filter.value.value),
      })}
    </EmptyState>
  );
}

/** Counting costs as much as several filters, so it waits for a pause in typing. */
const TYPING_PAUSE_MS = 200;

/** Returns the filter without its most restrictive part; null while unknown, or if that would not help. */
function useFilterSuggestion({ filter, visible }: Pick<EventList, 'filter' | 'visible'>): FilterSuggestion | null {
  const { scheduler } = useApp();
  const [offer, setOffer] = useState<FilterSuggestion | null>(null);
  const current = filter.value.value;
  useEffect(() => {
    setOffer(null);
    return scheduler.setTimer(TYPING_PAUSE_MS, () => setOffer(suggestRelaxation(current, visible.countPassing)));
  }, [current, visible, scheduler]);
  return offer;
}
