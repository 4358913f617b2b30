import { useEffect, useState } from 'preact/hooks';
import { useApp } from '#components/panel/app/stores.ts';
import { type DropOffer, dropOffer } from '#components/panel/filter/filter-suggestion.ts';
import type { EventList } from '../event-list';

/** Counting takes as long as several filters: it waits until nobody types. */
const REST_MS = 200;

/** Which part of the filter is best dropped; null while it is not known, or where none would help. */
export function useDropOffer({ filter, visible }: Pick<EventList, 'filter' | 'visible'>): DropOffer | null {
  const { scheduler } = useApp();
  const [offer, setOffer] = useState<DropOffer | null>(null);
  const current = filter.value.value;
  useEffect(() => {
    setOffer(null);
    return scheduler.after(REST_MS, () => setOffer(dropOffer(current, visible.countPassing)));
  }, [current, visible, scheduler]);
  return offer;
}
