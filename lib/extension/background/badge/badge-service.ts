import { createStoredValue, type KeyValueStorage } from '#core/identity/stored-value';
import type { SecretGuard } from '#core/journey/correlator/observations';
import { createEventCorrelator } from '#core/journey/event-correlator';
import { isLost } from '#core/journey/journey-state';
import type { TelemetryRecord } from '#core/journey/record';
import { type FindingPolicy, noPolicy } from '#core/report/finding-policy';
import { createRecordPolicy } from '#core/report/settle-findings';
import type { DocumentCounts } from '#core/stream/counts';
import { findInRecord } from '#core/stream/find-in-record';
import { type RuleSet, toVerdict } from '#core/telemetry/findings';
import { setBounded } from '#core/util/lru';
import * as z from '#core/util/zod';
import type { UnwatchedLog } from '#core/wire/page-messages';
import { createDocumentState, createReportProcessor } from '#core/wire/report-processor';
import { type BadgeCounts, documentCountsSchema } from '#extension/protocol/badge-protocol';

/** Settings of the panel that affect the counts. */
interface BadgeSettings {
  readonly policy: FindingPolicy;
  readonly countsManual: boolean;
}

const defaultSettings: BadgeSettings = { policy: noPolicy, countsManual: false };

export interface BadgeServiceDeps {
  readonly guard: SecretGuard;
  /** Rule sets that decide whether an event is invalid. */
  readonly ruleSets: readonly RuleSet[];
  readonly counts: TabCounts;
  /** Reads the policy of findings, and whether manually fired events count. */
  readonly readSettings: () => Promise<BadgeSettings>;
  readonly show: (tabId: number, wrong: number) => Promise<void>;
}

/** Response to a relay: null, or a request for its log starting at a sequence number. */
type BadgeResponse = null | { readonly from: number };

export interface BadgeService {
  /** Handles a log from a relay of a tab. */
  handle(log: UnwatchedLog, tabId: number): Promise<BadgeResponse>;
  /** Handles the counts of a panel. */
  handlePanel(counts: BadgeCounts): Promise<void>;
  /** Returns the counts of a tab: those of its panel, or those since no panel is open. */
  read(tabId: number): Promise<DocumentCounts>;
}

/**
 * Maximum of documents whose logs are followed.
 * An evicted one that reports again is asked to resend its whole log.
 */
const MAX_FOLLOWED_DOCUMENTS = 100;

/**
 * Counts invalid and lost events while no panel is open, and shows the counts of open panels.
 * A stopped worker loses these counters. A document whose log then has a gap is asked to resend its whole log.
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
      const { policy, countsManual } = await readSettings().catch(() => defaultSettings);
      const counter = counterOf(documentKey, tabId);
      const from = counter.take(log, { applyPolicy: createRecordPolicy(policy), countsManual });
      if (from !== null) return { from };
      await show(tabId, (await counts.store(tabId, documentKey, counter.counts())).wrong);
      return null;
    },
    async handlePanel({ tabId, documents }) {
      // Documents are recounted from their logs, because a panel may have cleared the counted events.
      for (const [documentKey, document] of followed) if (document.tabId === tabId) followed.delete(documentKey);
      await show(tabId, (await counts.replace(tabId, documents)).wrong);
    },
    read: counts.read,
  };
}

/** Rules for the counts of a badge. */
interface BadgeRules {
  readonly applyPolicy: ReturnType<typeof createRecordPolicy>;
  /** Whether manually fired events count. */
  readonly countsManual: boolean;
}

const defaultRules: BadgeRules = { applyPolicy: createRecordPolicy(noPolicy), countsManual: false };

/**
 * Maximum of the records of one document in the worker's memory, besides those of one log and unfinished ones.
 * Beyond it, they are evicted: only their rows are needed for the counts.
 */
const MAX_COUNTED_RECORDS = 2_000;

/** Counts the events of one document from its log. */
interface DocumentCounter {
  /**
   * Adds a part of the log. `rules` define what counts.
   * Returns the number from which the log must be resent if a part is missing, or null.
   */
  take(log: UnwatchedLog, rules?: BadgeRules): number | null;
  counts(): DocumentCounts;
}

function createDocumentCounter(documentKey: string, guard: SecretGuard, ruleSets: readonly RuleSet[]): DocumentCounter {
  const rows = new Set<number>();
  let badgeRules = defaultRules;
  const invalidRows = new Set<number>();
  const wrongRows = new Set<number>();
  const correlator = createEventCorrelator(guard, Math.random() * 2 ** 32);
  let evictedThrough = 0;
  const verdictOf = (record: TelemetryRecord) =>
    toVerdict(record.kind, badgeRules.applyPolicy(record, findInRecord(record, ruleSets)).findings).verdict;
  const onRecords = (changed: Iterable<TelemetryRecord>): void => {
    for (const record of changed) {
      const { row } = record;
      const hasOutcome = badgeRules.countsManual || record.firedBy.type === 'page';
      const isInvalid = hasOutcome && verdictOf(record) === 'invalid';
      rows.add(row);
      setMember(invalidRows, row, isInvalid);
      setMember(wrongRows, row, isInvalid || (hasOutcome && isLost(record)));
    }
  };
  // The log is complete and in order, so entries need no timers.
  const processor = createReportProcessor({ correlator, onRecords, trackUnload: () => [] });
  const document = createDocumentState({ documentKey, frame: { frameId: 0, url: '' } });

  return {
    take(log, rules = defaultRules) {
      badgeRules = rules;
      const { observations, heldFrom, unloaded } = log;
      const from = observations[0]?.seq ?? log.next;
      if (from > document.next && heldFrom < from) return Math.max(document.next, heldFrom);
      onRecords(correlator.reopenDocument(documentKey));
      const changed = new Map<number, TelemetryRecord>();
      for (const { seq, text } of observations) {
        if (seq < document.next) continue;
        document.next = seq + 1;
        processor.process(document, text, changed);
      }
      onRecords(changed.values());
      if (unloaded) onRecords(correlator.closeDocument(documentKey));
      const lastRow = correlator.lastRow();
      if (lastRow - evictedThrough >= MAX_COUNTED_RECORDS) {
        correlator.evict(lastRow, false);
        evictedThrough = lastRow;
      }
      return null;
    },
    counts: () => ({ events: rows.size, invalid: invalidRows.size, wrong: wrongRows.size }),
  };
}

function setMember(rows: Set<number>, row: number, isMember: boolean): void {
  if (isMember) rows.add(row);
  else rows.delete(row);
}

/** Counts by tab, then by document. */
const countsSchema = z.catch(z.record(z.string(), z.record(z.string(), documentCountsSchema)), {});
type CountsByDocument = Readonly<Record<string, DocumentCounts>>;

const KEY = 'badgeCounts';
/** Maximum of stored tabs. */
const MAX_TABS = 100;
/** Maximum of documents of one tab that are counted separately. */
const MAX_DOCUMENTS_PER_TAB = 50;
const OLDER = 'older';

/** Stores the counts of all tabs. They outlive the worker, not the browser. */
interface TabCounts {
  /** Stores the counts of a document. Returns the sum of its tab. */
  store(tabId: number, documentKey: string, counts: DocumentCounts): Promise<DocumentCounts>;
  /** Replaces the stored counts of a tab by those of a panel. Returns their sum. */
  replace(tabId: number, documents: CountsByDocument): Promise<DocumentCounts>;
  /** Returns the sum of a tab. */
  read(tabId: number): Promise<DocumentCounts>;
  /** Deletes the counts of a closed tab. */
  forget(tabId: number): Promise<void>;
}

export function createTabCounts(storage: KeyValueStorage): TabCounts {
  const stored = createStoredValue(storage, KEY, (value) => countsSchema.parse(value));
  const sumOf = (countsByDocument: CountsByDocument | undefined): DocumentCounts =>
    sumCounts(Object.values(countsByDocument ?? {}));
  const change = async (
    tabId: number,
    make: (countsByDocument: CountsByDocument) => CountsByDocument,
  ): Promise<DocumentCounts> => {
    const counts = await stored.update(({ [tabId]: countsByDocument = {}, ...others }) => {
      const newest = Object.entries(others).slice(-(MAX_TABS - 1));
      return { ...Object.fromEntries(newest), [tabId]: foldOldDocuments(make(countsByDocument)) };
    });
    return sumOf(counts[tabId]);
  };
  return {
    store: (tabId, documentKey, counts) =>
      change(tabId, (countsByDocument) => ({ ...countsByDocument, [documentKey]: counts })),
    replace: (tabId, documents) => change(tabId, () => documents),
    read: async (tabId) => sumOf((await stored.read())[tabId]),
    async forget(tabId) {
      if (String(tabId) in (await stored.read())) await stored.update(({ [tabId]: _closed, ...others }) => others);
    },
  };
}

/** Sums up all but the latest documents of a tab, because a tab may load any number of pages. */
function foldOldDocuments(documents: CountsByDocument): CountsByDocument {
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
