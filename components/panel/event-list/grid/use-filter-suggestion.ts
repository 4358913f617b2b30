import { useEffect, useState } from 'preact/hooks';
import { type DropOffer, dropOffer } from '#components/panel/filter/filter-suggestion.ts';
import type { EventList } from '../event-list';

/** Counting takes as long as several filters: it waits until nobody types. */
const REST_MS = 200;

/** Which part of the filter is best dropped; null while it is not known, or where none would help. */
export function useDropOffer({
  filter,
  records,
  finder,
}: Pick<EventList, 'filter' | 'records' | 'finder'>): DropOffer | null {
  const [offer, setOffer] = useState<DropOffer | null>(null);
  const current = filter.value.value;
  useEffect(() => {
    setOffer(null);
    const timer = setTimeout(() => setOffer(dropOffer(current, records.all(), finder)), REST_MS);
    return () => clearTimeout(timer);
  }, [current, records, finder]);
  return offer;
}
