import type { Signal } from '@preact/signals';
import type { RefObject, TargetedFocusEvent, TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import { findKeyAction } from '#components/panel/app/view-keys.ts';
import type { FullRecords } from '../full-records';
import { isGroupLine, isRecordLine, type Lines, lineKey } from '../order/list-lines';
import type { Selection } from '../selection';
import { extendSelection, listKeys, rowAt } from './list-keys';
import { ROW_HEIGHT_PX } from './use-virtual-rows';

export interface GridFocus {
  /** Index of the line that is the tab stop. */
  readonly index: number;
  readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => void;
  /** Handles the Tab key, too, so that the focused event keeps the focus when newer events arrive. */
  readonly onFocusIn: (event: TargetedFocusEvent<HTMLElement>) => void;
  /** Opens the clicked event. With Shift or Ctrl, changes the selection instead. */
  readonly onClick: (event: TargetedMouseEvent<HTMLElement>) => void;
  readonly onContextMenu: (event: TargetedMouseEvent<HTMLElement>) => void;
  /** The last selected line, if it still has to be scrolled into view and focused. */
  readonly lineToReveal: RefObject<number | null>;
}

interface GridFocusOptions {
  readonly lines: Lines;
  readonly selection: Selection;
  readonly fullRecords: FullRecords;
  /** The row to focus now. */
  readonly rowToFocus: Signal<number | null>;
  readonly commands: AppCommands;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly openMenu: (x: number, y: number) => void;
}

interface FocusedLine {
  readonly key: number | string;
  readonly index: number;
}

/**
 * Roving focus over lines that are added and removed.
 * The focus belongs to an event, not to a line number, so that new events do not move the focus. Initially the open
 * event has the focus, else the last line, or the first line of a sorted list.
 */
export function useGridFocus({
  lines,
  selection,
  fullRecords,
  rowToFocus,
  commands,
  scroller,
  openMenu,
}: GridFocusOptions): GridFocus {
  const [focusedLine, setFocusedLine] = useState<FocusedLine | null>(null);
  const lineToReveal = useRef<number | null>(null);
  const count = lines.length.value;
  const openRow = selection.row.value;
  const openIndex = openRow === null ? -1 : lines.indexOfRow(openRow);
  const initialIndex = lines.isInArrivalOrder.value ? count - 1 : 0;
  const index = [indexOfFocused(focusedLine, lines), openIndex, initialIndex].find((line) => line >= 0) ?? 0;

  const focusLine = (next: number) => {
    const line = lines.at(next);
    if (!line) return;
    lineToReveal.current = next;
    setFocusedLine({ key: lineKey(line), index: next });
  };
  const nextRow = rowToFocus.value;
  useLayoutEffect(() => {
    if (nextRow === null) return;
    rowToFocus.value = null;
    focusLine(lines.indexOfRow(nextRow));
  }, [nextRow]);
  const moveTo = (next: number, isExtending: boolean) => {
    const row = rowAt(lines, next);
    if (isExtending) extendSelection(next, index, lines, selection);
    else if (row !== null && openRow !== null) selection.open(row);
    else if (row !== null) selection.select([], row);
    focusLine(next);
  };
  const select = (next: number, { shiftKey, ctrlKey, metaKey }: Modifiers) => {
    const line = lines.at(next);
    if (!line) return;
    if (isGroupLine(line)) lines.toggleGroup(line.group, !line.isOpen);
    else if (shiftKey) extendSelection(next, index, lines, selection);
    else if (isRecordLine(line) && (ctrlKey || metaKey)) selection.toggle(line.row);
    else if (isRecordLine(line)) selection.open(line.row);
    focusLine(next);
  };
  const onContextMenu = (event: TargetedMouseEvent<HTMLElement>) => {
    event.preventDefault();
    const element = lineElement(event.target);
    const row = element && rowAt(lines, Number(element.dataset.line));
    if (!element || row === null) return;
    if (!selection.rows.value.has(row)) selection.select([row], row);
    setFocusedLine({ key: row, index: Number(element.dataset.line) });
    const { left, bottom } = element.getBoundingClientRect();
    if (event.clientX === 0 && event.clientY === 0) openMenu(left + 24, bottom);
    else openMenu(event.clientX, event.clientY);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const pageSize = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT_PX) - 1);
    const open = () => select(index, noModifiers);
    const target = { index, count, pageSize, lines, selection, fullRecords, commands, moveTo, focusLine, open };
    const action = event.altKey ? null : findKeyAction(listKeys, event, target);
    if (!action) return;
    event.preventDefault();
    action();
  };
  return {
    index,
    lineToReveal,
    onContextMenu,
    onKeyDown,
    onFocusIn({ target }) {
      const next = Number(lineElement(target)?.dataset.line ?? -1);
      const line = lines.at(next);
      if (line && lineKey(line) !== focusedLine?.key) setFocusedLine({ key: lineKey(line), index: next });
    },
    onClick(event) {
      const element = lineElement(event.target);
      if (element) select(Number(element.dataset.line), event);
    },
  };
}

type Modifiers = Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>;
const noModifiers: Modifiers = { shiftKey: false, ctrlKey: false, metaKey: false };

/** Scrolls `lineToReveal` into view, and focuses the line once it is rendered. */
export function useRevealRow(
  focus: GridFocus,
  scroller: RefObject<HTMLElement | null>,
  reveal: (line: number) => void,
) {
  useLayoutEffect(() => {
    const line = focus.lineToReveal.current;
    if (line === null) return;
    reveal(line);
    const row = scroller.current?.querySelector<HTMLElement>(`[data-line="${line}"]`);
    if (!row) return;
    focus.lineToReveal.current = null;
    row.focus({ preventScroll: true });
  });
}

function lineElement(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
}

/** Returns the index of the focused line; -1 if it was removed. */
function indexOfFocused(focused: FocusedLine | null, lines: Lines): number {
  if (focused === null) return -1;
  if (typeof focused.key === 'number') return lines.indexOfRow(focused.key);
  const line = lines.at(focused.index);
  if (line && lineKey(line) === focused.key) return focused.index;
  return focused.key.startsWith('group ') ? lines.indexOfGroup(focused.key.slice('group '.length)) : -1;
}
