import { defineStore } from '#components/panel/app/stores.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { shortenRecord } from '#core/journey/values/long-values';
import { createMemoryBudget } from '#extension/panel/persistence/memory-budget';
import type { EventList } from './event-list';

/** What all lists of the panel may hold of long values. */
export const memoryBudgetStore = defineStore(({ app }) => createMemoryBudget(app.scheduler));

/** A list into which nothing is recorded: what is beyond the budget is truncated. */
export function budgetedFile({ records }: Pick<EventList, 'records'>) {
  return {
    records,
    store: () => null,
    release: (whole: readonly TelemetryRecord[]) =>
      records.apply(whole.map((record) => shortenRecord(record, 'truncated'))),
  };
}
