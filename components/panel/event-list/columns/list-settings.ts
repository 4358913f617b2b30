import { defineSetting } from '#components/panel/app/settings.ts';
import * as z from '#core/util/zod';
import {
  type FieldColumnId,
  type FieldPath,
  fieldColumnId,
  isFieldColumnId,
  isFieldPath,
  MAX_FIELD_COLUMNS,
} from './field-columns';

/**
 * The names of the columns that every list can have.
 * These are the list's own columns. A feature adds its columns by `declare module`.
 *
 * @public
 */
export interface FixedColumnNames {
  readonly number: true;
  readonly time: true;
  readonly kind: true;
  readonly headline: true;
  readonly journey: true;
  readonly verdict: true;
  readonly page: true;
  readonly caller: true;
  readonly size: true;
  readonly sets: true;
}

export type FixedColumnId = keyof FixedColumnNames;
export type ColumnId = FixedColumnId | FieldColumnId;

export interface ListSort {
  readonly by: ColumnId;
  readonly direction: 'ascending' | 'descending';
}

export const groupings = ['none', 'page', 'session'] as const;
export type Grouping = (typeof groupings)[number];

/** The user's settings of the list. */
export interface ListSettings {
  /** Whether a column is shown, if the user chose it; other columns have their defaults. */
  readonly columns: Readonly<Partial<Record<FixedColumnId, boolean>>>;
  /** Fields of the event that have a column, at most {@link MAX_FIELD_COLUMNS}. */
  readonly fields: readonly FieldPath[];
  /** In pixels; an unnamed column has its default width. */
  readonly widths: Readonly<Partial<Record<ColumnId, number>>>;
  /** Null is the order of arrival. */
  readonly sort: ListSort | null;
  readonly groupBy: Grouping;
}

export const defaultListSettings: ListSettings = {
  columns: {},
  fields: [],
  widths: {},
  sort: null,
  groupBy: 'none',
};

/** A column that no feature registers any more is accepted but not shown. */
const fixedColumnSchema = z.custom<FixedColumnId>((value) => typeof value === 'string' && !isFieldColumnId(value));
const columnSchema = z.union([
  fixedColumnSchema,
  z.custom<FieldColumnId>((value) => typeof value === 'string' && isFieldColumnId(value)),
]);

const listSettingsSchema = z.object({
  columns: z.catch(z.record(z.string(), z.boolean()), {}),
  fields: z.catch(z.array(z.custom<FieldPath>(isFieldPath)).check(z.maxLength(MAX_FIELD_COLUMNS)), []),
  widths: z.catch(z.record(z.string(), z.number().check(z.minimum(20), z.maximum(2000))), {}),
  sort: z.catch(z.nullable(z.object({ by: columnSchema, direction: z.enum(['ascending', 'descending']) })), null),
  groupBy: z.catch(z.enum(groupings), 'none'),
});

export const listSetting = defineSetting('list', (stored): ListSettings => {
  const settings = listSettingsSchema.safeParse(stored).data ?? defaultListSettings;
  return { ...settings, sort: validSortOf(settings) };
});

/** Returns the sorting, or null if the list lacks its column. */
function validSortOf({ sort, fields }: Pick<ListSettings, 'sort' | 'fields'>): ListSort | null {
  if (sort === null || !isFieldColumnId(sort.by)) return sort;
  return fields.some((path) => fieldColumnId(path) === sort.by) ? sort : null;
}

/** Returns the next sorting on a click: ascending, then descending, then order of arrival. */
export function nextSort(sort: ListSort | null, by: ColumnId): ListSort | null {
  if (sort?.by !== by) return { by, direction: 'ascending' };
  return sort.direction === 'ascending' ? { by, direction: 'descending' } : null;
}

/** Returns the settings with a column shown or hidden. */
export function withColumn(settings: ListSettings, column: FixedColumnId, isShown: boolean): ListSettings {
  return { ...settings, columns: { ...settings.columns, [column]: isShown } };
}

export function hasField({ fields }: ListSettings, path: FieldPath): boolean {
  return fields.some((field) => fieldColumnId(field) === fieldColumnId(path));
}

/** Returns the settings with a field's column, or `null` if the maximum number of columns is reached. */
export function withField(settings: ListSettings, path: FieldPath): ListSettings | null {
  if (hasField(settings, path)) return settings;
  return settings.fields.length < MAX_FIELD_COLUMNS ? { ...settings, fields: [...settings.fields, path] } : null;
}

/** Returns the settings without a field's column, its width, and its sorting. */
export function withoutField(settings: ListSettings, column: FieldColumnId): ListSettings {
  const fields = settings.fields.filter((path) => fieldColumnId(path) !== column);
  const { widths, sort } = withWidth(settings, column, null);
  return { ...settings, fields, widths, sort: validSortOf({ sort, fields }) };
}

/** Returns the settings with the default columns. */
export function withDefaultColumns(settings: ListSettings): ListSettings {
  const { columns, fields, widths } = defaultListSettings;
  return { ...settings, columns, fields, widths, sort: validSortOf({ sort: settings.sort, fields }) };
}

/** Returns the settings with a column's width; null resets it. */
export function withWidth(settings: ListSettings, column: ColumnId, width: number | null): ListSettings {
  const { [column]: _, ...others } = settings.widths;
  return { ...settings, widths: width === null ? others : { ...others, [column]: width } };
}
