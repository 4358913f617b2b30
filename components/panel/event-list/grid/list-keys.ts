import type { AppCommands } from '#components/panel/app/app-commands.ts';
import { hasCtrl, indexAfterKey, isCtrlLetter, type ViewKey } from '#components/panel/app/view-keys.ts';
import { i18n } from '#i18n';
import { copySelected } from '../copy-selected';
import type { FullRecords } from '../full-records';
import type { GroupLine } from '../order/grouped-lines';
import { isGroupLine, isRecordLine, type Line, type Lines } from '../order/list-lines';
import type { Selection } from '../selection';

/** The list in which a key is pressed, and its actions. */
interface ListKeyTarget {
  /** The focused line. */
  readonly index: number;
  readonly count: number;
  /** Number of lines that PageUp and PageDown move. */
  readonly pageSize: number;
  readonly lines: Lines;
  readonly selection: Selection;
  readonly fullRecords: FullRecords;
  readonly commands: AppCommands;
  readonly moveTo: (line: number, isExtending: boolean) => void;
  readonly focusLine: (line: number) => void;
  /** Opens the event of the focused line. */
  readonly open: () => void;
}

type ListKey = ViewKey<ListKeyTarget>;
type KeyReader = NonNullable<ListKey['actionFor']>;

const moveActions =
  (keyNames: readonly string[], isExtending: boolean): KeyReader =>
  (event, { index, count, pageSize, moveTo }) => {
    if (hasCtrl(event) || event.shiftKey !== isExtending || !keyNames.includes(event.key)) return null;
    const line = indexAfterKey(event.key, index, count, pageSize);
    return line === null ? null : () => moveTo(line, isExtending);
  };

const MOVE_KEYS = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'];

/** Returns the actions of keys in a grouped list: they toggle a group, or move from an event to its group. */
const groupActions =
  (...keyNames: readonly string[]): KeyReader =>
  (event, { index, lines, focusLine }) => {
    if (hasCtrl(event) || !keyNames.includes(event.key) || lines.groupBy.peek() === 'none') return null;
    const line = lines.at(index);
    if (!line) return null;
    if (!isGroupLine(line)) return event.key === 'ArrowLeft' ? () => focusLine(findHeader(index, lines)) : null;
    const isOpen = isOpenAfterKey(event.key, line);
    return isOpen === line.isOpen ? null : () => lines.toggleGroup(line.group, isOpen);
  };

/** The keys of the list of events. */
export const listKeys: readonly ListKey[] = [
  { keys: '↑ ↓', label: () => i18n.t('keys.beforeAfter'), actionFor: moveActions(['ArrowUp', 'ArrowDown'], false) },
  {
    keys: 'Page Up, Page Down',
    label: () => i18n.t('keys.page'),
    actionFor: moveActions(['PageUp', 'PageDown'], false),
  },
  { keys: 'Home, End', label: () => i18n.t('keys.ends'), actionFor: moveActions(['Home', 'End'], false) },
  {
    keys: 'Enter',
    label: () => i18n.t('keys.open'),
    actionFor(event, target) {
      if (hasCtrl(event) || event.key !== 'Enter') return null;
      const isEvent = rowAt(target.lines, target.index) !== null;
      return groupActions('Enter')(event, target) ?? (isEvent ? target.open : null);
    },
  },
  { keys: 'Shift ↑ ↓', label: () => i18n.t('keys.extend'), actionFor: moveActions(MOVE_KEYS, true) },
  {
    keys: 'Space',
    label: () => i18n.t('keys.toggle'),
    actionFor(event, target) {
      if (event.key !== ' ') return null;
      const row = rowAt(target.lines, target.index);
      return groupActions(' ')(event, target) ?? (row === null ? null : () => target.selection.toggle(row));
    },
  },
  {
    keys: 'Ctrl A',
    label: () => i18n.t('keys.selectAll'),
    actionFor: (event, { lines, index, selection }) =>
      isCtrlLetter(event, 'a') ? () => selectAll(lines, index, selection) : null,
  },
  {
    keys: 'Ctrl C',
    label: () => i18n.t('keys.copy'),
    actionFor: (event, { lines, index, selection, fullRecords, commands }) =>
      isCtrlLetter(event, 'c') && getSelection()?.isCollapsed !== false
        ? () => copySelected({ selection, lines, fullRecords }, rowAt(lines, index), commands)
        : null,
  },
  // The browser dispatches a `contextmenu` event for this key.
  { keys: 'Shift F10', label: () => i18n.t('keys.menu') },
  { keys: '← →', label: () => i18n.t('keys.groups'), actionFor: groupActions('ArrowLeft', 'ArrowRight') },
  {
    keys: 'Esc',
    label: () => i18n.t('keys.close'),
    actionFor(event, { selection }) {
      if (hasCtrl(event) || event.key !== 'Escape') return null;
      if (selection.rows.value.size > 1) return selection.narrow;
      return selection.rows.value.size === 1 || selection.row.value !== null ? selection.close : null;
    },
  },
];

/** Returns the rows of all events between two lines, both ends inclusive, in any order. */
function rowsBetween(lines: Lines, one: number, other: number): readonly number[] {
  const rows: number[] = [];
  for (let index = Math.min(one, other); index <= Math.max(one, other); index += 1) {
    const line = lines.at(index);
    if (line && isRecordLine(line)) rows.push(line.row);
  }
  return rows;
}

/** Extends the selection to a line, from the anchor, or from `focusedLine` if there is no anchor. */
export function extendSelection(line: number, focusedLine: number, lines: Lines, selection: Selection): void {
  const anchorRow = selection.anchor.value;
  const anchorLine = anchorRow === null ? -1 : lines.indexOfRow(anchorRow);
  const start = anchorLine >= 0 ? anchorLine : focusedLine;
  const rows = rowsBetween(lines, start, line);
  const leadRow = rowAt(lines, start) ?? rows[0];
  if (leadRow !== undefined) selection.select(rows, rowAt(lines, line) ?? leadRow, leadRow);
}

function selectAll(lines: Lines, focusedLine: number, selection: Selection): void {
  selection.select(rowsBetween(lines, 0, lines.length.peek() - 1), rowAt(lines, focusedLine) ?? 0);
}

export function rowAt(lines: Lines, index: number): number | null {
  const line = lines.at(index);
  return line && isRecordLine(line) ? line.row : null;
}

function isOpenAfterKey(key: string, { isOpen }: GroupLine): boolean {
  if (key === 'ArrowRight') return true;
  if (key === 'ArrowLeft') return false;
  return !isOpen;
}

function findHeader(index: number, lines: Lines): number {
  let header = index;
  let line: Line | undefined = lines.at(header);
  while (header > 0 && line && !isGroupLine(line)) {
    header -= 1;
    line = lines.at(header);
  }
  return header;
}
