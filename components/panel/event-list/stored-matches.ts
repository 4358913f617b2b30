import { type ReadonlySignal, signal } from '@preact/signals';
import { filterLanguage } from '#components/panel/filter/filter-language.ts';
import type { ParsedFilter } from '#core/query/event-filter';
import type { HasFact } from '#core/query/finder';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { FullRecords } from './full-records';
import type { Records } from './record-store';

/**
 * Filters rows whose long values are in the capture store.
 * Each row is read once per filter, one after the other, so that at most one row is in memory.
 */
export interface StoredMatches {
  /** Number of rows that are still to be read. */
  readonly remaining: ReadonlySignal<number>;
  /** Whether a row passes the filter, or `null` if the row is not read yet. */
  find(row: number): boolean | null;
  /** Stores the result for a row when its values are evicted from memory. */
  setResult(row: number, passes: boolean): void;
  /** Searches all stored rows with a new filter, and stops the previous search. */
  search(filter: ParsedFilter): void;
  /** Searches a changed row again. */
  searchAgain(row: number): void;
  stop(): void;
}

interface StoredMatchesDeps {
  readonly records: Pick<Records, 'all' | 'byRow' | 'hasStoredValues'>;
  readonly fullRecords: Pick<FullRecords, 'read'>;
  readonly hasFact: HasFact;
  /** Called with rows whose results are new. */
  readonly onFound: (rows: readonly number[]) => void;
}

/** Number of rows that are reported together, because each report may render the list. */
const BATCH_SIZE = 20;

export function createStoredMatches({ records, fullRecords, hasFact, onFound }: StoredMatchesDeps): StoredMatches {
  const results = new Map<number, boolean>();
  const remaining = signal(0);
  let isRunning = false;
  const waitingRows = new Set<number>();
  /** Incremented with every filter. A search of an earlier filter ends when it notices the change. */
  let searchNumber = 0;
  let filter: ParsedFilter | null = null;

  const read = async (row: number): Promise<JudgedRecord | null> => {
    const record = records.byRow(row);
    return record?.longValues === 'stored' ? fullRecords.read(record) : null;
  };
  const searchWaiting = async (searchedFilter: ParsedFilter): Promise<void> => {
    const ownNumber = searchNumber;
    const code = await filterLanguage.load();
    // The rows may already belong to a later search.
    if (ownNumber !== searchNumber) return;
    const matches = code?.compileFilter(searchedFilter, hasFact);
    let newResults: number[] = [];
    for (const row of waitingRows) {
      // The row is deleted before it is read, because a row that changes meanwhile is added again.
      waitingRows.delete(row);
      const record = await read(row);
      if (ownNumber !== searchNumber) return;
      if (record === null || !matches) continue;
      results.set(row, matches(record));
      newResults.push(row);
      if (newResults.length < BATCH_SIZE) continue;
      remaining.value = waitingRows.size;
      onFound(newResults);
      newResults = [];
    }
    if (ownNumber !== searchNumber) return;
    isRunning = false;
    remaining.value = 0;
    if (newResults.length > 0) onFound(newResults);
  };
  const start = (): void => {
    if (filter === null || waitingRows.size === 0 || isRunning) return;
    isRunning = true;
    remaining.value = waitingRows.size;
    void searchWaiting(filter);
  };
  const reset = (): void => {
    searchNumber += 1;
    results.clear();
    waitingRows.clear();
    isRunning = false;
    remaining.value = 0;
  };

  return {
    remaining,
    find: (row) => results.get(row) ?? null,
    setResult(row, passes) {
      if (filter !== null) results.set(row, passes);
    },
    search(next) {
      reset();
      filter = next.query.length === 0 ? null : next;
      if (filter === null) return;
      if (!records.hasStoredValues()) return;
      for (const { row, longValues } of records.all()) if (longValues === 'stored') waitingRows.add(row);
      start();
    },
    searchAgain(row) {
      if (filter === null) return;
      waitingRows.add(row);
      start();
    },
    stop: reset,
  };
}
