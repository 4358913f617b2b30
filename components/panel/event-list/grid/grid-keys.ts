import { type GroupLine, isGroupLine, isRecordLine, type Line, type Lines } from '../order/list-lines';
import type { Selection } from '../selection';

/** Where a key leads from a line; undefined for a key that leads nowhere. */
export function lineAfterKey(key: string, index: number, count: number, page: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}

/** All events from one line to another, ends included, whichever comes first. */
function rowsBetween(lines: Lines, one: number, other: number): readonly number[] {
  const rows: number[] = [];
  for (let index = Math.min(one, other); index <= Math.max(one, other); index += 1) {
    const line = lines.at(index);
    if (line && isRecordLine(line)) rows.push(line.row);
  }
  return rows;
}

/** Selects from where the selection began to a line; the first such step begins where one is. */
export function extendTo(line: number, from: number, lines: Lines, selection: Selection): void {
  const anchorRow = selection.anchor.value;
  const anchorLine = anchorRow === null ? -1 : lines.indexOfRow(anchorRow);
  const start = anchorLine >= 0 ? anchorLine : from;
  const rows = rowsBetween(lines, start, line);
  const begin = rowAt(lines, start) ?? rows[0];
  if (begin !== undefined) selection.choose(rows, rowAt(lines, line) ?? begin, begin);
}

/** Selects every event that is shown. */
export function selectAll(lines: Lines, lead: number, selection: Selection): void {
  selection.choose(rowsBetween(lines, 0, lines.length.peek() - 1), rowAt(lines, lead) ?? 0);
}

export function rowAt(lines: Lines, index: number): number | null {
  const line = lines.at(index);
  return line && isRecordLine(line) ? line.row : null;
}

/** What left and right do in a grouped list: close and open a group, and lead from an event to its group. */
export function groupKey(
  key: string,
  index: number,
  lines: Lines,
): { readonly group: GroupLine; readonly open: boolean } | number | null {
  const line = lines.at(index);
  if (!line || lines.groupBy.peek() === 'none') return null;
  if (isGroupLine(line)) {
    if (key === 'ArrowRight' && !line.open) return { group: line, open: true };
    if (key === 'ArrowLeft' && line.open) return { group: line, open: false };
    if (key === 'Enter' || key === ' ') return { group: line, open: !line.open };
    return null;
  }
  return key === 'ArrowLeft' ? headOf(index, lines) : null;
}

function headOf(index: number, lines: Lines): number {
  let head = index;
  let line: Line | undefined = lines.at(head);
  while (head > 0 && line && !isGroupLine(line)) {
    head -= 1;
    line = lines.at(head);
  }
  return head;
}
