import { unwatchedLogSchema } from '../../messaging/unwatched-log';
import { type CountingRules, createDocumentCounter, type DocumentCounter } from './document-counter';
import type { TabCounts } from './tab-counts';

export interface BadgeServiceDeps {
  readonly rules: CountingRules;
  readonly counts: TabCounts;
  readonly show: (tabId: number, wrong: number) => Promise<void>;
}

/** Answers a relay: nothing more is wanted, or the log from a number on. */
export type BadgeAnswer = null | { readonly from: number };

export interface BadgeService {
  /** Undefined for messages of others. */
  hear(message: unknown, tabId: number): Promise<BadgeAnswer> | undefined;
}

/** Documents whose logs are followed at one time; one that is told of again is asked for its whole log. */
const MOST_FOLLOWED = 100;

/**
 * Counts invalid and lost events while no panel is open. What it holds in memory is gone whenever the worker is
 * stopped: a document whose log then seems to have a gap is asked for all of it again.
 */
export function createBadgeService({ rules, counts, show }: BadgeServiceDeps): BadgeService {
  const followed = new Map<string, DocumentCounter>();

  const counterOf = (documentKey: string): DocumentCounter => {
    const counter = followed.get(documentKey) ?? createDocumentCounter(documentKey, rules);
    followed.delete(documentKey);
    followed.set(documentKey, counter);
    const [oldest] = followed.keys();
    if (followed.size > MOST_FOLLOWED && oldest !== undefined) followed.delete(oldest);
    return counter;
  };

  return {
    hear(message, tabId) {
      const parsed = unwatchedLogSchema.safeParse(message);
      if (!parsed.success) return undefined;
      const { documentKey } = parsed.data;
      const counter = counterOf(documentKey);
      const from = counter.take(parsed.data);
      if (from !== null) return Promise.resolve({ from });
      return counts
        .note(tabId, documentKey, counter.wrong())
        .then((wrong) => show(tabId, wrong))
        .then(() => null);
    },
  };
}
