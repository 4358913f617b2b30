/** Rows in the order of their last changes, each once. */
export interface ChangedRows {
  /** Notes a change of a row. */
  note(row: number): void;
  /** Counts the removal of rows, after which only those that are still held are returned. Returns its number. */
  remove(isHeld: (row: number) => boolean): number;
  /** The number of the last change. */
  last(): number;
  /**
   * The rows that changed after a change, the earliest change first, up to one that `takes` refuses.
   * With them comes the number of the last change that they cover.
   */
  after(sequence: number, takes: (row: number) => boolean): ChangedPart;
}

/** Rows that changed. */
interface ChangedPart {
  readonly rows: readonly number[];
  /** Whoever knows these rows knows all changes up to this one. */
  readonly last: number;
  /** How many later changes there are; a row that changed several times since counts as often at most. */
  readonly more: number;
}

/** Compacting more often would cost more than the few numbers do. */
const MIN_COMPACTED = 1_000;

/** Creates an empty list of changed rows: two numbers a change, and as many a row. */
export function createChangedRows(): ChangedRows {
  let last = 0;
  let rows: number[] = [];
  let sequences: number[] = [];
  /** The last change of each row. */
  const latest = new Map<number, number>();
  const isLatest = (row: number, index: number): boolean => latest.get(row) === sequences[index];
  const compact = (): void => {
    if (rows.length < MIN_COMPACTED + 2 * latest.size) return;
    const current = rows.map(isLatest);
    rows = rows.filter((_, index) => current[index]);
    sequences = sequences.filter((_, index) => current[index]);
  };
  const indexAfter = (sequence: number): number => {
    let [from, to] = [0, sequences.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((sequences[middle] ?? 0) > sequence) to = middle;
      else from = middle + 1;
    }
    return from;
  };
  return {
    note(row) {
      last += 1;
      rows.push(row);
      sequences.push(last);
      latest.set(row, last);
      compact();
    },
    remove(isHeld) {
      for (const row of [...latest.keys()]) if (!isHeld(row)) latest.delete(row);
      compact();
      last += 1;
      return last;
    },
    last: () => last,
    after(sequence, takes) {
      const found: number[] = [];
      let index = indexAfter(sequence);
      for (; index < rows.length; index += 1) {
        const row = rows[index] ?? 0;
        if (!isLatest(row, index)) continue;
        if (!takes(row)) break;
        found.push(row);
      }
      const isAll = index === rows.length;
      return { rows: found, last: isAll ? last : (sequences[index - 1] ?? sequence), more: rows.length - index };
    },
  };
}
