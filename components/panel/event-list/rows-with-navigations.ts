import type { NavigationMark } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { findLastIndexAtMost } from '#core/util/binary-search';
import { findLastRowAtMost } from './row-lookup';

/** A line of the list: an event, or the mark of a page load. */
export type ListItem = JudgedRecord | NavigationMark;

export function isMark(item: ListItem): item is NavigationMark {
  return 'afterRow' in item;
}

/**
 * Events in the order of their rows, with navigation marks.
 * A mark is between the row that it names and the next one.
 */
export interface RowsWithNavigations {
  /** Sets the list without a copy: 100,000 events are set with every key press in the filter. */
  setRecords(records: readonly JudgedRecord[]): void;
  /**
   * Sets the marks without a copy. Call it again whenever the marks have changed.
   * A filtered list shows a mark only if there are events between it and the next mark.
   */
  setMarks(marks: readonly NavigationMark[], isFiltered?: boolean): void;
  /** Inserts an event, or replaces the one with the same row. */
  put(record: JudgedRecord): void;
  remove(row: number): void;
  /** Returns the events alone. The returned array is not mutated later. */
  records(): readonly JudgedRecord[];
  /** Number of lines that are events. */
  count(): number;
  length(): number;
  at(index: number): ListItem | undefined;
  /** Line of an event, or -1 if the list does not contain it. */
  indexOfRow(row: number): number;
}

/** Position of a navigation mark: its line, and how many events precede it. */
interface MarkPosition {
  readonly mark: NavigationMark;
  readonly line: number;
  readonly before: number;
}

const lineOf = ({ line }: MarkPosition) => line;
const countBefore = ({ before }: MarkPosition) => before;

export function createRowsWithNavigations(): RowsWithNavigations {
  let records: readonly JudgedRecord[] = [];
  /** A copy of the list that may be mutated; null until the first change. */
  let ownCopy: JudgedRecord[] | null = null;
  let marks: readonly NavigationMark[] = [];
  let filtered = false;
  /** Computed on demand. */
  let positions: readonly MarkPosition[] | null = null;

  const positionsOfMarks = (): readonly MarkPosition[] => {
    if (positions) return positions;
    let before = 0;
    const all = marks.map((mark) => {
      before = Math.max(before, findLastRowAtMost(records, mark.afterRow) + 1);
      return { mark, before };
    });
    const hasEvents = (index: number) => (all[index + 1]?.before ?? records.length) > (all[index]?.before ?? 0);
    const shown = filtered ? all.filter((_, index) => hasEvents(index)) : all;
    positions = shown.map((position, index) => ({ ...position, line: position.before + index }));
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
    setMarks(next, isFiltered = false) {
      marks = next;
      filtered = isFiltered;
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
    length: () => records.length + (filtered ? positionsOfMarks() : marks).length,
    at(line) {
      const all = positionsOfMarks();
      const last = findLastIndexAtMost(all, line, lineOf);
      return all[last]?.line === line ? all[last].mark : records[line - last - 1];
    },
    indexOfRow(row) {
      const index = findLastRowAtMost(records, row);
      if (records[index]?.row !== row) return -1;
      return index + findLastIndexAtMost(positionsOfMarks(), index, countBefore) + 1;
    },
  };
}
