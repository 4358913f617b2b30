import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { NavigationMark, TelemetryRecord } from '../journey/record';
import { asksForText, compileFilter, type FilterModel, isNarrower, type Matcher, type ReadFilter } from './filter';
import { createFinder, type KeptFinder } from './finder';
import { createRecentResults } from './recent-results';
import type { ListChange, RecordChange, Records } from './records';
import { lastIndexAtMost } from './search-sorted';

/** A line of the list: an event, or the mark of a page load. */
export type ListItem = TelemetryRecord | NavigationMark;

export function isMark(item: ListItem): item is NavigationMark {
  return 'afterRow' in item;
}

function isRecord(item: ListItem): item is TelemetryRecord {
  return !isMark(item);
}

/** Where an item stands: a mark comes after the row that it names and before the next. */
const placeOf = (item: ListItem) => (isMark(item) ? item.afterRow + 0.5 : item.row);

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

/** The lines that the filter leaves, kept up to date change by change: only a new filter looks at all records again. */
export interface VisibleItems {
  /** Goes up with every change of the lines. */
  readonly version: ReadonlySignal<number>;
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
  let items: ListItem[] = [];
  let shown = 0;
  let matches: Matcher = () => true;
  let applied = filter.applied.peek();
  const version = signal(0);
  const isSearching = signal(false);
  const listeners = new Set<(change: VisibleChange) => void>();
  const changed = (change: VisibleChange) => {
    for (const listener of listeners) listener(change);
    version.value = version.peek() + 1;
  };

  const recent = createRecentResults();
  const rebuild = (candidates: readonly TelemetryRecord[]) => {
    const matching = recent.find(applied) ?? candidates.filter(matches);
    recent.keep(applied, matching);
    shown = matching.length;
    items = merge(matching, records.marks());
  };
  const place = ({ record, before }: RecordChange): readonly VisibleRecordChange[] => {
    const was = before !== null && matches(before);
    const is = matches(record);
    if (!was && !is) return [];
    shown += Number(is) - Number(was);
    const index = lastIndexAtMost(items, record.row, placeOf);
    items.splice(was ? index : index + 1, was ? 1 : 0, ...(is ? [record] : []));
    return [{ before: was ? before : null, after: is ? record : null }];
  };
  const follow = (change: ListChange) => {
    recent.clear();
    if (change.type === 'forgotten') finder.forget(change.throughRow);
    if (change.type === 'records') return changed({ type: 'records', changes: change.changes.flatMap(place) });
    if (change.type === 'all') rebuild(records.all());
    if (change.type === 'mark') items.splice(lastIndexAtMost(items, placeOf(change.mark), placeOf) + 1, 0, change.mark);
    changed({ type: 'all' });
  };

  const stopListening = records.listen(follow);
  const apply = (next: ReadFilter) => {
    matches = compileFilter(next, finder);
    const narrower = next !== applied && isNarrower(next, applied);
    const passedBefore = narrower ? (recent.find(applied) ?? items.filter(isRecord)) : null;
    applied = next;
    rebuild(passedBefore ?? records.all());
    isSearching.value = false;
    changed({ type: 'all' });
  };
  /** What was typed meanwhile counts. */
  const applyWhenReady = () => {
    isSearching.value = true;
    whenTextsAreReady(() => {
      if (isSearching.peek()) apply(filter.applied.peek());
    });
  };
  const stopEffect = effect(() => {
    const next = filter.applied.value;
    untracked(() => (asksForText(next) ? applyWhenReady() : apply(next)));
  });
  const read = <Value>(value: () => Value) =>
    computed(() => {
      version.value;
      return value();
    });
  return {
    version,
    length: read(() => items.length),
    shown: read(() => shown),
    isSearching,
    at: (index) => items[index],
    indexOfRow(row) {
      const index = lastIndexAtMost(items, row, placeOf);
      const item = items[index];
      return item && !isMark(item) && item.row === row ? index : -1;
    },
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

function merge(records: readonly TelemetryRecord[], marks: readonly NavigationMark[]): ListItem[] {
  const parts: (ListItem | readonly ListItem[])[] = [];
  let next = 0;
  for (const mark of marks) {
    const end = Math.max(next, lastIndexAtMost(records, mark.afterRow, placeOf) + 1);
    parts.push(records.slice(next, end), mark);
    next = end;
  }
  return ([] as ListItem[]).concat(...parts, records.slice(next));
}
