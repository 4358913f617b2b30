import { useEffect, useState } from 'preact/hooks';
import { useApp } from '#components/panel/app/stores.ts';
import { type FilterSuggestion, suggestRelaxation } from '#components/panel/filter/filter-suggestion.ts';
import type { EventList } from '../list-section';

/** Counting costs as much as several filters, so it waits for a pause in typing. */
const REST_MS = 200;

/** Which part of the filter is best dropped; null while it is not known, or where none would help. */
export function useFilterSuggestion({
  filter,
  visible,
}: Pick<EventList, 'filter' | 'visible'>): FilterSuggestion | null {
  const { scheduler } = useApp();
  const [offer, setOffer] = useState<FilterSuggestion | null>(null);
  const current = filter.value.value;
  useEffect(() => {
    setOffer(null);
    return scheduler.after(REST_MS, () => setOffer(suggestRelaxation(current, visible.countPassing)));
  }, [current, visible, scheduler]);
  return offer;
}
