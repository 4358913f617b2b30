import { findLastIndexAtMost } from '#core/util/binary-search';

interface Row {
  readonly row: number;
}

const rowOf = ({ row }: Row) => row;

/**
 * Returns the index of the last record with a row of at most `row`, or -1.
 * First tries the index for a list without gaps, which is the common case.
 */
export function findLastRowAtMost(records: readonly Row[], row: number): number {
  const index = row - (records[0]?.row ?? 0);
  if (index >= 0 && index < records.length && records[index]?.row === row) return index;
  return findLastIndexAtMost(records, row, rowOf);
}
