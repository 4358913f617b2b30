import { createStoredValue, type KeyValueStorage } from '#core/identity/stored-value';
import type { DocumentCounts } from '#core/stream/counts';
import * as z from '#core/util/zod';
import { documentCountsSchema } from '#extension/protocol/badge-protocol';

/** By tab, by document. */
const countsSchema = z.catch(z.record(z.string(), z.record(z.string(), documentCountsSchema)), {});
type OfTab = Readonly<Record<string, DocumentCounts>>;

const KEY = 'badgeCounts';
/** Tabs that are remembered. */
const MAX_TABS = 100;
/** Documents of one tab that are counted separately. */
const MAX_DOCUMENTS_PER_TAB = 50;
const OLDER = 'older';

/** The counts of all tabs. They outlive the worker, and go when the browser closes. */
export interface TabCounts {
  /** Stores the counts of a document; returns the sum of its tab. */
  note(tabId: number, documentKey: string, counts: DocumentCounts): Promise<DocumentCounts>;
  /** Replaces all that was stored of a tab by the counts of a panel, by document; returns their sum. */
  replace(tabId: number, documents: OfTab): Promise<DocumentCounts>;
  /** Returns the sum of a tab. */
  read(tabId: number): Promise<DocumentCounts>;
  /** For a tab that was closed. */
  forget(tabId: number): Promise<void>;
}

export function createTabCounts(storage: KeyValueStorage): TabCounts {
  const stored = createStoredValue(storage, KEY, (value) => countsSchema.parse(value));
  const sumOf = (ofTab: OfTab | undefined): DocumentCounts => sumCounts(Object.values(ofTab ?? {}));
  const change = async (tabId: number, make: (ofTab: OfTab) => OfTab): Promise<DocumentCounts> => {
    const counts = await stored.update(({ [tabId]: ofTab = {}, ...others }) => {
      const newest = Object.entries(others).slice(-(MAX_TABS - 1));
      return { ...Object.fromEntries(newest), [tabId]: foldOldDocuments(make(ofTab)) };
    });
    return sumOf(counts[tabId]);
  };
  return {
    note: (tabId, documentKey, counts) => change(tabId, (ofTab) => ({ ...ofTab, [documentKey]: counts })),
    replace: (tabId, documents) => change(tabId, () => documents),
    read: async (tabId) => sumOf((await stored.read())[tabId]),
    async forget(tabId) {
      if (String(tabId) in (await stored.read())) await stored.update(({ [tabId]: _closed, ...others }) => others);
    },
  };
}

/** The latest documents of a tab, and the sum of all before them: a tab may load any number of pages. */
function foldOldDocuments(documents: OfTab): OfTab {
  const { [OLDER]: older, ...single } = documents;
  const entries = Object.entries(single);
  const split = Math.max(0, entries.length - MAX_DOCUMENTS_PER_TAB);
  const rest = [...(older ? [older] : []), ...entries.slice(0, split).map(([, counts]) => counts)];
  return { ...(rest.length > 0 && { [OLDER]: sumCounts(rest) }), ...Object.fromEntries(entries.slice(split)) };
}

function sumCounts(counts: readonly DocumentCounts[]): DocumentCounts {
  const sum = (key: keyof DocumentCounts) => counts.reduce((all, one) => all + one[key], 0);
  return { events: sum('events'), invalid: sum('invalid'), wrong: sum('wrong') };
}
