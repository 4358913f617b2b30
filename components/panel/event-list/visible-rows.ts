import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { FilterModel } from '#components/panel/filter/filter.ts';
import type { ListChange } from '#core/journey/record-list';
import type { Matcher } from '#core/query/compile-query';
import type { ParsedFilter } from '#core/query/event-filter';
import type { LoadRowFacts } from '#core/query/search/search-index';
import type { JudgedRecord } from '#core/stream/judged-record';
import { hasSameItems } from '#core/util/lists';
import type { Scheduler } from '#core/util/scheduler';
import { createFilteredRows, type VisibleRecordChange } from './filtering/filtered-rows';
import { createLazySearchIndex } from './filtering/lazy-search-index';
import { createFullRecords } from './full-records';
import type { Records } from './record-store';
import { createRowsWithNavigations, isNavigation, type ListItem } from './rows-with-navigations';

/** A change of the lines: events were added, removed or replaced, or any line may have changed. */
export type VisibleChange =
  | { readonly type: 'records'; readonly changes: readonly VisibleRecordChange[] }
  | { readonly type: 'all' };

/** Access to the current lines. */
export interface ItemLookup {
  readonly version: number;
  readonly length: number;
  /** Number of lines that are events. */
  readonly eventCount: number;
  at(index: number): ListItem | undefined;
  /** Line of an event, or -1 if the filter hides it. */
  indexOfRow(row: number): number;
}

/** Lists the visible events, without the navigations. */
export function listRecords({ length, at }: Pick<ItemLookup, 'length' | 'at'>): readonly JudgedRecord[] {
  const records: JudgedRecord[] = [];
  for (let index = 0; index < length; index += 1) {
    const item = at(index);
    if (item && !isNavigation(item)) records.push(item);
  }
  return records;
}

/** The lines that pass the filter, updated incrementally: only a new filter checks all records again. */
export interface VisibleItems {
  /** Incremented with every change of the lines. */
  readonly version: ReadonlySignal<number>;
  /** A new object with every change of the lines, so that its subscribers are notified. */
  readonly current: ReadonlySignal<ItemLookup>;
  readonly length: ReadonlySignal<number>;
  /** Number of lines that are events. */
  readonly eventCount: ReadonlySignal<number>;
  /** Whether a search has not ended, so that some lines may still match the previous filter. */
  readonly isSearching: ReadonlySignal<boolean>;
  /** Number of events that the filter still has to read from the capture store. */
  readonly storedToSearch: ReadonlySignal<number>;
  at(index: number): ListItem | undefined;
  /** Line of an event, or -1 if the filter hides it. */
  indexOfRow(row: number): number;
  /** Returns how many events would pass another filter. */
  countPassing(filter: ParsedFilter): number;
  /** Creates the matcher of another filter. */
  matcherOf(filter: ParsedFilter): Matcher;
  /** Loads the search. Call it when the user focuses the filter, so that no key press has to wait. */
  prepareSearch(): void;
  /** Reports every change synchronously, before the version is incremented. */
  subscribe(listener: (change: VisibleChange) => void): () => void;
  stop(): void;
}

export function createVisible(
  records: Records,
  filter: FilterModel,
  scheduler: Pick<Scheduler, 'nextTask'>,
  fullRecords = createFullRecords(),
  loadFacts?: LoadRowFacts,
): VisibleItems {
  const rows = createRowsWithNavigations();
  /** The latest filter. It may still wait for its facts, while the list shows the previous filter. */
  let requestedFilter = filter.applied.peek();
  const search = createLazySearchIndex({
    records,
    scheduler,
    filter: requestedFilter,
    passingRecords: rows.records,
    loadFacts,
    onOutdated: () => applyWhenReady(requestedFilter),
  });
  /** Incremented when every line may have changed; additions change the version of the records. */
  const rebuildCount = signal(0);
  const version = computed(() => rebuildCount.value + records.version.value);
  const isWaiting = signal(false);
  const listeners = new Set<(change: VisibleChange) => void>();
  const notify = (change: VisibleChange) => {
    for (const listener of listeners) listener(change);
  };
  /**
   * Reports added, removed or replaced events.
   * In a filtered list, an event may add or remove the navigation before it. Then any line may have changed.
   */
  const notifyChanges = (createChanges: () => readonly VisibleRecordChange[]): void => {
    const navigationsBefore = rows.navigations();
    const changes = createChanges();
    const hasSameNavigations = hasSameItems(navigationsBefore, rows.navigations());
    notify(hasSameNavigations ? { type: 'records', changes } : { type: 'all' });
  };
  const allChanged = () => {
    notify({ type: 'all' });
    rebuildCount.value = rebuildCount.peek() + 1;
  };

  const filteredRows = createFilteredRows({
    records,
    fullRecords,
    search,
    rows,
    onStoredResults(update) {
      notifyChanges(update);
      rebuildCount.value = rebuildCount.peek() + 1;
    },
  });
  const handleChange = (change: ListChange<JudgedRecord>) => {
    if (change.type === 'records') return notifyChanges(() => filteredRows.change(change.changes));
    if (change.type === 'all') filteredRows.apply(search.appliedFilter());
    else if (change.type === 'navigations') filteredRows.updateNavigations();
    else return;
    allChanged();
  };

  const unsubscribe = records.subscribe(handleChange);
  const apply = (next: ParsedFilter) => {
    isWaiting.value = false;
    filteredRows.apply(next);
    allChanged();
  };
  const applyWhenReady = (next: ParsedFilter): void => {
    requestedFilter = next;
    isWaiting.value = true;
    search.whenReady(next, () => apply(next));
  };
  const stopFilter = filter.applied.subscribe(applyWhenReady);
  const { at, indexOfRow } = rows;
  const current = computed(() => ({
    version: version.value,
    length: rows.length(),
    eventCount: rows.count(),
    at,
    indexOfRow,
  }));
  return {
    version,
    current,
    length: computed(() => current.value.length),
    eventCount: computed(() => current.value.eventCount),
    isSearching: computed(() => isWaiting.value || filter.isLoading.value || filteredRows.storedToSearch.value > 0),
    storedToSearch: filteredRows.storedToSearch,
    at,
    indexOfRow,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    countPassing: search.count,
    matcherOf: search.matcherOf,
    prepareSearch: search.prepare,
    stop() {
      unsubscribe();
      stopFilter();
      search.stop();
      filteredRows.stop();
    },
  };
}
