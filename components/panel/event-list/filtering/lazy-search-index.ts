import { filterLanguage } from '#components/panel/filter/filter-language.ts';
import type { ListChange } from '#core/journey/record-list';
import type { ParsedFilter } from '#core/query/event-filter';
import { isHidden } from '#core/query/hidden-events';
import type { SearchIndex, SearchIndexDeps } from '#core/query/search/search-index';
import type { JudgedRecord } from '#core/stream/judged-record';

/**
 * Creates the search of one list.
 * The code of the search is loaded with the filter language. Until a filter has a term, all events except hidden ones
 * pass.
 */
export function createLazySearchIndex(deps: SearchIndexDeps): SearchIndex {
  const { records } = deps;
  let index: SearchIndex | null = null;
  let { filter: lastFilter } = deps;
  let isStopped = false;
  // The index must be notified of a change before the list is filtered again.
  const listeners = new Set<(change: ListChange<JudgedRecord>) => void>();
  const unsubscribe = records.subscribe((change) => {
    for (const listener of listeners) listener(change);
  });
  const subscribe = (listener: (change: ListChange<JudgedRecord>) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const getOrCreateIndex = (): SearchIndex | null => {
    const code = filterLanguage.part.peek();
    if (code !== null && !isStopped)
      index ??= code.createSearchIndex({ ...deps, filter: lastFilter, records: { all: records.all, subscribe } });
    return index;
  };
  const indexFor = ({ query }: ParsedFilter): SearchIndex | null => (query.length > 0 ? getOrCreateIndex() : index);

  return {
    appliedFilter: () => index?.appliedFilter() ?? lastFilter,
    apply(filter) {
      const current = indexFor(filter);
      if (current) return current.apply(filter);
      lastFilter = filter;
      return records.all().filter((record) => isVisible(filter, record));
    },
    matches: (record) => index?.matches(record) ?? isVisible(lastFilter, record),
    count: (filter) =>
      indexFor(filter)?.count(filter) ?? records.all().filter((record) => isVisible(filter, record)).length,
    matcherOf: (filter) => indexFor(filter)?.matcherOf(filter) ?? ((record) => isVisible(filter, record)),
    prepare: () => void filterLanguage.load().then(() => getOrCreateIndex()?.prepare()),
    whenReady(filter, callback) {
      const current = indexFor(filter);
      if (current) current.whenReady(filter, callback);
      else callback();
    },
    hasFact: (key, record, value) => index?.hasFact(key, record, value) ?? false,
    stop() {
      isStopped = true;
      unsubscribe();
      index?.stop();
    },
  };
}

const isVisible = ({ hidden }: ParsedFilter, record: JudgedRecord): boolean =>
  hidden === undefined || !isHidden(hidden, record);
