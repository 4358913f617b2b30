import { defineStore } from '#components/panel/app/stores.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { shortenRecord } from '#core/journey/values/long-values';
import { type BudgetLimits, createMemoryBudget } from '#core/journey/values/memory-budget';
import { observedOf } from '#core/stream/judged-record';
import type { Records } from './record-store';

/**
 * Chromium ends a process of extension pages at about 4 GB, the popup and the options with it. A panel takes a quarter of
 * that at most: long values, what is on its way through it, and 100,000 ordinary events.
 * A value is held twice: by itself, and in the text that the search makes of it.
 */
const LIMITS: BudgetLimits = { maxBytes: 600_000_000, copies: 2 };

/** What all lists of the panel may hold of long values. */
export const memoryBudgetStore = defineStore(({ app }) => createMemoryBudget(app.scheduler, LIMITS));

/** A list into which nothing is recorded: what is beyond the budget is truncated. */
export function budgetedFile({ records }: { readonly records: Records }) {
  return {
    records,
    store: () => null,
    release: (whole: readonly TelemetryRecord[]) =>
      records.apply(whole.map((record) => shortenRecord(observedOf(record), 'truncated'))),
  };
}
