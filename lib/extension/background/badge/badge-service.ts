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
import { createDocumentState } from '#core/wire/document-state';
import type { UnwatchedLog } from '#core/wire/page-messages';
import { createReportProcessor } from '#core/wire/report-processor';
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

/** Response to a relay: `null`, or the sequence number from which the relay must resend its log. */
type BadgeResponse = null | { readonly from: number };

export interface BadgeService {
  /** Handles a log from a relay of a tab. */
  handle(log: UnwatchedLog, tabId: number): Promise<BadgeResponse>;
  /** Handles the counts of a panel. */
  handlePanel(counts: BadgeCounts): Promise<void>;
  /** Returns the counts of a tab, from its panel or from the logs while no panel was open. */
  read(tabId: number): Promise<DocumentCounts>;
}

/**
 * Maximum number of documents whose logs are counted.
 * An evicted document that reports again is asked to resend its whole log.
 */
const MAX_COUNTED_DOCUMENTS = 100;

/**
 * Counts invalid and lost events while no panel is open, and shows the counts of open panels.
 * A stopped worker loses these counters. A document whose log then has a gap is asked to resend its whole log.
 */
export function createBadgeService({ guard, ruleSets, counts, readSettings, show }: BadgeServiceDeps): BadgeService {
  const counters = new Map<string, { readonly tabId: number; readonly counter: DocumentCounter }>();

  const touchCounter = (documentKey: string, tabId: number): DocumentCounter => {
    const counter = counters.get(documentKey)?.counter ?? createDocumentCounter(documentKey, guard, ruleSets);
    setBounded(counters, documentKey, { tabId, counter }, MAX_COUNTED_DOCUMENTS);
    return counter;
  };

  return {
    async handle(log, tabId) {
      const { documentKey } = log;
      const { policy, countsManual } = await readSettings().catch(() => defaultSettings);
      const counter = touchCounter(documentKey, tabId);
      const from = counter.addLog(log, { applyPolicy: createRecordPolicy(policy), countsManual });
      if (from !== null) return { from };
      await show(tabId, (await counts.store(tabId, documentKey, counter.counts())).wrong);
      return null;
    },
    async handlePanel({ tabId, documents }) {
      // Documents are recounted from their logs, because a panel may have cleared the counted events.
      for (const [documentKey, document] of counters) if (document.tabId === tabId) counters.delete(documentKey);
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
 * Maximum number of a document's records in the worker's memory, besides those of one log and unfinished records.
 * Further records are evicted, because the counts need only their rows.
 */
const MAX_COUNTED_RECORDS = 2_000;

/** Counts the events of one document from its log. */
interface DocumentCounter {
  /**
   * Adds a part of the log. `rules` decide which records are counted as invalid or lost.
   * Returns the sequence number from which the log must be resent, or `null` if no part is missing.
   */
  addLog(log: UnwatchedLog, rules?: BadgeRules): number | null;
  counts(): DocumentCounts;
}

function createDocumentCounter(documentKey: string, guard: SecretGuard, ruleSets: readonly RuleSet[]): DocumentCounter {
  const rows = new Set<number>();
  let badgeRules = defaultRules;
  const invalidRows = new Set<number>();
  const wrongRows = new Set<number>();
  const correlator = createEventCorrelator(guard, Math.floor(Math.random() * 2 ** 32));
  let evictedThrough = 0;
  const judgeRecord = (record: TelemetryRecord) =>
    toVerdict(record.kind, badgeRules.applyPolicy(record, findInRecord(record, ruleSets)).findings).verdict;
  const onRecords = (changed: Iterable<TelemetryRecord>): void => {
    for (const record of changed) {
      const { row } = record;
      const hasOutcome = badgeRules.countsManual || record.firedBy.type === 'page';
      const isInvalid = hasOutcome && judgeRecord(record) === 'invalid';
      rows.add(row);
      setMember(invalidRows, row, isInvalid);
      setMember(wrongRows, row, isInvalid || (hasOutcome && isLost(record)));
    }
  };
  // The log is complete and in order, so entries need no timers.
  const processor = createReportProcessor({ correlator, onRecords, trackUnload: () => [] });
  const document = createDocumentState({ documentKey, frame: { frameId: 0, url: '' } });

  return {
    addLog(log, rules = defaultRules) {
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

const documentsSchema = z.array(z.object({ key: z.string(), counts: documentCountsSchema }));
/** The counts of a tab's documents. The document that reported last is the last one. */
type CountedDocuments = z.infer<typeof documentsSchema>;
/** Lists in the order of the last change, because Chromium's storage sorts the keys of objects. */
const tabsSchema = z.catch(z.array(z.object({ tabId: z.int(), documents: documentsSchema })), []);
type CountedTabs = z.infer<typeof tabsSchema>;

const KEY = 'badgeCounts';
/** Maximum number of stored tabs. */
const MAX_TABS = 100;
/** Maximum number of documents of one tab that are counted separately. */
const MAX_DOCUMENTS_PER_TAB = 50;
const OLDER = 'older';

/** Stores the counts of all tabs. They outlive the worker, not the browser. */
interface TabCounts {
  /** Stores the counts of a document. Returns the sum of its tab. */
  store(tabId: number, documentKey: string, counts: DocumentCounts): Promise<DocumentCounts>;
  /** Replaces the stored counts of a tab by those of a panel. Returns their sum. */
  replace(tabId: number, documents: BadgeCounts['documents']): Promise<DocumentCounts>;
  /** Returns the sum of a tab. */
  read(tabId: number): Promise<DocumentCounts>;
  /** Deletes the counts of a closed tab. */
  forget(tabId: number): Promise<void>;
}

export function createTabCounts(storage: KeyValueStorage): TabCounts {
  const stored = createStoredValue(storage, KEY, (value) => tabsSchema.parse(value));
  const change = async (
    tabId: number,
    changeDocuments: (documents: CountedDocuments) => CountedDocuments,
  ): Promise<DocumentCounts> => {
    const tabs = await stored.update((before) => [
      ...withoutTab(before, tabId).slice(1 - MAX_TABS),
      { tabId, documents: foldOldDocuments(changeDocuments(documentsOf(before, tabId))) },
    ]);
    return sumCounts(tabs.at(-1)?.documents ?? []);
  };
  return {
    store: (tabId, key, counts) =>
      change(tabId, (documents) => [...documents.filter((document) => document.key !== key), { key, counts }]),
    replace: (tabId, documents) =>
      change(tabId, () => Object.entries(documents).map(([key, counts]) => ({ key, counts }))),
    read: async (tabId) => sumCounts(documentsOf(await stored.read(), tabId)),
    async forget(tabId) {
      if (documentsOf(await stored.read(), tabId).length > 0) await stored.update((tabs) => withoutTab(tabs, tabId));
    },
  };
}

function documentsOf(tabs: CountedTabs, tabId: number): CountedDocuments {
  return tabs.find((tab) => tab.tabId === tabId)?.documents ?? [];
}

function withoutTab(tabs: CountedTabs, tabId: number): CountedTabs {
  return tabs.filter((tab) => tab.tabId !== tabId);
}

/** Replaces all but the latest documents of a tab by one with their sum. A tab may load any number of pages. */
function foldOldDocuments(documents: CountedDocuments): CountedDocuments {
  const split = documents.length - MAX_DOCUMENTS_PER_TAB;
  if (split <= 0) return documents;
  return [{ key: OLDER, counts: sumCounts(documents.slice(0, split + 1)) }, ...documents.slice(split + 1)];
}

function sumCounts(documents: CountedDocuments): DocumentCounts {
  const sum = (name: keyof DocumentCounts) => documents.reduce((all, { counts }) => all + counts[name], 0);
  return { events: sum('events'), invalid: sum('invalid'), wrong: sum('wrong') };
}
