import type { RefObject, TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Selection } from '../../../lib/panel/selection';
import { isMark, type VisibleItems } from '../../../lib/panel/visible';
import { ROW_HEIGHT } from './use-virtual-rows';

export interface GridFocus {
  /** The line that Tab leads to. */
  readonly index: number;
  readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => void;
  /** Opens the event that was clicked. */
  readonly onClick: (event: TargetedMouseEvent<HTMLElement>) => void;
  /** The line that was just chosen and is still to be brought into view and focused. */
  readonly wanted: RefObject<number | null>;
}

/**
 * Roving focus over lines that come and go: the focus belongs to an event, not to a line number, so that new events
 * do not move it. Without one it is the open event's line, else the newest.
 */
export function useGridFocus(
  visible: VisibleItems,
  selection: Selection,
  scroller: RefObject<HTMLElement | null>,
): GridFocus {
  const [focused, setFocused] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const count = visible.length.value;
  const lineOf = (row: number | null) => (row === null ? -1 : visible.indexOfRow(row));
  const index = firstLine([markLine(focused, count), lineOf(focused), lineOf(selection.row.value), count - 1]);

  const moveTo = (line: number) => {
    const next = Math.max(0, Math.min(count - 1, line));
    const item = visible.at(next);
    if (!item) return;
    wanted.current = next;
    setFocused(isMark(item) ? -1 - next : item.row);
    if (!isMark(item) && selection.row.value !== null) selection.open(item.row);
  };
  const open = (row: number) => {
    wanted.current = visible.indexOfRow(row);
    setFocused(row);
    selection.open(row);
  };
  const onClick = (event: TargetedMouseEvent<HTMLElement>) => {
    const line = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null;
    const item = line ? visible.at(Number(line.dataset.line)) : undefined;
    if (item && !isMark(item)) open(item.row);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 1);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + page,
      PageUp: index - page,
      Home: 0,
      End: count - 1,
    };
    const to = moves[event.key];
    const item = visible.at(index);
    if (to !== undefined) moveTo(to);
    else if (event.key === 'Enter' && item && !isMark(item)) open(item.row);
    else if (event.key === 'Escape') selection.close();
    else return;
    event.preventDefault();
  };

  return { index, onKeyDown, onClick, wanted };
}

/** Brings the wanted line into view and focuses it, once it is drawn. */
export function useRevealing(
  focus: GridFocus,
  scroller: RefObject<HTMLElement | null>,
  reveal: (line: number) => void,
) {
  useLayoutEffect(() => {
    const line = focus.wanted.current;
    if (line === null) return;
    reveal(line);
    const row = scroller.current?.querySelector<HTMLElement>(`[data-line="${line}"]`);
    if (!row) return;
    focus.wanted.current = null;
    row.focus({ preventScroll: true });
  });
}

/** Marks have no row number: a focused one is kept as -1 - line. */
function markLine(focused: number | null, count: number): number {
  return focused !== null && focused < 0 && -1 - focused < count ? -1 - focused : -1;
}

function firstLine(lines: readonly number[]): number {
  return lines.find((line) => line >= 0) ?? 0;
}
