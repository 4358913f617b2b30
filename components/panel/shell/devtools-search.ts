import type { Stores } from '#components/panel/app/stores.ts';
import { listInView } from '#components/panel/captures/capture-list.ts';
import { type FilterModel, termsText } from '#components/panel/filter/filter.ts';
import type { Filter } from '#core/query/event-filter';

/**
 * Applies the text of DevTools' own search bar to the filter.
 * DevTools opens its search bar as long as it has the keyboard focus, as after a click on the panel's tab.
 * The text is added to the earlier filter until the search is cancelled, which is an empty text.
 * Changes that the user makes to the filter meanwhile stay.
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
