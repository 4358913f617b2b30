import type { StreamChange } from './stream-rule';

/** Knows which rows the findings of a stream are about or refer to. */
export interface RowsWithFindings {
  /** Takes a change of the findings. Returns the rows that have findings now and had none before, or the other way round. */
  apply(change: StreamChange): readonly number[];
  has(row: number): boolean;
}

/** Creates what knows the rows of findings: two numbers a row that has any, and the rows of each finding. */
export function createRowsWithFindings(): RowsWithFindings {
  const rowsOfKey = new Map<string, readonly number[]>();
  const counts = new Map<number, number>();
  const count = (row: number, by: 1 | -1): void => {
    const next = (counts.get(row) ?? 0) + by;
    if (next === 0) counts.delete(row);
    else counts.set(row, next);
  };
  return {
    apply({ found, withdrawn }) {
      if (found.length + withdrawn.length === 0) return NO_ROWS;
      const had = new Map<number, boolean>();
      const change = (rows: readonly number[], by: 1 | -1) => {
        for (const row of rows) {
          if (!had.has(row)) had.set(row, counts.has(row));
          count(row, by);
        }
      };
      for (const key of withdrawn) {
        change(rowsOfKey.get(key) ?? NO_ROWS, -1);
        rowsOfKey.delete(key);
      }
      for (const { key, rows } of found) {
        change(rowsOfKey.get(key) ?? NO_ROWS, -1);
        rowsOfKey.set(key, rows);
        change(rows, 1);
      }
      return [...had].filter(([row, before]) => counts.has(row) !== before).map(([row]) => row);
    },
    has: (row) => counts.has(row),
  };
}

const NO_ROWS: readonly number[] = [];
