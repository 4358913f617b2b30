import type { TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Icon } from '#components/kit/Icon.tsx';
import { tryImport } from '#components/kit/lazy-import.ts';
import { memo } from '#components/kit/memo.tsx';
import { Separator } from '#components/kit/Separator.tsx';
import { isShown } from '#components/kit/use-roving.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { findKeyAction } from '#components/panel/app/view-keys.ts';
import { i18n } from '#i18n';
import { type Column, cellStyle, clampWidth, MAX_WIDTH_PX, MIN_WIDTH_PX } from './columns';
import { headerKeys } from './header-keys';
import { type ColumnId, type ListSort, listSetting, nextSort, withWidth } from './list-settings';

interface GridHeaderProps {
  readonly columns: readonly Column[];
  /** Opens the menu of the columns. */
  readonly onMenu: (x: number, y: number, column: string | undefined) => void;
  /** Called while a column is dragged. */
  readonly onDrag: (column: ColumnId, width: number) => void;
}

/**
 * The header of the list: sorts, resizes and selects columns.
 * One tab stop, with arrow keys between the columns.
 */
export const GridHeader = memo(function GridHeader({ columns, onMenu, onDrag }: GridHeaderProps) {
  const setting = useStore(listSetting);
  const list = setting.value;
  const [focusedId, setFocusedId] = useState<ColumnId>('time');
  const tabStopId = columns.some(({ id }) => id === focusedId) ? focusedId : columns[0]?.id;
  const setList = setting.set;
  const onContextMenu = (event: TargetedMouseEvent<HTMLElement>) => {
    event.preventDefault();
    const target = event.target as Element;
    const { left, bottom } = target.getBoundingClientRect();
    const column = target.closest<HTMLElement>('[data-column]')?.dataset.column;
    if (event.clientX === 0 && event.clientY === 0) onMenu(left, bottom, column);
    else onMenu(event.clientX, event.clientY, column);
  };
  const widthOf = ({ id, defaultWidthPx }: Column) => list.widths[id] ?? defaultWidthPx;
  const resizeByStep = (sign: 1 | -1) => {
    const column = columns.find(({ id }) => id === tabStopId);
    const width = column && widthOf(column);
    if (!column || width == null) return;
    setList(withWidth(list, column.id, clampWidth(width + sign * KEY_STEP_PX)));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    event.stopPropagation();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('th > button')].filter(isShown);
    const index = event.target instanceof HTMLElement ? buttons.indexOf(event.target) : -1;
    const openMenu = (x: number, y: number) => onMenu(x, y, tabStopId);
    const action = index < 0 ? null : findKeyAction(headerKeys, event, { buttons, index, openMenu, resizeByStep });
    if (!action) return;
    event.preventDefault();
    action();
  };
  const headlineIndex = columns.findIndex(({ id }) => id === 'headline');
  return (
    <thead onContextMenu={onContextMenu} onKeyDown={onKeyDown}>
      <tr class="row head-row" aria-rowindex={1}>
        {columns.map((column, index) => (
          <ColumnHeader
            key={column.id}
            column={column}
            sort={list.sort}
            width={widthOf(column)}
            edge={index < headlineIndex ? 'end' : 'start'}
            isTabStop={column.id === tabStopId}
            onFocus={() => setFocusedId(column.id)}
            onSort={() => setList({ ...list, sort: nextSort(list.sort, column.id) })}
            onDrag={(width) => onDrag(column.id, width)}
            onWidth={(width) => setList(withWidth(list, column.id, width))}
            onFit={async (header) => {
              const code = await tryImport(() => import('./fitting-width'));
              if (code) setList(withWidth(setting.peek(), column.id, code.measureFittingWidth(header)));
            }}
          />
        ))}
      </tr>
    </thead>
  );
});

interface ColumnHeaderProps {
  readonly column: Column;
  readonly sort: ListSort | null;
  /** In pixels, or null for the column that fills the remaining width. */
  readonly width: number | null;
  /** The edge with the separator, towards the column that fills the remaining width. */
  readonly edge: 'start' | 'end';
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onSort: () => void;
  readonly onDrag: (width: number) => void;
  readonly onWidth: (width: number) => void;
  readonly onFit: (header: HTMLElement) => void;
}

/** Returns the tooltip. The tooltip repeats the path of a field, which a narrow header truncates. */
function sortHint(column: Column): string {
  if (column.type === 'fixed') return i18n.t('list.sortHint');
  return i18n.t('list.fieldSortHint', { field: column.name() });
}

/** Change of a width by an arrow key. */
const KEY_STEP_PX = 8;

/** Header of a column: a click sorts, and a separator resizes it. */
function ColumnHeader(props: ColumnHeaderProps) {
  const { column, sort, width, edge, isTabStop, onFocus, onSort } = props;
  const header = useRef<HTMLTableCellElement>(null);
  const direction = sort?.by === column.id ? sort.direction : null;
  return (
    <th
      class={`c-${column.className}`}
      style={cellStyle(column)}
      data-column={column.id}
      scope="col"
      aria-sort={direction ?? 'none'}
      ref={header}
      onFocusIn={onFocus}
    >
      <button type="button" title={sortHint(column)} tabIndex={isTabStop ? 0 : -1} onClick={onSort}>
        <span class="truncate">{column.name()}</span>
        {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={13} />}
      </button>
      {width !== null && (
        <Separator
          name={i18n.t('list.columnWidth', { name: column.name() })}
          className={edge}
          orientation="vertical"
          value={width}
          valueText={i18n.t('list.pixels', { n: Math.round(width) })}
          min={MIN_WIDTH_PX}
          max={MAX_WIDTH_PX}
          step={KEY_STEP_PX}
          sign={edge === 'end' ? 1 : -1}
          perPixel={() => 1}
          tabIndex={-1}
          onMove={props.onDrag}
          onChange={props.onWidth}
          onFit={() => header.current && props.onFit(header.current)}
        />
      )}
    </th>
  );
}
