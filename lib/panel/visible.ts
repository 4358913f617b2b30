import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import type { NavigationMark, TelemetryRecord } from '../journey/record';
import { compileFilter, type FilterModel, isNarrower, type Matcher } from './filter';
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

/** The lines that the filter leaves, kept up to date change by change: only a new filter looks at all records again. */
export interface VisibleItems {
  /** Goes up with every change of the lines. */
  readonly version: ReadonlySignal<number>;
  readonly length: ReadonlySignal<number>;
  /** How many of the lines are events. */
  readonly shown: ReadonlySignal<number>;
  at(index: number): ListItem | undefined;
  /** Line of an event; -1 where the filter hides it. */
  indexOfRow(row: number): number;
  stop(): void;
}

export function createVisible(records: Records, filter: FilterModel): VisibleItems {
  let items: ListItem[] = [];
  let shown = 0;
  let matches: Matcher = () => true;
  let applied = filter.applied.peek();
  const version = signal(0);
  const changed = () => {
    version.value = version.peek() + 1;
  };

  const recent = createRecentResults();
  const rebuild = (candidates: readonly TelemetryRecord[]) => {
    const matching = recent.find(applied) ?? candidates.filter(matches);
    recent.keep(applied, matching);
    shown = matching.length;
    items = merge(matching, records.marks());
  };
  const place = ({ record, before }: RecordChange) => {
    const was = before !== null && matches(before);
    const is = matches(record);
    if (!was && !is) return;
    shown += Number(is) - Number(was);
    const index = lastIndexAtMost(items, record.row, placeOf);
    items.splice(was ? index : index + 1, was ? 1 : 0, ...(is ? [record] : []));
  };
  const follow = (change: ListChange) => {
    recent.clear();
    if (change.type === 'all') rebuild(records.all());
    if (change.type === 'records') change.changes.forEach(place);
    if (change.type === 'mark') items.splice(lastIndexAtMost(items, placeOf(change.mark), placeOf) + 1, 0, change.mark);
    changed();
  };

  const stopListening = records.listen(follow);
  const stopEffect = effect(() => {
    const next = filter.applied.value;
    matches = compileFilter(next);
    const narrower = next !== applied && isNarrower(next, applied);
    applied = next;
    untracked(() => rebuild(narrower ? items.filter(isRecord) : records.all()));
    changed();
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
    at: (index) => items[index],
    indexOfRow(row) {
      const index = lastIndexAtMost(items, row, placeOf);
      const item = items[index];
      return item && !isMark(item) && item.row === row ? index : -1;
    },
    stop() {
      stopListening();
      stopEffect();
    },
  };
}

function merge(records: readonly TelemetryRecord[], marks: readonly NavigationMark[]): ListItem[] {
  if (marks.length === 0) return [...records];
  const items: ListItem[] = [];
  let next = 0;
  for (const mark of marks) {
    for (let record = records[next]; record && record.row <= mark.afterRow; record = records[next]) {
      items.push(record);
      next += 1;
    }
    items.push(mark);
  }
  return items.concat(records.slice(next));
}
