import type { TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useState } from 'preact/hooks';
import { memo } from '#components/kit/memo.tsx';
import { isShown } from '#components/kit/use-roving.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { findKeyAction } from '#components/panel/app/view-keys.ts';
import { ColumnHead, KEY_STEP_PX } from './ColumnHead';
import { type Column, clampWidth } from './columns';
import { headKeys } from './head-keys';
import { type ColumnId, listSetting, nextSort, withWidth } from './list-settings';

interface GridHeadProps {
  readonly columns: readonly Column[];
  /** Opens the menu of the columns. */
  readonly onMenu: (x: number, y: number, column: string | undefined) => void;
  /** While a column is dragged. */
  readonly onDrag: (column: ColumnId, width: number) => void;
}

/**
 * The head of the list: sorts, sizes and chooses columns.
 * One stop for Tab, arrows between the columns.
 */
export const GridHead = memo(function GridHead({ columns, onMenu, onDrag }: GridHeadProps) {
  const setting = useStore(listSetting);
  const list = setting.value;
  const [current, setCurrent] = useState<ColumnId>('time');
  const stop = columns.some(({ id }) => id === current) ? current : columns[0]?.id;
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
  const widen = (sign: 1 | -1) => {
    const column = columns.find(({ id }) => id === stop);
    const width = column && widthOf(column);
    if (!column || width == null) return;
    setList(withWidth(list, column.id, clampWidth(width + sign * KEY_STEP_PX)));
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    event.stopPropagation();
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('th > button')].filter(isShown);
    const index = event.target instanceof HTMLElement ? buttons.indexOf(event.target) : -1;
    const openMenu = (x: number, y: number) => onMenu(x, y, stop);
    const action = index < 0 ? null : findKeyAction(headKeys, event, { buttons, index, openMenu, widen });
    if (!action) return;
    event.preventDefault();
    action();
  };
  const headline = columns.findIndex(({ id }) => id === 'headline');
  return (
    <thead onContextMenu={onContextMenu} onKeyDown={onKeyDown}>
      <tr class="row head-row" aria-rowindex={1}>
        {columns.map((column, index) => (
          <ColumnHead
            key={column.id}
            column={column}
            sort={list.sort}
            width={widthOf(column)}
            edge={index < headline ? 'end' : 'start'}
            isStop={column.id === stop}
            onFocus={() => setCurrent(column.id)}
            onSort={() => setList({ ...list, sort: nextSort(list.sort, column.id) })}
            onDrag={(width) => onDrag(column.id, width)}
            onWidth={(width) => setList(withWidth(list, column.id, width))}
            onFit={async (head) => {
              const { fittingWidth } = await import('./fitting-width');
              setList(withWidth(setting.peek(), column.id, fittingWidth(head)));
            }}
          />
        ))}
      </tr>
    </thead>
  );
});
