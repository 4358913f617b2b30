import { defineSetting } from '#components/panel/app/settings.ts';
import { z } from '#core/util/zod';

/** The columns of the list, in their order. */
export const columnIds = ['time', 'kind', 'headline', 'journey', 'verdict', 'page', 'size'] as const;
export type ColumnId = (typeof columnIds)[number];

export interface ListSort {
  readonly by: ColumnId;
  readonly direction: 'ascending' | 'descending';
}

export const groupings = ['none', 'page', 'session'] as const;
export type Grouping = (typeof groupings)[number];

/** How a person wants the list. */
export interface ListSettings {
  /** The headline is always there: without it a row would say nothing. */
  readonly hidden: readonly ColumnId[];
  /** In pixels; a column that is not named is as wide as usual. */
  readonly widths: Readonly<Partial<Record<ColumnId, number>>>;
  /** Null is the order of arrival. */
  readonly sort: ListSort | null;
  readonly groupBy: Grouping;
}

export const usualListSettings: ListSettings = { hidden: ['size'], widths: {}, sort: null, groupBy: 'none' };

const columnSchema = z.enum(columnIds);

const listSettingsSchema = z.object({
  hidden: z.array(columnSchema).readonly().catch(usualListSettings.hidden),
  widths: z.partialRecord(columnSchema, z.number().min(20).max(2000)).catch({}),
  sort: z
    .object({ by: columnSchema, direction: z.enum(['ascending', 'descending']) })
    .nullable()
    .catch(null),
  groupBy: z.enum(groupings).catch('none'),
});

export const listSetting = defineSetting(
  'list',
  (stored): ListSettings => listSettingsSchema.safeParse(stored).data ?? usualListSettings,
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
