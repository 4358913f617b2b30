import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import {
  asksForText,
  compileFilter,
  type FilterModel,
  isNarrower,
  type Matcher,
} from '#components/panel/filter/filter.ts';
import type { TelemetryRecord } from '#core/journey/record';
import type { ListChange, RecordChange } from '#core/journey/record-list';
import type { ReadFilter } from '#core/query/event-filter';
import { createFinder, type KeptFinder } from '#core/query/finder';
import { createRecentResults } from '#core/query/query-result-cache';
import type { Records } from './record-store';
import { createMarkedRows, type ListItem } from './rows-with-navigations';

/** What became of the lines: one event came, went, or took another's place; or everything may be different. */
export type VisibleChange =
  | { readonly type: 'records'; readonly changes: readonly VisibleRecordChange[] }
  | { readonly type: 'all' };

export interface VisibleRecordChange {
  /** The event as it was shown; null where it was not. */
  readonly before: TelemetryRecord | null;
  /** The event as it is shown now; null where it is not. */
  readonly after: TelemetryRecord | null;
}

/** The lines as they are now. */
export interface ItemLookup {
  readonly version: number;
  readonly length: number;
  /** How many of the lines are events. */
  readonly events: number;
  at(index: number): ListItem | undefined;
  /** Line of an event; -1 where the filter hides it. */
  indexOfRow(row: number): number;
}

/** The lines that the filter leaves, kept up to date change by change: only a new filter looks at all records again. */
export interface VisibleItems {
  /** Goes up with every change of the lines. */
  readonly version: ReadonlySignal<number>;
  /** A new object with every change of the lines, so that whoever reads it is told of them. */
  readonly current: ReadonlySignal<ItemLookup>;
  readonly length: ReadonlySignal<number>;
  /** How many of the lines are events. */
  readonly shown: ReadonlySignal<number>;
  /** Whether the lines are still those of the filter before. */
  readonly isSearching: ReadonlySignal<boolean>;
  at(index: number): ListItem | undefined;
  /** Line of an event; -1 where the filter hides it. */
  indexOfRow(row: number): number;
  /** Tells of every change as it happens, before the version goes up. */
  listen(listener: (change: VisibleChange) => void): () => void;
  stop(): void;
}

export function createVisible(
  records: Records,
  filter: FilterModel,
  finder: KeptFinder = createFinder(),
  whenTextsAreReady: (call: () => void) => void = (call) => call(),
): VisibleItems {
  const rows = createMarkedRows();
  let matches: Matcher = () => true;
  let applied = filter.applied.peek();
  /** Goes up where everything may be different; for what comes in, the version of the records does. */
  const rebuilt = signal(0);
  const version = computed(() => rebuilt.value + records.version.value);
  const isMakingTexts = signal(false);
  const listeners = new Set<(change: VisibleChange) => void>();
  const tell = (change: VisibleChange) => {
    for (const listener of listeners) listener(change);
  };
  const allChanged = () => {
    tell({ type: 'all' });
    rebuilt.value = rebuilt.peek() + 1;
  };

  const recent = createRecentResults();
  const rebuild = (candidates: readonly TelemetryRecord[]) => {
    const found = recent.find(applied) ?? passing(candidates, matches);
    // The list of all records goes on growing.
    const matching = found === records.all() ? [...found] : found;
    recent.keep(applied, matching);
    rows.setRecords(matching);
    rows.setMarks(records.marks());
  };
  const place = ({ record, before }: RecordChange): readonly VisibleRecordChange[] => {
    const was = before !== null && matches(before);
    const is = matches(record);
    if (!was && !is) return [];
    if (is) rows.put(record);
    else rows.takeOut(record.row);
    return [{ before: was ? before : null, after: is ? record : null }];
  };
  const follow = (change: ListChange) => {
    if (change.type === 'restored') return;
    recent.clear();
    if (change.type === 'cleared') return finder.forget(change.throughRow);
    if (change.type === 'forgotten') finder.forget(change.throughRow);
    if (change.type === 'records') return tell({ type: 'records', changes: change.changes.flatMap(place) });
    if (change.type === 'all') rebuild(records.all());
    if (change.type === 'mark') rows.setMarks(records.marks());
    allChanged();
  };

  const stopListening = records.listen(follow);
  const apply = (next: ReadFilter) => {
    matches = compileFilter(next, finder);
    const narrower = next !== applied && isNarrower(next, applied);
    const passedBefore = narrower ? rows.records() : null;
    applied = next;
    rebuild(passedBefore ?? records.all());
    isMakingTexts.value = false;
    allChanged();
  };
  /** What was typed meanwhile counts. */
  const applyWhenReady = () => {
    isMakingTexts.value = true;
    whenTextsAreReady(() => {
      if (isMakingTexts.peek()) apply(filter.applied.peek());
    });
  };
  const stopEffect = effect(() => {
    const next = filter.applied.value;
    untracked(() => (asksForText(next) ? applyWhenReady() : apply(next)));
  });
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
    isSearching: computed(() => isMakingTexts.value || filter.isLoading.value),
    at,
    indexOfRow,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop() {
      stopListening();
      stopEffect();
    },
  };
}

/** Answers `candidates` itself where all of them pass. */
function passing(candidates: readonly TelemetryRecord[], matches: Matcher): readonly TelemetryRecord[] {
  const firstOut = candidates.findIndex((record) => !matches(record));
  if (firstOut < 0) return candidates;
  const passed = candidates.slice(0, firstOut);
  for (let index = firstOut + 1; index < candidates.length; index += 1) {
    const record = candidates[index];
    if (record && matches(record)) passed.push(record);
  }
  return passed;
}
