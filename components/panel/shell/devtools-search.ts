import type { Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import { type FilterModel, termsText } from '#components/panel/filter/filter.ts';
import type { Filter } from '#core/query/event-filter';

/**
 * DevTools' own search bar as a way to the filter.
 * It opens in place of ours where one has come to the panel by its tab, and the keyboard is still with DevTools. What
 * is typed there stands in the filter, beside what stood in it before, until the search is called off, which is an
 * empty text; what somebody changed in the filter meanwhile stays.
 */
export function createDevtoolsSearch(filter: () => FilterModel | null): (text: string) => void {
  let searching: { readonly filter: FilterModel; readonly before: Filter; readonly set: Filter } | null = null;
  return (text) => {
    if (searching && searching.filter.value.peek() !== searching.set) searching = null;
    if (text === '') {
      searching?.filter.set(searching.before);
      searching = null;
      return;
    }
    const searched = searching?.filter ?? filter();
    if (!searched) return;
    const before = searching?.before ?? searched.value.peek();
    const set = { ...before, text: termsText([before.text.trim(), text]) };
    searched.set(set);
    searching = { filter: searched, before, set };
  };
}

/** The filter of the list that is shown; null in a view without a list. */
export function filterInView(stores: Stores): FilterModel | null {
  if (stores.app.view.peek() !== 'events') return null;
  return listInView(stores).filter;
}
