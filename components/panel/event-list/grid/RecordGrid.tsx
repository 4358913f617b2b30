import { useCallback, useRef, useState } from 'preact/hooks';
import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { formatClockTime } from '#components/i18n/format.ts';
import { formatPageLabel } from '#components/i18n/journey-labels.ts';
import { Icon } from '#components/kit/Icon.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import type { Navigation } from '#core/journey/record';
import { i18n } from '#i18n';
import { autoScrollSection } from '../auto-scroll';
import type { CellProps, Column } from '../columns/columns';
import { listSizes } from '../columns/event-sizes';
import { GridHeader } from '../columns/GridHeader';
import { listSetting } from '../columns/list-settings';
import { useColumns } from '../columns/use-columns';
import { liveListStore, useEventList } from '../event-list';
import type { EventList } from '../list-section';
import type { GroupLine } from '../order/grouped-lines';
import { isGroupLine, type Line, type LineLookup, type Lines, lineKey } from '../order/list-lines';
import { isNavigation } from '../rows-with-navigations';
import type { Selection } from '../selection';
import { RecordRow } from './RecordRow';
import { useAutoScroll, useScrollAnchoring } from './use-auto-scroll';
import { useDelayedFlag } from './use-delayed-flag';
import { useGridFocus, useRevealRow } from './use-grid-focus';
import { type Slot, useReportVisibleRange, useSlots } from './use-slots';
import { useVirtualRows, type VirtualRows } from './use-virtual-rows';

const ColumnMenu = lazy(async () => (await import('../columns/ColumnMenu')).ColumnMenu);
const RequestsOnlyNote = lazy(async () => (await import('./RequestsOnlyNote')).RequestsOnlyNote);
const RowContextMenu = lazy(async () => (await import('./RowContextMenu')).RowContextMenu);

/**
 * ARIA in HTML allows the role grid on a table, which arrow keys require.
 * The roles of rows and cells follow from this role.
 */
const gridRoles = {
  plain: { role: 'grid', 'aria-multiselectable': true },
  grouped: { role: 'treegrid', 'aria-multiselectable': true },
} as const;

/** Covered rows are hidden only after this time. If each key press hid and showed them, all would be repainted. */
const HIDE_DELAY_MS = 1_000;

/**
 * The list of events: virtualized, and entirely accessible by keyboard.
 * If no event matches the filter, the last rows stay rendered and covered, because the next key press often shows the
 * same events again.
 */
export function RecordGrid() {
  const { commands, watching } = useApp();
  const list = useEventList();
  const live = useStore(liveListStore);
  const { lines, selection, visible } = list;
  const autoScroll = list.get(autoScrollSection);
  const isCovered = visible.eventCount.value === 0;
  const isHidden = useDelayedFlag(isCovered, HIDE_DELAY_MS);
  const lastRendered = useRef<{ readonly count: number; readonly rendered: readonly RenderedLine[] }>(nothingRendered);
  const count = isCovered ? lastRendered.current.count : lines.length.value;
  const isInArrivalOrder = lines.isInArrivalOrder.value;
  const isAtEnd = isInArrivalOrder && autoScroll.isFollowing.peek();
  const scroller = useRef<HTMLTableSectionElement>(null);
  const menu = useRowMenu();
  const [columnMenu, setColumnMenu] = useState<ColumnMenuState | null>(null);
  const openColumnMenu = useCallback(
    (x: number, y: number, column: string | undefined) => setColumnMenu({ position: { x, y }, column }),
    [],
  );
  const focus = useGridFocus({
    lines,
    selection,
    fullRecords: list.fullRecords,
    rowToFocus: list.rowToFocus,
    scroller,
    commands,
    openMenu: menu.open,
  });
  const { rows, height, visibleRange, isScrolling, reveal } = useVirtualRows({
    count,
    scroller,
    pinnedIndex: focus.index,
    isAtEnd,
  });
  const keepInView = () => revealOpenEvent(lines, selection, reveal);
  useAutoScroll({ scroller, autoScroll, isInArrivalOrder, height, keepInView });
  const { sort, groupBy } = useStore(listSetting).value;
  const arrangement = `${sort?.by} ${sort?.direction} ${groupBy}`;
  const firstVisibleIndex = visibleRange?.startIndex ?? 0;
  useScrollAnchoring({ scroller, lines, firstVisibleIndex, arrangement, keepInView });
  useReportVisibleRange(list, visibleRange);
  const currentLines = lines.current.value;
  const rendered = isCovered ? lastRendered.current.rendered : linesToRender(currentLines, rows);
  lastRendered.current = { count, rendered };
  const slots = useSlots(rendered, keyOfRendered, isScrolling);
  useRevealRow(focus, scroller, reveal);
  const { columns, ruleSets, style, drag, isResized } = useColumns();
  const hasRuleSetIcons = columns.some(({ id }) => id === 'sets');
  const hasFields = columns.some(({ type }) => type === 'field');
  const isGrouped = lines.groupBy.value !== 'none';
  const selectedRows = list.selection.rows.value;
  const lineContext: LineContext = { list, columns, ruleSets, selectedRows, isGrouped, focusedIndex: focus.index };
  return (
    <div
      class={['list', isCovered && 'covered', isHidden && 'hidden'].filter(Boolean).join(' ')}
      aria-hidden={isCovered || undefined}
    >
      {watching.value.state === 'not-watched' && list === live && <RequestsOnlyNote />}
      <table
        class={['grid', isResized && 'sized', hasFields && 'with-fields', hasRuleSetIcons && 'with-rule-set-icons']
          .filter(Boolean)
          .join(' ')}
        {...gridRoles[isGrouped ? 'grouped' : 'plain']}
        aria-label={i18n.t('list.title')}
        aria-rowcount={isCovered ? 1 : count + 1}
        aria-busy={visible.isSearching.value}
        style={style}
        onKeyDown={focus.onKeyDown}
        onFocusIn={focus.onFocusIn}
        onClick={focus.onClick}
      >
        <GridHeader columns={columns} onMenu={openColumnMenu} onDrag={drag} />
        <tbody class="rows" ref={scroller} style={{ '--lines': `${height}px` }} onContextMenu={focus.onContextMenu}>
          {slots.map((slot) => renderLine(slot, lineContext))}
        </tbody>
      </table>
      {columnMenu && <ColumnMenu {...columnMenu} onClose={() => setColumnMenu(null)} />}
      {menu.position && <RowContextMenu position={menu.position} onClose={menu.close} />}
    </div>
  );
}

interface LineContext {
  readonly list: EventList;
  readonly columns: readonly Column[];
  readonly ruleSets: CellProps['ruleSets'];
  readonly selectedRows: ReadonlySet<number>;
  readonly isGrouped: boolean;
  readonly focusedIndex: number;
}

/** A plain function, because another component around each row would slow down scrolling. */
function renderLine({ slot, item: { line, index, top } }: Slot<RenderedLine>, context: LineContext) {
  const { list, columns, ruleSets, selectedRows, isGrouped, focusedIndex } = context;
  const { get, records, selection } = list;
  const level = isGrouped ? 2 : null;
  const lineProps = { index, top, isFocusable: index === focusedIndex };
  if (isGroupLine(line)) return <GroupRow key={slot} group={line} columns={columns.length} {...lineProps} />;
  if (isNavigation(line))
    return <NavigationRow key={slot} navigation={line} columns={columns} level={level} {...lineProps} />;
  return (
    <RecordRow
      key={slot}
      record={line}
      number={records.numberOf(line.row)}
      columns={columns}
      sizeOf={get(listSizes).bytesOf}
      ruleSets={ruleSets}
      isSelected={selectedRows.has(line.row)}
      isOpen={line.row === selection.row.value}
      level={level}
      {...lineProps}
    />
  );
}

interface RenderedLine {
  readonly line: Line;
  readonly index: number;
  readonly top: number;
}

const keyOfRendered = ({ line }: RenderedLine) => lineKey(line);

const nothingRendered = { count: 0, rendered: [] };

function linesToRender(lines: LineLookup, rows: VirtualRows['rows']): readonly RenderedLine[] {
  return rows.flatMap(({ index, start }) => {
    const line = lines.at(index);
    return line ? [{ line, index, top: start }] : [];
  });
}

interface ColumnMenuState {
  readonly position: { readonly x: number; readonly y: number };
  /** Id of the column below the pointer, or of the focused column. */
  readonly column: string | undefined;
}

interface RowMenuState {
  readonly position: { readonly x: number; readonly y: number } | null;
  readonly open: (x: number, y: number) => void;
  readonly close: () => void;
}

function useRowMenu(): RowMenuState {
  const [position, setPosition] = useState<RowMenuState['position']>(null);
  const open = useCallback((x: number, y: number) => setPosition({ x, y }), []);
  return { position, open, close: () => setPosition(null) };
}

/** Scrolls the open event into view. Returns whether the list has its line. */
function revealOpenEvent(lines: Lines, selection: Selection, reveal: (index: number) => void): boolean {
  const row = selection.row.value;
  const line = row === null ? -1 : lines.indexOfRow(row);
  if (line >= 0) reveal(line);
  return line >= 0;
}

interface GroupRowProps {
  readonly group: GroupLine;
  readonly columns: number;
  readonly index: number;
  readonly top: number;
  readonly isFocusable: boolean;
}

/** Header of a group, with the numbers of all, invalid and lost events. */
function GroupRow({ group, columns, index, top, isFocusable }: GroupRowProps) {
  const { label, isOpen, eventCount, invalidCount, lostCount } = group;
  return (
    <tr
      class="row group"
      aria-rowindex={index + 2}
      aria-level={1}
      aria-expanded={isOpen}
      tabIndex={isFocusable ? 0 : -1}
      data-line={index}
      style={{ top: `${top}px` }}
    >
      <td colSpan={columns} title={label}>
        <Icon name={isOpen ? 'down' : 'right'} size={13} />
        <bdi class="truncate">{label}</bdi>
        <span class="muted tabular">{i18n.t('status.events', eventCount, { n: formatNumber(eventCount) })}</span>
        {invalidCount > 0 && (
          <StatusLabel icon="invalid" tone="error">
            {i18n.t('status.invalid', { n: formatNumber(invalidCount) })}
          </StatusLabel>
        )}
        {lostCount > 0 && (
          <StatusLabel icon="lost" tone="lost">
            {i18n.t('status.lost', { n: formatNumber(lostCount) })}
          </StatusLabel>
        )}
      </td>
    </tr>
  );
}

interface NavigationRowProps {
  readonly navigation: Navigation;
  readonly columns: readonly Column[];
  readonly level: 2 | null;
  readonly index: number;
  readonly top: number;
  readonly isFocusable: boolean;
}

/** A page load of the tab, between the events before and after it. */
function NavigationRow({ navigation, columns, level, index, top, isFocusable }: NavigationRowProps) {
  const columnsThroughTime = columns.slice(0, columns.findIndex(({ id }) => id === 'time') + 1);
  return (
    <tr
      class="row nav"
      aria-rowindex={index + 2}
      aria-level={level ?? undefined}
      tabIndex={isFocusable ? 0 : -1}
      data-line={index}
      style={{ top: `${top}px` }}
    >
      {columnsThroughTime.map(({ id }) => (
        <td key={id} class={id}>
          {id === 'time' && formatClockTime(navigation.at)}
        </td>
      ))}
      <td colSpan={columns.length - columnsThroughTime.length} title={navigation.url}>
        <Icon name="nav" size={13} />
        <span class="truncate">
          {i18n.t('list.navigated', { page: formatPageLabel({ frameId: 0, url: navigation.url }) })}
        </span>
        {navigation.lostBefore ? (
          <span class="lost">
            {i18n.t('list.lostOnUnload', { events: formatCount(navigation.lostBefore, 'event') })}
          </span>
        ) : null}
      </td>
    </tr>
  );
}
