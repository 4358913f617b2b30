import type { JSX } from 'preact';
import type { Stores } from '#components/panel/app/stores.ts';
import { formatPath } from '#core/json/json';
import { createFieldReader, type FieldReader } from '#core/query/field-reader';
import { isDefaultRuleSet } from '#core/rules/rule-set-names';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { RuleSetId } from '#core/telemetry/findings';
import { type FieldColumnId, type FieldPath, fieldColumnId } from './field-columns';
import type { FixedColumnId, ListSettings } from './list-settings';

/** A column as the header of the list shows it. */
export type Column = FixedColumn | FieldColumn;

interface ColumnBase {
  readonly name: () => string;
  /** In pixels; null for the column that fills the remaining width. */
  readonly defaultWidthPx: number | null;
  /** CSS class, which sets the column's width and the list widths at which the column is hidden. */
  readonly className: string;
}

/** Null for an event without a value in the column. */
export type SortKey = string | number | null;

/** Props of a cell. */
export interface CellProps {
  readonly record: JudgedRecord;
  /** Row number in the list; clearing the list changes it. */
  readonly number: number | null;
  readonly sizeOf: (record: JudgedRecord) => number;
  /** The active rule sets, in display order. */
  readonly ruleSets: readonly RuleSetId[];
}

export interface FixedColumn extends ColumnBase {
  readonly type: 'fixed';
  readonly id: FixedColumnId;
  /** `with-default-rule-sets`: hidden while the column would show no more than the verdict. Unset if shown. */
  readonly defaultHiding?: 'always' | 'with-default-rule-sets';
  /** A plain function, because a component would take as much time as the contents of the cell. */
  readonly cell: (props: CellProps) => JSX.Element;
  /** Returns the sort key of a record. Must be cheap, because sorting calls it many times. */
  readonly sortKey: (record: JudgedRecord, sizeOf: CellProps['sizeOf']) => SortKey;
  /** Called when the user shows the column. */
  readonly onShow?: (stores: Stores) => void;
}

/** The column of any field of the event. */
export interface FieldColumn extends ColumnBase {
  readonly type: 'field';
  readonly id: FieldColumnId;
  readonly read: FieldReader;
}

/** Class of columns without a width in the style sheet. Their width is inline. */
export const INLINE_WIDTH_CLASS = 'own';

export const MIN_WIDTH_PX = 36;
export const MAX_WIDTH_PX = 900;
const FIELD_WIDTH_PX = 120;

/** Returns the nearest allowed width of a column, in pixels. */
export function clampWidth(width: number): number {
  return Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, width));
}

/** Whether a column is hidden. The headline is never hidden, because it identifies the event. */
export function isHidden(
  { columns }: Pick<ListSettings, 'columns'>,
  { id, defaultHiding }: FixedColumn,
  ruleSets: readonly RuleSetId[],
): boolean {
  if (id === 'headline') return false;
  const isShown = columns[id];
  if (isShown !== undefined) return !isShown;
  if (defaultHiding === 'with-default-rule-sets') return ruleSets.every(isDefaultRuleSet);
  return defaultHiding === 'always';
}

/** Returns the shown columns in order. Columns of fields follow the headline. */
export function visibleColumns(
  settings: ListSettings,
  fixed: readonly FixedColumn[],
  ruleSets: readonly RuleSetId[] = [],
): readonly Column[] {
  return fixed
    .filter((column) => !isHidden(settings, column, ruleSets))
    .flatMap((column) => (column.id === 'headline' ? [column, ...fieldColumns(settings)] : [column]));
}

/** Returns the columns of fields, in the order in which the user added them. */
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
    className: `field-${index}`,
    read: createFieldReader(path),
  };
}

/** Returns the style of the list: the widths that the user chose, in pixels. */
export function widthStyle(
  columns: readonly Column[],
  widths: ListSettings['widths'],
): Readonly<Record<string, string>> {
  const entries = columns.flatMap(({ id, className }) => {
    const width = widths[id];
    const property = `--w-${className === INLINE_WIDTH_CLASS ? id : className}`;
    return width === undefined ? [] : [[property, `${Math.round(width)}px`]];
  });
  return Object.fromEntries(entries);
}

/** Returns the style of a column's cells and header; undefined if the style sheet has its width. */
export function cellStyle({ id, className, defaultWidthPx }: Omit<ColumnBase, 'name'> & Pick<Column, 'id'>) {
  return className === INLINE_WIDTH_CLASS ? { '--own': `var(--w-${id}, ${defaultWidthPx}px)` } : undefined;
}
