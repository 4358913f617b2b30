import type { ReadonlySignal } from '@preact/signals';
import type { RecordChange } from '#core/journey/record-list';
import type { ParsedFilter } from '#core/query/event-filter';
import { hidesAny } from '#core/query/hidden-events';
import type { SearchIndex } from '#core/query/search/search-index';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { FullRecords } from '../full-records';
import type { Records } from '../record-store';
import type { RowsWithNavigations } from '../rows-with-navigations';
import { createStoredMatches } from '../stored-matches';

export interface VisibleRecordChange {
  /** The event before the change, or null if it was hidden. */
  readonly before: JudgedRecord | null;
  /** The current state of the event, or null if it is hidden. */
  readonly after: JudgedRecord | null;
}

interface FilteredRowsDeps {
  readonly records: Records;
  readonly fullRecords: FullRecords;
  readonly search: SearchIndex;
  /** The rows that pass. */
  readonly rows: RowsWithNavigations;
  /** Called when full records have been read. `update` changes the rows, and returns the changes. */
  readonly onStoredResults: (update: () => readonly VisibleRecordChange[]) => void;
}

/** Keeps the rows that pass the filter up to date. */
interface FilteredRows {
  /** Applies a filter to all records. */
  apply(filter: ParsedFilter): void;
  /** Applies the filter to changed records. */
  change(changes: readonly RecordChange<JudgedRecord>[]): readonly VisibleRecordChange[];
  updateNavigations(): void;
  /** Number of events that the filter still has to read from the capture store. */
  readonly storedToSearch: ReadonlySignal<number>;
  stop(): void;
}

export function createFilteredRows(deps: FilteredRowsDeps): FilteredRows {
  const { records, fullRecords, search, rows, onStoredResults } = deps;
  const storedMatches = createStoredMatches({
    records,
    fullRecords,
    hasFact: search.hasFact,
    onFound: (foundRows) => onStoredResults(() => foundRows.flatMap(updateStored)),
  });
  /** Whether a record passes. If its long values are not in memory, uses the result for its full values. */
  const passes = (record: JudgedRecord): boolean => {
    const storedResult = record.longValues === 'stored' ? storedMatches.find(record.row) : null;
    return storedResult ?? search.matches(record);
  };
  /** Adds or removes a line, once the full record has been read. */
  const updateStored = (row: number): readonly VisibleRecordChange[] => {
    const record = records.byRow(row);
    if (!record) return [];
    const wasShown = rows.indexOfRow(row) >= 0;
    const isShown = passes(record);
    if (wasShown === isShown) return [];
    if (isShown) rows.put(record);
    else rows.remove(row);
    return [{ before: wasShown ? record : null, after: isShown ? record : null }];
  };
  /**
   * Updates the results of stored rows.
   * If the values are evicted from memory, the result stays. If a stored row changes, it is searched again.
   */
  const updateStoredResult = ({ record, before }: RecordChange<JudgedRecord>): void => {
    if (record.longValues !== 'stored') return;
    if (before !== null && before.longValues === undefined) storedMatches.setResult(record.row, search.matches(before));
    else storedMatches.searchAgain(record.row);
  };
  const applyChange = ({ record, before }: RecordChange<JudgedRecord>): readonly VisibleRecordChange[] => {
    const wasShown = before !== null && passes(before);
    updateStoredResult({ record, before });
    const isShown = passes(record);
    if (!wasShown && !isShown) return [];
    if (isShown) rows.put(record);
    else rows.remove(record.row);
    return [{ before: wasShown ? before : null, after: isShown ? record : null }];
  };

  return {
    apply(filter) {
      rows.setRecords(search.apply(filter));
      rows.setNavigations(records.navigations(), isFiltering(filter));
      storedMatches.search(filter);
    },
    change: (changes) => changes.flatMap(applyChange),
    updateNavigations: () => rows.setNavigations(records.navigations(), isFiltering(search.appliedFilter())),
    storedToSearch: storedMatches.remaining,
    stop: storedMatches.stop,
  };
}

function isFiltering({ query, hidden }: ParsedFilter): boolean {
  return query.length > 0 || (hidden !== undefined && hidesAny(hidden));
}
