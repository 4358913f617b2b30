import { createStoredValue, type KeyValueStorage } from '#core/identity/stored-value';
import * as z from '#core/util/zod';

/** By tab, by document: how many of its events are invalid or lost. */
const countsSchema = z.catch(z.record(z.string(), z.record(z.string(), z.int())), {});
type OfTab = Readonly<Record<string, number>>;

const KEY = 'badgeCounts';
/** Tabs that are remembered. */
const MAX_TABS = 100;
/** Documents of one tab that are told apart; the older ones are one sum. */
const MAX_DOCUMENTS_PER_TAB = 50;
const OLDER = 'older';

/** The counts of all tabs. They outlive the worker, and go when the browser closes. */
export interface TabCounts {
  /** Notes the count of a document; answers the sum of its tab. */
  note(tabId: number, documentKey: string, wrong: number): Promise<number>;
  /**
   * Puts the counts of a panel, by document, in the place of all that was noted of its tab.
   * Answers their sum.
   */
  replace(tabId: number, wrong: Readonly<Record<string, number>>): Promise<number>;
  /** For a tab that was closed. */
  forget(tabId: number): Promise<void>;
}

export function createTabCounts(storage: KeyValueStorage): TabCounts {
  const stored = createStoredValue(storage, KEY, (value) => countsSchema.parse(value));
  const change = async (tabId: number, make: (ofTab: OfTab) => OfTab): Promise<number> => {
    const counts = await stored.update(({ [tabId]: ofTab = {}, ...others }) => {
      const kept = Object.entries(others).slice(-(MAX_TABS - 1));
      return { ...Object.fromEntries(kept), [tabId]: bounded(make(ofTab)) };
    });
    return sum(Object.values(counts[tabId] ?? {}));
  };
  return {
    note: (tabId, documentKey, wrong) => change(tabId, (ofTab) => ({ ...ofTab, [documentKey]: wrong })),
    replace: (tabId, wrong) => change(tabId, () => wrong),
    async forget(tabId) {
      if (String(tabId) in (await stored.read())) await stored.update(({ [tabId]: _closed, ...others }) => others);
    },
  };
}

function bounded(documents: OfTab): OfTab {
  const { [OLDER]: older = 0, ...single } = documents;
  const entries = Object.entries(single);
  const surplus = entries.slice(0, Math.max(0, entries.length - MAX_DOCUMENTS_PER_TAB));
  const all = older + sum(surplus.map(([, wrong]) => wrong));
  return { [OLDER]: all, ...Object.fromEntries(entries.slice(surplus.length)) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
