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
import { createDocumentState, createReportEntry } from '#core/wire/report-entry';
import { type BadgeCounts, documentCountsSchema } from '#extension/protocol/badge-protocol';

/** Settings of the panel that decide what counts. */
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
  /** Reads what findings count as, and whether what was fired by hand does. */
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
  /** Returns the counts of a tab: of a panel, or while none is open. */
  read(tabId: number): Promise<DocumentCounts>;
}

/** Limit of the documents whose logs are followed; one that reports again is asked for its whole log. */
const MAX_FOLLOWED_DOCUMENTS = 100;

/**
 * Counts invalid and lost events while no panel is open, and shows what a panel counts.
 * Its memory is lost whenever the worker is stopped: a document whose log then seems to have a gap is asked for its
 * whole log again.
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

/** Rules that decide what counts in a badge. */
interface BadgeRules {
  readonly applyPolicy: ReturnType<typeof createRecordPolicy>;
  /** Whether the outcome of what was fired by hand counts. */
  readonly countsManual: boolean;
}

const defaultRules: BadgeRules = { applyPolicy: createRecordPolicy(noPolicy), countsManual: false };

/** Counts the events of one document from its log. */
interface DocumentCounter {
  /**
   * Takes a part of the log; `rules` say what counts.
   * Returns the number from which it wants the log again, if a part is missing.
   */
  take(log: UnwatchedLog, rules?: BadgeRules): number | null;
  counts(): DocumentCounts;
}

function createDocumentCounter(documentKey: string, guard: SecretGuard, ruleSets: readonly RuleSet[]): DocumentCounter {
  const rows = new Set<number>();
  let badgeRules = defaultRules;
  const invalidRows = new Set<number>();
  const wrongRows = new Set<number>();
  const correlator = createEventCorrelator(guard);
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
  // The log comes whole and in order, and the badge is that of a page that is shown: no machine has to wait for anything.
  const entry = createReportEntry({ correlator, onRecords, noteUnload: () => [] });
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
        entry.enter(document, text, changed);
      }
      onRecords(changed.values());
      if (unloaded) onRecords(correlator.closeDocument(documentKey));
      return null;
    },
    counts: () => ({ events: rows.size, invalid: invalidRows.size, wrong: wrongRows.size }),
  };
}

function setMember(rows: Set<number>, row: number, isMember: boolean): void {
  if (isMember) rows.add(row);
  else rows.delete(row);
}

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
interface TabCounts {
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
