import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { FilterModel } from '#components/panel/filter/filter.ts';
import type { ListChange } from '#core/journey/record-list';
import { queryOfChips, queryWithoutChips } from '#core/query/chip-terms';
import type { Matcher } from '#core/query/compile-query';
import type { Query } from '#core/query/query';
import { type Counter, type Counts, createCounter } from '#core/stream/counts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { findLastIndexAtMost } from '#core/util/binary-search';
import type { Cancel, Scheduler } from '#core/util/scheduler';
import { defineListSection } from './list-section';
import type { Records } from './record-store';
import type { VisibleItems } from './visible-rows';

/** Counts that each chip would show under the other terms of the filter; `null` without a filter. */
export interface ChipCounts {
  readonly states: ReadonlySignal<Counts | null>;
  readonly kinds: ReadonlySignal<Counts | null>;
  stop(): void;
}

interface ChipCountDeps {
  readonly records: Records;
  readonly filter: Pick<FilterModel, 'applied'>;
  readonly visible: Pick<VisibleItems, 'subscribe' | 'matcherOf'>;
  readonly scheduler: Pick<Scheduler, 'setTimer' | 'whenIdle'>;
}

/** At 100,000 events the whole count takes 50 idle tasks of about 1 ms. */
const BATCH_SIZE = 2_000;

/** While the user types, each key would start a count that the next key cancels. */
const TYPING_DELAY_MS = 150;

/**
 * Counts a filtered list while the panel is idle and the user does not type.
 * Later records are added one by one.
 */
export function createChipCounts({ records, filter, visible, scheduler }: ChipCountDeps): ChipCounts {
  const finishedCount = signal<FilteredCount | null>(null);
  let currentCount: FilteredCount | null = null;
  let cancel: Cancel = () => undefined;
  const run = (count: FilteredCount): void => {
    if (count.addBatch(records.all())) {
      finishedCount.value = count;
      return;
    }
    runWhenIdle(count);
  };
  const runWhenIdle = (count: FilteredCount): void => {
    cancel = scheduler.whenIdle(() => run(count));
  };
  const restart = (): void => {
    cancel();
    const { query, hidden } = filter.applied.peek();
    const showsAll = query.length === 0 && hidden === undefined;
    const matcherOf = (terms: Query) => visible.matcherOf(hidden ? { query: terms, hidden } : { query: terms });
    const count = showsAll ? null : createFilteredCount(query, matcherOf);
    currentCount = count;
    if (count === null) finishedCount.value = null;
    else cancel = scheduler.setTimer(TYPING_DELAY_MS, () => runWhenIdle(count));
  };
  const unsubscribeRecords = records.subscribe((change) => currentCount?.applyChange(change));
  const unsubscribeVisible = visible.subscribe((change) => {
    if (change.type === 'all') restart();
  });
  /** A counter is mutated in place, so the version of the records notifies subscribers of its changes. */
  const current = computed(() => ({ version: records.version.value, count: finishedCount.value }));
  const countsOf = (counterOf: (count: FilteredCount) => Counter) =>
    computed(() => {
      const { count } = current.value;
      return count && counterOf(count).snapshot();
    });
  return {
    states: countsOf(({ states }) => states),
    kinds: countsOf(({ kinds }) => kinds),
    stop() {
      cancel();
      unsubscribeRecords();
      unsubscribeVisible();
    },
  };
}

interface FilteredCount {
  readonly states: Counter;
  readonly kinds: Counter;
  /** Adds the next records of the list. Returns whether all have been added. */
  addBatch(all: readonly JudgedRecord[]): boolean;
  applyChange(change: ListChange<JudgedRecord>): void;
}

const rowOf = ({ row }: JudgedRecord) => row;

function createFilteredCount(query: Query, matcherOf: (query: Query) => Matcher): FilteredCount {
  const otherTerms = queryWithoutChips(queryWithoutChips(query, 'is'), 'kind');
  const passesOtherTerms = matcherOf(otherTerms);
  const hasState = matcherOf(queryOfChips(query, 'is'));
  const hasKind = matcherOf(queryOfChips(query, 'kind'));
  const states = createCounter();
  // Without a pressed chip both counts are the same.
  const kinds = otherTerms.length === query.length ? states : createCounter();
  let countedThroughRow = -1;
  const count = (record: JudgedRecord, operation: 'add' | 'remove'): void => {
    if (!passesOtherTerms(record)) return;
    if (hasKind(record)) states[operation](record);
    if (kinds !== states && hasState(record)) kinds[operation](record);
  };
  return {
    states,
    kinds,
    addBatch(all) {
      const from = findLastIndexAtMost(all, countedThroughRow, rowOf) + 1;
      for (const record of all.slice(from, from + BATCH_SIZE)) {
        count(record, 'add');
        countedThroughRow = record.row;
      }
      const isDone = from + BATCH_SIZE >= all.length;
      if (isDone) countedThroughRow = Number.POSITIVE_INFINITY;
      return isDone;
    },
    applyChange(change) {
      if (change.type !== 'records') return;
      for (const { record, before } of change.changes) {
        if (record.row > countedThroughRow) continue;
        if (before) count(before, 'remove');
        count(record, 'add');
      }
    },
  };
}

export const chipCountsSection = defineListSection((list) => {
  const counts = createChipCounts(list);
  list.onStop(counts.stop);
  return counts;
});
