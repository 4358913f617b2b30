import { filterLanguage } from '#components/panel/filter/filter-language.ts';
import type { ListChange } from '#core/journey/record-list';
import type { ReadFilter } from '#core/query/event-filter';
import { isHidden } from '#core/query/hidden-events';
import type { SearchIndex, SearchIndexDeps } from '#core/query/search/search-index';
import type { JudgedRecord } from '#core/stream/judged-record';

/**
 * Creates the search of one list.
 * Its code comes with the filter language: until a filter has a term, everything passes that is not hidden.
 */
export function createLazySearchIndex(deps: SearchIndexDeps): SearchIndex {
  const { records } = deps;
  let index: SearchIndex | null = null;
  let { filter: applied } = deps;
  let isStopped = false;
  // The index must know of a change before the list is filtered again, whenever it was created.
  const listeners = new Set<(change: ListChange<JudgedRecord>) => void>();
  const stopListening = records.listen((change) => {
    for (const listener of listeners) listener(change);
  });
  const listen = (listener: (change: ListChange<JudgedRecord>) => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const createIndex = (): SearchIndex | null => {
    const code = filterLanguage.part.peek();
    if (code !== null && !isStopped)
      index ??= code.createSearchIndex({ ...deps, filter: applied, records: { all: records.all, listen } });
    return index;
  };
  const indexFor = ({ query }: ReadFilter): SearchIndex | null => (query.length > 0 ? createIndex() : index);

  return {
    applied: () => index?.applied() ?? applied,
    apply(filter) {
      const known = indexFor(filter);
      if (known) return known.apply(filter);
      applied = filter;
      return records.all().filter((record) => isShown(filter, record));
    },
    matches: (record) => index?.matches(record) ?? isShown(applied, record),
    count: (filter) =>
      indexFor(filter)?.count(filter) ?? records.all().filter((record) => isShown(filter, record)).length,
    matcherOf: (filter) => indexFor(filter)?.matcherOf(filter) ?? ((record) => isShown(filter, record)),
    prepare: () => void filterLanguage.load().then(() => createIndex()?.prepare()),
    whenReady(filter, call) {
      const known = indexFor(filter);
      if (known) known.whenReady(filter, call);
      else call();
    },
    stop() {
      isStopped = true;
      stopListening();
      index?.stop();
    },
  };
}

const isShown = ({ hidden }: ReadFilter, record: JudgedRecord): boolean =>
  hidden === undefined || !isHidden(hidden, record);
