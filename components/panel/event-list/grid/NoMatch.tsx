import { useEffect, useState } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { queryText } from '#components/panel/filter/filter.ts';
import { type FilterSuggestion, suggestRelaxation } from '#components/panel/filter/filter-suggestion.ts';
import type { ParsedFilter } from '#core/query/event-filter';
import { i18n } from '#i18n';
import { useEventList } from '../event-list';
import type { EventList } from '../list-section';
import { listHiding } from '../list-undo';

/** Reports that nothing matches the filter, and offers a broader filter. */
export function NoMatch() {
  const list = useEventList();
  const { filter, get, records } = list;
  const hiding = get(listHiding);
  const suggestion = useFilterSuggestion(list);
  const { total } = records.counts.value;
  const hiddenCount = hiding.count.value;
  const showHiddenLabel = i18n.t('status.hidden', { n: formatNumber(hiddenCount) });
  if (hiddenCount > 0 && filter.isEmpty.value) {
    return (
      <EmptyState
        icon="eye"
        title={i18n.t('empty.allHidden')}
        actions={
          <Button big onClick={hiding.showAll}>
            {showHiddenLabel}
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
          {hiddenCount > 0 && (
            <Button appearance="text" onClick={hiding.showAll}>
              {showHiddenLabel}
            </Button>
          )}
          {suggestion && (
            <Button appearance="text" onClick={() => filter.set(suggestion.relaxedFilter)}>
              {i18n.t('empty.dropTerm', suggestion.eventCount, {
                part: suggestion.name,
                n: formatNumber(suggestion.eventCount),
              })}
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

/** Returns the filter without its most restrictive part; null while unknown, or if such a filter would not help. */
function useFilterSuggestion({ filter, visible }: Pick<EventList, 'filter' | 'visible'>): FilterSuggestion | null {
  const { scheduler } = useApp();
  const [suggestion, setSuggestion] = useState<FilterSuggestion | null>(null);
  const current = filter.value.value;
  const hidden = filter.hidden.value;
  useEffect(() => {
    setSuggestion(null);
    const count = (relaxed: ParsedFilter) => visible.countPassing({ ...relaxed, hidden });
    return scheduler.setTimer(TYPING_PAUSE_MS, () => setSuggestion(suggestRelaxation(current, count)));
  }, [current, hidden, visible, scheduler]);
  return suggestion;
}
