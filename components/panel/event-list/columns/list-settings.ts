import { defineSetting } from '#components/panel/app/settings.ts';
import * as z from '#core/util/zod';

/** The columns of the list, in their order. */
export const columnIds = ['number', 'time', 'kind', 'headline', 'journey', 'verdict', 'page', 'size'] as const;
export type ColumnId = (typeof columnIds)[number];

export interface ListSort {
  readonly by: ColumnId;
  readonly direction: 'ascending' | 'descending';
}

export const groupings = ['none', 'page', 'session'] as const;
export type Grouping = (typeof groupings)[number];

/** How a user wants the list. */
export interface ListSettings {
  /** The headline is always there: without it a row would say nothing. */
  readonly hidden: readonly ColumnId[];
  /** In pixels; an unnamed column has its default width. */
  readonly widths: Readonly<Partial<Record<ColumnId, number>>>;
  /** Null is the order of arrival. */
  readonly sort: ListSort | null;
  readonly groupBy: Grouping;
}

export const defaultListSettings: ListSettings = { hidden: ['size'], widths: {}, sort: null, groupBy: 'none' };

const columnSchema = z.enum(columnIds);

const listSettingsSchema = z.object({
  hidden: z.catch(z.array(columnSchema), [...defaultListSettings.hidden]),
  widths: z.catch(z.partialRecord(columnSchema, z.number().check(z.minimum(20), z.maximum(2000))), {}),
  sort: z.catch(z.nullable(z.object({ by: columnSchema, direction: z.enum(['ascending', 'descending']) })), null),
  groupBy: z.catch(z.enum(groupings), 'none'),
});

export const listSetting = defineSetting(
  'list',
  (stored): ListSettings => listSettingsSchema.safeParse(stored).data ?? defaultListSettings,
);

/** What a click on a column's head asks for: ascending, then descending, then the order of arrival again. */
export function nextSort(sort: ListSort | null, by: ColumnId): ListSort | null {
  if (sort?.by !== by) return { by, direction: 'ascending' };
  return sort.direction === 'ascending' ? { by, direction: 'descending' } : null;
}

export function isHidden({ hidden }: ListSettings, column: ColumnId): boolean {
  return column !== 'headline' && hidden.includes(column);
}

export function withColumn(settings: ListSettings, column: ColumnId, shown: boolean): ListSettings {
  const others = settings.hidden.filter((hidden) => hidden !== column);
  return { ...settings, hidden: shown ? others : [...others, column] };
}

/** The same with a column as wide as it was dragged; null takes the choice back. */
export function withWidth(settings: ListSettings, column: ColumnId, width: number | null): ListSettings {
  const { [column]: _, ...others } = settings.widths;
  return { ...settings, widths: width === null ? others : { ...others, [column]: width } };
}
