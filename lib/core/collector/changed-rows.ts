import { findLastIndexAtMost } from '#core/util/binary-search';

/** Rows in the order of their last changes, without duplicates. */
export interface ChangedRows {
  /** Records a change of a row. */
  add(row: number): void;
  /** Drops the rows that are no longer stored. Counts as one change, and returns the number of this change. */
  remove(isStored: (row: number) => boolean): number;
  /** Returns the number of the last change. */
  last(): number;
  /**
   * Returns the rows that changed after change number `sequence`, in the order of their changes.
   * Stops at the first row for which `tryTake` returns false.
   */
  after(sequence: number, tryTake: (row: number) => boolean): ChangedPart;
}

/** Changed rows, and the changes that they cover. */
interface ChangedPart {
  readonly rows: readonly number[];
  /** Number of the last change that these rows cover. */
  readonly last: number;
  /** Number of later changes. A row that has changed several times may count several times. */
  readonly more: number;
}

/** Number of stored changes below which compacting would not pay. */
const MIN_COMPACTED_CHANGES = 1_000;

/** Creates an empty list of changed rows. It stores two numbers per change, and two per row. */
export function createChangedRows(): ChangedRows {
  let last = 0;
  let rows: number[] = [];
  let sequences: number[] = [];
  /** The last change of each row. */
  const latest = new Map<number, number>();
  const isLatest = (row: number, index: number): boolean => latest.get(row) === sequences[index];
  const compact = (): void => {
    if (rows.length < MIN_COMPACTED_CHANGES + 2 * latest.size) return;
    const current = rows.map(isLatest);
    rows = rows.filter((_, index) => current[index]);
    sequences = sequences.filter((_, index) => current[index]);
  };
  const indexAfter = (sequence: number): number => findLastIndexAtMost(sequences, sequence, (each) => each) + 1;
  return {
    add(row) {
      last += 1;
      rows.push(row);
      sequences.push(last);
      latest.set(row, last);
      compact();
    },
    remove(isStored) {
      for (const row of [...latest.keys()]) if (!isStored(row)) latest.delete(row);
      compact();
      last += 1;
      return last;
    },
    last: () => last,
    after(sequence, tryTake) {
      const matchingRows: number[] = [];
      let index = indexAfter(sequence);
      for (; index < rows.length; index += 1) {
        const row = rows[index] ?? 0;
        if (!isLatest(row, index)) continue;
        if (!tryTake(row)) break;
        matchingRows.push(row);
      }
      const isAll = index === rows.length;
      return { rows: matchingRows, last: isAll ? last : (sequences[index - 1] ?? sequence), more: rows.length - index };
    },
  };
}
