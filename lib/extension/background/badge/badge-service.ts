import type { SecretGuard } from '#core/journey/correlator/observations';
import { createMuteTest, type Mute } from '#core/report/mutes';
import type { DocumentCounts } from '#core/stream/counts';
import type { RuleSet } from '#core/telemetry/findings';
import { setBounded } from '#core/util/lru';
import type { UnwatchedLog } from '#core/wire/page-messages';
import type { BadgeCounts } from '#extension/protocol/badge-protocol';
import { createDocumentCounter, type DocumentCounter } from './document-counter';
import type { TabCounts } from './tab-counts';

/** What the user chose in the panel about what counts. */
interface BadgeSettings {
  readonly mutes: readonly Mute[];
  readonly countsManual: boolean;
}

const defaultSettings: BadgeSettings = { mutes: [], countsManual: false };

export interface BadgeServiceDeps {
  readonly guard: SecretGuard;
  /** What decides whether an event is invalid. */
  readonly ruleSets: readonly RuleSet[];
  readonly counts: TabCounts;
  /** Reads which findings do not count, and whether what was fired by hand does. */
  readonly readSettings: () => Promise<BadgeSettings>;
  readonly show: (tabId: number, wrong: number) => Promise<void>;
}

/** Reply to a relay: nothing more is needed, or the log from a number on. */
type BadgeResponse = null | { readonly from: number };

export interface BadgeService {
  /** Hears the relays of a tab. */
  handle(log: UnwatchedLog, tabId: number): Promise<BadgeResponse>;
  /** Hears the panels. */
  handlePanel(counts: BadgeCounts): Promise<void>;
  /** Returns what is counted of a tab: by a panel, or while none is open. */
  read(tabId: number): Promise<DocumentCounts>;
}

/** Documents whose logs are followed at one time; one that reports again is asked for its whole log. */
const MAX_FOLLOWED_DOCUMENTS = 100;

/**
 * Counts invalid and lost events while no panel is open, and shows what a panel counts.
 * What it holds in memory is gone whenever the worker is stopped: a document whose log then seems to have a gap is
 * asked for all of it again.
 */
export function createBadgeService({ guard, ruleSets, counts, readSettings, show }: BadgeServiceDeps): BadgeService {
  const followed = new Map<string, { readonly tabId: number; readonly counter: DocumentCounter }>();

  const counterOf = (documentKey: string, tabId: number): DocumentCounter => {
    const counter = followed.get(documentKey)?.counter ?? createDocumentCounter(documentKey, guard, ruleSets);
    setBounded(followed, documentKey, { tabId, counter }, MAX_FOLLOWED_DOCUMENTS);
    return counter;
  };

  return {
    async handle(log, tabId) {
      const { documentKey } = log;
      const { mutes, countsManual } = await readSettings().catch(() => defaultSettings);
      const counter = counterOf(documentKey, tabId);
      const from = counter.take(log, { muteTestOf: createMuteTest(mutes), countsManual });
      if (from !== null) return { from };
      await show(tabId, (await counts.note(tabId, documentKey, counter.counts())).wrong);
      return null;
    },
    async handlePanel({ tabId, documents }) {
      // A panel may have cleared the counted events: documents are recounted from their logs.
      for (const [documentKey, document] of followed) if (document.tabId === tabId) followed.delete(documentKey);
      await show(tabId, (await counts.replace(tabId, documents)).wrong);
    },
    read: counts.read,
  };
}
