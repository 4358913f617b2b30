import { keepNewest } from '#core/util/lru';
import { badgeCountsSchema } from '#extension/protocol/badge-counts';
import { unwatchedLogSchema } from '#extension/protocol/unwatched-log';
import { type CountingRules, createDocumentCounter, type DocumentCounter } from './document-counter';
import type { TabCounts } from './tab-counts';

export interface BadgeServiceDeps {
  readonly rules: CountingRules;
  readonly counts: TabCounts;
  readonly show: (tabId: number, wrong: number) => Promise<void>;
}

/** Answers a relay: nothing more is wanted, or the log from a number on. */
type BadgeAnswer = null | { readonly from: number };

export interface BadgeService {
  /** Hears the relays of a tab. Undefined for messages of others. */
  hear(message: unknown, tabId: number): Promise<BadgeAnswer> | undefined;
  /** Hears the panels. Undefined for messages of others. */
  hearPanel(message: unknown): Promise<void> | undefined;
}

/** Documents whose logs are followed at one time; one that is told of again is asked for its whole log. */
const MOST_FOLLOWED = 100;

/**
 * Counts invalid and lost events while no panel is open, and shows what a panel counts. What it holds in memory is gone whenever the worker is
 * stopped: a document whose log then seems to have a gap is asked for all of it again.
 */
export function createBadgeService({ rules, counts, show }: BadgeServiceDeps): BadgeService {
  const followed = new Map<string, { readonly tabId: number; readonly counter: DocumentCounter }>();

  const counterOf = (documentKey: string, tabId: number): DocumentCounter => {
    const counter = followed.get(documentKey)?.counter ?? createDocumentCounter(documentKey, rules);
    keepNewest(followed, documentKey, { tabId, counter }, MOST_FOLLOWED);
    return counter;
  };

  return {
    hear(message, tabId) {
      const parsed = unwatchedLogSchema.safeParse(message);
      if (!parsed.success) return undefined;
      const { documentKey } = parsed.data;
      const counter = counterOf(documentKey, tabId);
      const from = counter.take(parsed.data);
      if (from !== null) return Promise.resolve({ from });
      return counts
        .note(tabId, documentKey, counter.wrong())
        .then((wrong) => show(tabId, wrong))
        .then(() => null);
    },
    hearPanel(message) {
      const told = badgeCountsSchema.safeParse(message);
      if (!told.success) return undefined;
      const { tabId, wrong } = told.data;
      // A panel may have cleared what was counted: its documents are counted anew, as far as they still hold their logs.
      for (const [documentKey, document] of followed) if (document.tabId === tabId) followed.delete(documentKey);
      return counts.replace(tabId, wrong).then((sum) => show(tabId, sum));
    },
  };
}
