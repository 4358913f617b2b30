import { i18n } from '#i18n';
import { type ColumnId, columnIds, isHidden, type ListSettings } from './list-settings';

/** A column as the head of the list shows it. */
export interface Column {
  readonly id: ColumnId;
  readonly name: () => string;
  /** In pixels; null for the one that takes what is left. */
  readonly defaultWidthPx: number | null;
}

/** So narrow that a column can still be found and dragged. */
export const MIN_WIDTH_PX = 36;
export const MAX_WIDTH_PX = 900;

/** The nearest width that a column may have, in pixels. */
export function clampWidth(width: number): number {
  return Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, width));
}

const columns: Readonly<Record<ColumnId, Omit<Column, 'id'>>> = {
  number: { name: () => i18n.t('list.number'), defaultWidthPx: 52 },
  time: { name: () => i18n.t('list.time'), defaultWidthPx: 104 },
  kind: { name: () => i18n.t('list.kind'), defaultWidthPx: 88 },
  headline: { name: () => i18n.t('list.headline'), defaultWidthPx: null },
  journey: { name: () => i18n.t('list.journey'), defaultWidthPx: 118 },
  verdict: { name: () => i18n.t('list.verdict'), defaultWidthPx: 112 },
  page: { name: () => i18n.t('list.page'), defaultWidthPx: 144 },
  size: { name: () => i18n.t('list.size'), defaultWidthPx: 64 },
};

export const allColumns: readonly Column[] = columnIds.map((id) => ({ id, ...columns[id] }));

/** The columns that are shown, in their order. */
export function visibleColumns(settings: ListSettings): readonly Column[] {
  return allColumns.filter(({ id }) => !isHidden(settings, id));
}

/** Style of the list: the widths that were chosen, in pixels. */
export function widthStyle({ widths }: Pick<ListSettings, 'widths'>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(widths).map(([id, width]) => [`--w-${id}`, `${Math.round(width)}px`]));
}
