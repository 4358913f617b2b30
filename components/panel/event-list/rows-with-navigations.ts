import type { Navigation } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { findLastIndexAtMost } from '#core/util/binary-search';
import { findLastRowAtMost } from './row-lookup';

/** A line of the list: an event or a navigation. */
export type ListItem = JudgedRecord | Navigation;

export function isNavigation(item: ListItem): item is Navigation {
  return 'afterRow' in item;
}

/**
 * Events in the order of their rows, and navigations.
 * A navigation is between the row that it names and the next one.
 */
export interface RowsWithNavigations {
  /** Sets the list without a copy: 100,000 events are set with every key press in the filter. */
  setRecords(records: readonly JudgedRecord[]): void;
  /**
   * Sets the navigations without a copy. Call it again whenever the navigations have changed.
   * A filtered list shows a navigation only if there are events between it and the next navigation.
   */
  setNavigations(navigations: readonly Navigation[], isFiltered?: boolean): void;
  /** Inserts an event, or replaces the one with the same row. */
  put(record: JudgedRecord): void;
  remove(row: number): void;
  /** Returns the events alone. The returned array is not mutated later. */
  records(): readonly JudgedRecord[];
  /** Number of lines that are events. */
  count(): number;
  /** Returns the listed navigations, in order. */
  navigations(): readonly Navigation[];
  length(): number;
  at(index: number): ListItem | undefined;
  /** Line of an event, or -1 if the list does not contain it. */
  indexOfRow(row: number): number;
}

/** Position of a navigation: its line, and how many events precede it. */
interface NavigationPosition {
  readonly navigation: Navigation;
  readonly line: number;
  readonly precedingCount: number;
}

const lineOf = ({ line }: NavigationPosition) => line;
const precedingCountOf = ({ precedingCount }: NavigationPosition) => precedingCount;

export function createRowsWithNavigations(): RowsWithNavigations {
  let records: readonly JudgedRecord[] = [];
  /** A copy of the list that may be mutated; null until the first change. */
  let ownCopy: JudgedRecord[] | null = null;
  let navigations: readonly Navigation[] = [];
  let isFiltered = false;
  /** Null until they are computed on demand. */
  let positions: readonly NavigationPosition[] | null = null;

  const computePositions = (): readonly NavigationPosition[] => {
    if (positions) return positions;
    let precedingCount = 0;
    const all = navigations.map((navigation) => {
      precedingCount = Math.max(precedingCount, findLastRowAtMost(records, navigation.afterRow) + 1);
      return { navigation, precedingCount };
    });
    const hasEvents = (index: number) =>
      (all[index + 1]?.precedingCount ?? records.length) > (all[index]?.precedingCount ?? 0);
    const listedPositions = isFiltered ? all.filter((_, index) => hasEvents(index)) : all;
    positions = listedPositions.map((position, index) => ({ ...position, line: position.precedingCount + index }));
    return positions;
  };
  const change = (edit: (own: JudgedRecord[]) => void): void => {
    ownCopy ??= [...records];
    edit(ownCopy);
    records = ownCopy;
    positions = null;
  };
  return {
    setRecords(next) {
      records = next;
      ownCopy = null;
      positions = null;
    },
    setNavigations(next, hasFilter = false) {
      navigations = next;
      isFiltered = hasFilter;
      positions = null;
    },
    put(record) {
      const index = findLastRowAtMost(records, record.row);
      change((all) => {
        if (all[index]?.row === record.row) all[index] = record;
        else all.splice(index + 1, 0, record);
      });
    },
    remove(row) {
      const index = findLastRowAtMost(records, row);
      if (records[index]?.row === row) change((all) => all.splice(index, 1));
    },
    records() {
      ownCopy = null;
      return records;
    },
    count: () => records.length,
    navigations: () => (isFiltered ? computePositions().map(({ navigation }) => navigation) : navigations),
    length: () => records.length + (isFiltered ? computePositions() : navigations).length,
    at(line) {
      const all = computePositions();
      const last = findLastIndexAtMost(all, line, lineOf);
      return all[last]?.line === line ? all[last].navigation : records[line - last - 1];
    },
    indexOfRow(row) {
      const index = findLastRowAtMost(records, row);
      if (records[index]?.row !== row) return -1;
      return index + findLastIndexAtMost(computePositions(), index, precedingCountOf) + 1;
    },
  };
}
