import { formatPath } from '#core/json/json';
import { createFieldReader, type FieldReader } from '#core/query/field-reader';
import { i18n } from '#i18n';
import { type FieldColumnId, type FieldPath, fieldColumnId } from './field-columns';
import { type FixedColumnId, fixedColumnIds, isHidden, type ListSettings } from './list-settings';

/** A column as the head of the list shows it. */
export type Column = FixedColumn | FieldColumn;

interface ColumnBase {
  readonly name: () => string;
  /** In pixels; null for the one that takes what is left. */
  readonly defaultWidthPx: number | null;
  /** Its class in the style sheet, where each column has its width and its place in the order of hiding. */
  readonly look: string;
}

export interface FixedColumn extends ColumnBase {
  readonly type: 'fixed';
  readonly id: FixedColumnId;
}

/** The column of any field of the event. */
export interface FieldColumn extends ColumnBase {
  readonly type: 'field';
  readonly id: FieldColumnId;
  readonly read: FieldReader;
}

/** So narrow that a column can still be found and dragged. */
export const MIN_WIDTH_PX = 36;
export const MAX_WIDTH_PX = 900;
const FIELD_WIDTH_PX = 120;

/** The nearest width that a column may have, in pixels. */
export function clampWidth(width: number): number {
  return Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, width));
}

const columns: Readonly<Record<FixedColumnId, Pick<Column, 'name' | 'defaultWidthPx'>>> = {
  number: { name: () => i18n.t('list.number'), defaultWidthPx: 52 },
  time: { name: () => i18n.t('list.time'), defaultWidthPx: 104 },
  kind: { name: () => i18n.t('list.kind'), defaultWidthPx: 88 },
  headline: { name: () => i18n.t('list.headline'), defaultWidthPx: null },
  journey: { name: () => i18n.t('list.journey'), defaultWidthPx: 118 },
  verdict: { name: () => i18n.t('list.verdict'), defaultWidthPx: 112 },
  page: { name: () => i18n.t('list.page'), defaultWidthPx: 144 },
  caller: { name: () => i18n.t('callStack.calledFrom'), defaultWidthPx: 140 },
  size: { name: () => i18n.t('list.size'), defaultWidthPx: 64 },
};

export const fixedColumns: readonly FixedColumn[] = fixedColumnIds.map((id) => ({
  type: 'fixed',
  id,
  look: id,
  ...columns[id],
}));

/** The columns that are shown, in their order: those of fields stand after the headline. */
export function visibleColumns(settings: ListSettings): readonly Column[] {
  return fixedColumns
    .filter(({ id }) => !isHidden(settings, id))
    .flatMap((column) => (column.id === 'headline' ? [column, ...fieldColumns(settings)] : [column]));
}

/** The columns of fields, in the order in which they were chosen. */
export function fieldColumns({ fields }: Pick<ListSettings, 'fields'>): readonly FieldColumn[] {
  return fields.map(fieldColumn);
}

function fieldColumn(path: FieldPath, index: number): FieldColumn {
  const name = formatPath(path);
  return {
    type: 'field',
    id: fieldColumnId(path),
    name: () => name,
    defaultWidthPx: FIELD_WIDTH_PX,
    look: `field-${index}`,
    read: createFieldReader(path),
  };
}

/** Style of the list: the widths that were chosen, in pixels. */
export function widthStyle(shown: readonly Column[], widths: ListSettings['widths']): Readonly<Record<string, string>> {
  const chosen = shown.flatMap(({ id, look }) => {
    const width = widths[id];
    return width === undefined ? [] : [[`--w-${look}`, `${Math.round(width)}px`]];
  });
  return Object.fromEntries(chosen);
}
