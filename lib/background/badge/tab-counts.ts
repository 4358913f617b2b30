import type { KeyValueStorage } from '../../identity/stored-value';
import { z } from '../../zod';

/** By tab, by document: how many of its events are invalid or lost. */
const countsSchema = z.record(z.string(), z.record(z.string(), z.int()));
type Counts = z.infer<typeof countsSchema>;

const KEY = 'badgeCounts';
/** Tabs that are remembered; tabs that were closed fall out in time. */
const MOST_TABS = 100;
/** Documents of one tab that are told apart; the older ones are one sum. */
const MOST_DOCUMENTS = 50;
const OLDER = 'older';

/** The counts of all tabs. They outlive the worker, and go when the browser closes. */
export interface TabCounts {
  /** Notes the count of a document; answers the sum of its tab. */
  note(tabId: number, documentKey: string, wrong: number): Promise<number>;
}

export function createTabCounts(storage: KeyValueStorage): TabCounts {
  let last: Promise<unknown> = Promise.resolve();
  const change = async (tabId: number, documentKey: string, wrong: number): Promise<number> => {
    const parsed = countsSchema.safeParse(await storage.get(KEY));
    const counts: Counts = parsed.success ? parsed.data : {};
    const { [tabId]: ofTab = {}, ...others } = counts;
    const next = bounded({ ...ofTab, [documentKey]: wrong });
    const kept = Object.entries(others).slice(-(MOST_TABS - 1));
    await storage.set(KEY, { ...Object.fromEntries(kept), [tabId]: next });
    return sum(Object.values(next));
  };
  return {
    note(tabId, documentKey, wrong) {
      const noted = last.then(() => change(tabId, documentKey, wrong));
      last = noted.catch(() => undefined);
      return noted;
    },
  };
}

function bounded(documents: Readonly<Record<string, number>>): Record<string, number> {
  const { [OLDER]: older = 0, ...single } = documents;
  const entries = Object.entries(single);
  const surplus = entries.slice(0, Math.max(0, entries.length - MOST_DOCUMENTS));
  const all = older + sum(surplus.map(([, wrong]) => wrong));
  return { [OLDER]: all, ...Object.fromEntries(entries.slice(surplus.length)) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
