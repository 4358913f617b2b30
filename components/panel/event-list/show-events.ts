import { useApp } from '#components/panel/app/stores.ts';
import { useEventList } from './event-list';

/** Returns a function that shows the events that pass a filter, from any view. */
export function useShowEvents(): (query: string) => void {
  const { view } = useApp();
  const { filter } = useEventList();
  return (query) => {
    filter.setQuery(query);
    view.value = 'events';
  };
}
