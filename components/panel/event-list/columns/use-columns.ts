import { useComputed } from '@preact/signals';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { useStore } from '#components/panel/app/stores.ts';
import { judgesStore } from '../judging/judges';
import { visibleColumns, widthStyle } from './columns';
import { listColumns } from './fixed-columns';
import { type ColumnId, type ListSettings, listSetting } from './list-settings';

const noWidths: ListSettings['widths'] = {};

/** Returns the shown columns and their style. A dragged column has its current width. */
export function useColumns() {
  const list = useStore(listSetting);
  const { parts } = useStore(listColumns);
  const { ruleSetIds } = useStore(judgesStore);
  const columns = useComputed(() => visibleColumns(list.value, parts, ruleSetIds.value));
  const [draggedWidths, setDraggedWidths] = useState(noWidths);
  const { widths } = list.value;
  useEffect(() => setDraggedWidths(noWidths), [widths]);
  const currentWidths = { ...widths, ...draggedWidths };
  const style = widthStyle(columns.value, currentWidths);
  const drag = useCallback((column: ColumnId, width: number) => setDraggedWidths({ [column]: width }), []);
  /** Whether the user resized a column, which may then be too narrow for its contents. */
  const isResized = Object.keys(currentWidths).length > 0;
  return { columns: columns.value, ruleSets: ruleSetIds.value, style, drag, isResized };
}
