import { useRef } from 'preact/hooks';
import { Icon } from '#components/kit/Icon.tsx';
import { Separator } from '#components/kit/Separator.tsx';
import { i18n } from '#i18n';
import { type Column, cellStyle, MAX_WIDTH_PX, MIN_WIDTH_PX } from './columns';
import type { ListSort } from './list-settings';

interface ColumnHeadProps {
  readonly column: Column;
  readonly sort: ListSort | null;
  /** In pixels, or null if it takes what is left. */
  readonly width: number | null;
  /** The edge that its width is changed at: the one towards the column that takes what is left. */
  readonly edge: 'start' | 'end';
  readonly isStop: boolean;
  readonly onFocus: () => void;
  readonly onSort: () => void;
  readonly onDrag: (width: number) => void;
  readonly onWidth: (width: number) => void;
  readonly onFit: (head: HTMLElement) => void;
}

/** A narrow head cuts the path of a field. */
function sortHint(column: Column): string {
  if (column.type === 'fixed') return i18n.t('list.sortHint');
  return i18n.t('list.fieldSortHint', { field: column.name() });
}

/** By how many pixels a key changes a width. */
export const KEY_STEP_PX = 8;

/** One column's head: sorts by a click, and has the line that the column is sized by. */
export function ColumnHead(props: ColumnHeadProps) {
  const { column, sort, width, edge, isStop, onFocus, onSort } = props;
  const head = useRef<HTMLTableCellElement>(null);
  const direction = sort?.by === column.id ? sort.direction : null;
  return (
    <th
      class={`c-${column.look}`}
      style={cellStyle(column)}
      data-column={column.id}
      scope="col"
      aria-sort={direction ?? 'none'}
      ref={head}
      onFocusIn={onFocus}
    >
      <button type="button" title={sortHint(column)} tabIndex={isStop ? 0 : -1} onClick={onSort}>
        <span class="clip">{column.name()}</span>
        {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} size={13} />}
      </button>
      {width !== null && (
        <Separator
          name={i18n.t('list.columnWidth', { name: column.name() })}
          extra={edge}
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
          onFit={() => head.current && props.onFit(head.current)}
        />
      )}
    </th>
  );
}
