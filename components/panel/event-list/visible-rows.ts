import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { FilterModel } from '#components/panel/filter/filter.ts';
import { filterLanguage } from '#components/panel/filter/filter-language.ts';
import type { ListChange, RecordChange } from '#core/journey/record-list';
import type { Matcher } from '#core/query/compile-query';
import type { ParsedFilter } from '#core/query/event-filter';
import { hidesAny, isHidden } from '#core/query/hidden-events';
import type { LoadRowFacts, SearchIndex, SearchIndexDeps } from '#core/query/search/search-index';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Scheduler } from '#core/util/scheduler';
import { createFullRecords } from './full-records';
import type { Records } from './record-store';
import { createRowsWithNavigations, type ListItem } from './rows-with-navigations';
import { createStoredMatches } from './stored-matches';

/**
 * A change of the lines.
 * One event was added, removed or replaced, or any line may have changed.
 */
export type VisibleChange =
  | { readonly type: 'records'; readonly changes: readonly VisibleRecordChange[] }
  | { readonly type: 'all' };

export interface VisibleRecordChange {
  /** The event as it was shown, or null if it was hidden. */
  readonly before: JudgedRecord | null;
  /** The current state of the event, or null if it is hidden. */
  readonly after: JudgedRecord | null;
}

/** Access to the current lines. */
export interface ItemLookup {
  readonly version: number;
  readonly length: number;
  /** Number of lines that are events. */
  readonly events: number;
  at(index: number): ListItem | undefined;
  /** Line of an event, or -1 if the filter hides it. */
  indexOfRow(row: number): number;
}

/** The lines that pass the filter, updated incrementally: only a new filter checks all records again. */
export interface VisibleItems {
  /** Incremented with every change of the lines. */
  readonly version: ReadonlySignal<number>;
  /** A new object with every change of the lines, so that its subscribers are notified. */
  readonly current: ReadonlySignal<ItemLookup>;
  readonly length: ReadonlySignal<number>;
  /** Number of lines that are events. */
  readonly shown: ReadonlySignal<number>;
  /** Whether the lines still match the previous filter. */
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
  const search = createLazySearchIndex({
    records,
    scheduler,
    filter: filter.applied.peek(),
    passing: rows.records,
    loadFacts,
    onOutdated: () => applyWhenReady(search.applied()),
  });
  /** Incremented when every line may have changed; additions change the version of the records. */
  const rebuilt = signal(0);
  const version = computed(() => rebuilt.value + records.version.value);
  const isWaiting = signal(false);
  const listeners = new Set<(change: VisibleChange) => void>();
  const notify = (change: VisibleChange) => {
    for (const listener of listeners) listener(change);
  };
  /**
   * Reports added, removed or replaced events.
   * In a filtered list an event may add or remove the navigation before it; then any line may have changed.
   */
  const notifyChanges = (createChanges: () => readonly VisibleRecordChange[]): void => {
    const navigationsBefore = rows.length() - rows.count();
    const changes = createChanges();
    const isSame = rows.length() - rows.count() === navigationsBefore;
    notify(isSame ? { type: 'records', changes } : { type: 'all' });
  };
  const allChanged = () => {
    notify({ type: 'all' });
    rebuilt.value = rebuilt.peek() + 1;
  };

  const stored = createStoredMatches({
    records,
    fullRecords,
    hasFact: search.hasFact,
    onFound(found) {
      notifyChanges(() => found.flatMap(updateStored));
      rebuilt.value = rebuilt.peek() + 1;
    },
  });
  /** Whether a record passes. If its long values are not in memory, the result is the one for its full values. */
  const passes = (record: JudgedRecord): boolean => {
    const known = record.longValues === 'stored' ? stored.find(record.row) : null;
    return known ?? search.matches(record);
  };
  const rebuild = (next: ParsedFilter) => {
    rows.setRecords(search.apply(next));
    rows.setNavigations(records.navigations(), isFiltering(next));
    stored.search(next);
  };
  /** Adds or removes a line, once the full record has been read. */
  const updateStored = (row: number): readonly VisibleRecordChange[] => {
    const record = records.byRow(row);
    if (!record) return [];
    const wasShown = rows.indexOfRow(row) >= 0;
    const is = passes(record);
    if (wasShown === is) return [];
    if (is) rows.put(record);
    else rows.remove(row);
    return [{ before: wasShown ? record : null, after: is ? record : null }];
  };
  /**
   * Updates the results of stored rows.
   * A record whose values are evicted from memory still passes; a stored row that changed is searched again.
   */
  const updateStoredResult = ({ record, before }: RecordChange<JudgedRecord>): void => {
    if (record.longValues !== 'stored') return;
    if (before?.longValues === undefined && before !== null) stored.setResult(record.row, search.matches(before));
    else stored.searchAgain(record.row);
  };
  const applyChange = ({ record, before }: RecordChange<JudgedRecord>): readonly VisibleRecordChange[] => {
    const was = before !== null && passes(before);
    updateStoredResult({ record, before });
    const is = passes(record);
    if (!was && !is) return [];
    if (is) rows.put(record);
    else rows.remove(record.row);
    return [{ before: was ? before : null, after: is ? record : null }];
  };
  const handleChange = (change: ListChange<JudgedRecord>) => {
    if (change.type === 'restored' || change.type === 'cleared') return;
    if (change.type === 'records') return notifyChanges(() => change.changes.flatMap(applyChange));
    if (change.type === 'all') rebuild(search.applied());
    if (change.type === 'navigations') rows.setNavigations(records.navigations(), isFiltering(search.applied()));
    allChanged();
  };

  const unsubscribe = records.subscribe(handleChange);
  const apply = (next: ParsedFilter) => {
    isWaiting.value = false;
    rebuild(next);
    allChanged();
  };
  const applyWhenReady = (next: ParsedFilter): void => {
    isWaiting.value = true;
    search.whenReady(next, () => apply(next));
  };
  const stopFilter = filter.applied.subscribe(applyWhenReady);
  const { at, indexOfRow } = rows;
  const current = computed(() => ({
    version: version.value,
    length: rows.length(),
    events: rows.count(),
    at,
    indexOfRow,
  }));
  return {
    version,
    current,
    length: computed(() => current.value.length),
    shown: computed(() => current.value.events),
    isSearching: computed(() => isWaiting.value || filter.isLoading.value || stored.remaining.value > 0),
    storedToSearch: stored.remaining,
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
      stored.stop();
    },
  };
}

function isFiltering({ query, hidden }: ParsedFilter): boolean {
  return query.length > 0 || (hidden !== undefined && hidesAny(hidden));
}

/**
 * Creates the search of one list.
 * Its code is loaded with the filter language: until a filter has a term, every event passes that is not hidden.
 */
function createLazySearchIndex(deps: SearchIndexDeps): SearchIndex {
  const { records } = deps;
  let index: SearchIndex | null = null;
  let { filter: applied } = deps;
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
  const createIndex = (): SearchIndex | null => {
    const code = filterLanguage.part.peek();
    if (code !== null && !isStopped)
      index ??= code.createSearchIndex({ ...deps, filter: applied, records: { all: records.all, subscribe } });
    return index;
  };
  const indexFor = ({ query }: ParsedFilter): SearchIndex | null => (query.length > 0 ? createIndex() : index);

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
    whenReady(filter, callback) {
      const known = indexFor(filter);
      if (known) known.whenReady(filter, callback);
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

const isShown = ({ hidden }: ParsedFilter, record: JudgedRecord): boolean =>
  hidden === undefined || !isHidden(hidden, record);
