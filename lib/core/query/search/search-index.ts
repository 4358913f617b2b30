import type { ListChange, RecordList } from '#core/journey/record-list';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Scheduler } from '#core/util/scheduler';
import { compileFilter } from '../compile-filter';
import type { Matcher } from '../compile-query';
import type { ReadFilter } from '../event-filter';
import { createIndexedFinder } from './indexed-finder';
import { isRefinementOf } from './query-refinement';
import { createQueryResultCache } from './query-result-cache';
import { createSearchTextCache } from './search-text-cache';

/**
 * Finds the records of one list that pass a filter, as {@link compileFilter} decides for each.
 * It reuses results between keystrokes. docs/search.md describes the design.
 */
export interface SearchIndex {
  /** The filter that was applied last. */
  applied(): ReadFilter;
  /** What passes, in the order of rows; whoever wants to change the result copies it. */
  apply(filter: ReadFilter): readonly JudgedRecord[];
  /** Whether a record passes the filter that was applied last. */
  matches(record: JudgedRecord): boolean;
  /** How many records pass; what is applied stays. */
  count(filter: ReadFilter): number;
  /** Makes a test of a filter, with what is known of the records; what is applied stays. */
  matcherOf(filter: ReadFilter): Matcher;
  /**
   * Makes the texts of the records, a few at a time.
   * Call when a user goes to the filter: who never filters pays nothing.
   */
  prepare(): void;
  /**
   * Calls back as soon as the filter can be applied without a pause; at once if so.
   * Only the last caller is called.
   */
  whenReady(filter: ReadFilter, call: () => void): void;
  stop(): void;
}

/** What a search needs: its list, and which records pass the filter now. */
export interface SearchIndexDeps {
  readonly records: Pick<RecordList<JudgedRecord>, 'all' | 'listen'>;
  readonly scheduler: Pick<Scheduler, 'nextTask'>;
  readonly filter: ReadFilter;
  /** The records that pass the filter that was applied last, as they are now. */
  readonly passing: () => readonly JudgedRecord[];
}

/** Creates the search of one list, updated with its records and its filter (`docs/search.md`). */
export function createSearchIndex({ records, scheduler, filter, passing }: SearchIndexDeps): SearchIndex {
  const finder = createIndexedFinder();
  const texts = createSearchTextCache(records, finder, scheduler);
  const recent = createQueryResultCache();
  let applied = filter;
  let matches: Matcher = compileFilter(filter, finder);

  const follow = (change: ListChange<JudgedRecord>): void => {
    recent.clear();
    if (change.type === 'cleared' || change.type === 'forgotten') finder.forget(change.throughRow);
  };
  const stop = records.listen(follow);

  return {
    applied: () => applied,
    apply(next) {
      const candidates = next !== applied && isRefinementOf(next, applied) ? passing() : records.all();
      applied = next;
      matches = compileFilter(next, finder);
      const found = recent.find(next) ?? filtered(candidates, matches);
      const result = found === records.all() ? [...found] : found;
      recent.keep(next, result);
      return result;
    },
    matches: (record) => matches(record),
    count(other) {
      const passes = compileFilter(other, finder);
      return records.all().reduce((count, record) => count + Number(passes(record)), 0);
    },
    matcherOf: (other) => compileFilter(other, finder),
    prepare: texts.prepare,
    whenReady: ({ query }, call) =>
      query.some(({ key }) => key === null) ? texts.whenReady(call) : texts.skipWaiting(call),
    stop,
  };
}

/** Returns `candidates` itself if all of them pass. */
function filtered(candidates: readonly JudgedRecord[], matches: Matcher): readonly JudgedRecord[] {
  const firstOut = candidates.findIndex((record) => !matches(record));
  if (firstOut < 0) return candidates;
  const passed = candidates.slice(0, firstOut);
  for (let index = firstOut + 1; index < candidates.length; index += 1) {
    const record = candidates[index];
    if (record && matches(record)) passed.push(record);
  }
  return passed;
}
