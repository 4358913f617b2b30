import type { JudgedRecord } from '#core/stream/judged-record';
import { isMark } from './rows-with-navigations';
import type { ItemLookup } from './visible-rows';

/** From so many on, going through the lines once is cheaper than looking each row up. */
const MIN_FOR_FULL_SCAN = 2000;

/** The events of the given rows that are shown, in the order of their rows. */
export function selectedOf(rows: ReadonlySet<number>, visible: ItemLookup): readonly JudgedRecord[] {
  const lines = rows.size > MIN_FOR_FULL_SCAN ? everyLine(visible) : linesOfRows(rows, visible);
  const selected: JudgedRecord[] = [];
  for (const line of lines) {
    const item = visible.at(line);
    if (item && !isMark(item) && rows.has(item.row)) selected.push(item);
  }
  return selected;
}

function* everyLine({ length }: ItemLookup): Iterable<number> {
  for (let line = 0; line < length; line += 1) yield line;
}

function linesOfRows(rows: ReadonlySet<number>, visible: ItemLookup): readonly number[] {
  return [...rows].sort((one, other) => one - other).map((row) => visible.indexOfRow(row));
}
