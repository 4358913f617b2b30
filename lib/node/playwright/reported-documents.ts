import { createEventCorrelator } from '#core/journey/event-correlator';
import type { EpochMilliseconds, LossReason, NavigationMark, SdkRef, TelemetryRecord } from '#core/journey/record';
import type { ListChange } from '#core/journey/record-list';
import { type BudgetLimits, createMemoryBudget } from '#core/journey/values/memory-budget';
import type { WatchedFrame } from '#core/journey/watched-frame';
import { correlatorRules } from '#core/rules/checks';
import type { After } from '#core/util/scheduler';
import { createDocumentExpiry } from '#core/wire/document-expiry';
import {
  enterObservation,
  enterPacked,
  followPageUrl,
  isPacked,
  type ObservedDocument,
} from '#core/wire/enter-observation';
import { eventsOfCalls, readReport } from '#core/wire/hook-report';
import type { HookObservation, UnreadRequest } from '#core/wire/page-messages';
import { type NumberedReports, readDelivery } from '#core/wire/read-delivery';

type EventsOfReport = ReturnType<typeof eventsOfCalls>;

/** What a page that unloads still sends arrives within a moment; until then nothing counts as lost. */
const LAST_REPORTS_MS = 500;

/** A report whose predecessor is missing says that more comes, unless the browser dropped that. */
const MAX_MISSING_REPORT_MS = 2_000;

/** A test has a few URLs; a page that makes more gains nothing. */
const MAX_LISTED = 100;

interface ReportedDocument extends ObservedDocument {
  readonly key: string;
  readonly isTop: boolean;
  readonly sdks: Map<number, SdkRef>;
  /** Calls and requests whose end has not been reported. */
  readonly open: Set<string>;
  /** Reports that came before an earlier one, by number. */
  readonly early: Map<number, string>;
  /** The number of the report that is entered next. */
  next: number;
  /**
   * `left`: it has reported that it unloads, and what it still sends is awaited; `closed`: that is over.
   * `gone`: it unloaded without a report, which may still wait in the storage of its origin.
   */
  state: 'loaded' | 'gone' | 'left' | 'closed';
  /** It is in the back/forward cache: it reports nothing until it comes back. */
  isCached: boolean;
  /** When it reported that it unloads. */
  leftAt: EpochMilliseconds;
  cancelClosing: () => void;
}

export interface ReportedDocumentsDeps {
  readonly now: () => EpochMilliseconds;
  /** Calls back once after so many milliseconds, or never if it was cancelled. */
  readonly after: After;
  /** Something was reported, or is over. */
  readonly onChange: () => void;
  /** What long values may take in memory. */
  readonly limits?: BudgetLimits;
}

/**
 * A capture has each value up to three times, and V8 allows a string 512 MB.
 * A worker of Playwright runs one test after another in 2 to 4 GB.
 */
const LIMITS: BudgetLimits = { maxBytes: 150_000_000, copies: 1 };

/** The documents of the watched contexts, and the records of what they reported. */
export interface ReportedDocuments {
  /** Takes a line of a page; each report counts once, whatever way and however often it comes. Returns the document's key, or `null`. */
  receive(line: string): string | null;
  /** The document unloaded, whether or not it has reported that. */
  leave(documentKey: string): void;
  /** The renderer of the document crashed: nothing more comes of it. */
  crash(documentKey: string): void;
  /** Whether the document has reported that it unloads. */
  hasLeft(documentKey: string): boolean;
  /** The numbers of the SDKs of a document. */
  sdksOf(documentKey: string): readonly number[];
  /** Enters what waits for reports that have not come, and takes all documents as gone. */
  finish(): void;
  /** The requests whose body could not be read, of cleared documents too. */
  unreadRequests(): readonly UnreadRequest[];
  /** URLs that took telemetry, without query and fragment. */
  telemetryUrls(): readonly string[];
  /** How many events have truncated values, as all together would take too much memory. */
  truncatedEvents(): number;
  /** Those since the last clear. */
  records(): readonly TelemetryRecord[];
  /** Those before it, too: what is reported late still counts. */
  allRecords(): readonly TelemetryRecord[];
  marks(): readonly NavigationMark[];
  frames(): readonly WatchedFrame[];
  clear(): void;
  isSettled(): boolean;
  /** Settles when each packed body that came is entered. */
  unpacked(): Promise<unknown>;
}

export function createReportedDocuments({
  now,
  after,
  onChange,
  limits = LIMITS,
}: ReportedDocumentsDeps): ReportedDocuments {
  const journal = createEventCorrelator(correlatorRules, Math.floor(Math.random() * 2 ** 32));
  const deps = { journal };
  const documents = new Map<string, ReportedDocument>();
  const records = new Map<number, TelemetryRecord>();
  const unpacking = new Set<Promise<void>>();
  const unreadRequests: UnreadRequest[] = [];
  const telemetryUrls = new Set<string>();
  let marks: NavigationMark[] = [];
  let clearedThrough = 0;

  const allRecords = (): readonly TelemetryRecord[] => [...records.values()].sort((one, other) => one.row - other.row);
  const budget = createMemoryBudget({ nextTask: (task) => after(0, task) }, limits);
  let notifyBudget = (_: ListChange): void => {};
  const take = (changed: readonly TelemetryRecord[]): void => {
    const changes = changed.map((record) => ({ record, before: records.get(record.row) ?? null }));
    for (const record of changed) records.set(record.row, record);
    notifyBudget({ type: 'records', changes });
  };
  budget.add({
    records: {
      all: allRecords,
      listen(listener) {
        notifyBudget = listener;
        return () => {};
      },
    },
    store: () => null,
    release: (whole, place) => take(journal.releaseValues(whole, place)),
  });
  const noteUrl = (url: string): void => {
    if (telemetryUrls.size < MAX_LISTED) telemetryUrls.add(url.replace(/[?#].*$/s, ''));
  };
  const noteUnread = ({ method, url, isStopped }: UnreadRequest): void => {
    if (unreadRequests.length === MAX_LISTED) return;
    unreadRequests.push({ method, url: correlatorRules.redactKnownSecrets(url), isStopped });
  };
  const addMark = (mark: Omit<NavigationMark, 'afterRow'>): void => {
    marks.push(correlatorRules.redactKnownSecrets({ ...mark, afterRow: journal.lastRow() }));
  };
  const open = ({ documentKey, url, isTop }: NumberedReports): ReportedDocument => {
    // Frames have numbers, and the top frame is 0, as in the panel.
    const place = { documentKey, frame: { frameId: isTop ? 0 : documents.size + 1, url } };
    const opened: ReportedDocument = {
      ...{ key: documentKey, isTop, place, pageUrl: null },
      ...{ sdks: new Map(), open: new Set(), early: new Map(), unread: 0, next: 1 },
      ...{ state: 'loaded', isCached: false, leftAt: 0, cancelClosing: () => {} },
    };
    documents.set(documentKey, opened);
    if (isTop) addMark({ at: now(), url });
    return opened;
  };
  const expiry = createDocumentExpiry({
    after,
    onExpired(documentKey, reason) {
      take(journal.expired(documentKey, reason));
      onChange();
    },
  });
  const close = (document: ReportedDocument, lossReason?: LossReason): void => {
    if (document.state === 'closed') return;
    document.cancelClosing();
    expiry.cancel(document.key);
    if (lossReason) take(journal.expired(document.key, lossReason));
    if (document.state !== 'left') take(journal.left(false, document.place));
    document.state = 'closed';
    document.open.clear();
    take(journal.closed(document.key));
    onChange();
  };
  const scheduleClosing = (document: ReportedDocument): void => {
    if (document.state === 'closed') return;
    const scheduledAt = now();
    if (document.state !== 'left') document.leftAt = scheduledAt;
    document.state = 'left';
    document.cancelClosing();
    document.cancelClosing = after(LAST_REPORTS_MS, () => {
      // Timers run before what has arrived while the process was busy is read.
      const wasBusy = now() - scheduledAt >= 2 * LAST_REPORTS_MS;
      const isReportMissing = document.early.size > 0 && now() - document.leftAt < MAX_MISSING_REPORT_MS;
      if (wasBusy || isReportMissing) scheduleClosing(document);
      else close(document);
    });
  };

  const noteCache = (document: ReportedDocument, observation: HookObservation): void => {
    const isCached = observation.type === 'left' && observation.kept;
    if (isCached) expiry.ended(document.key, true);
    else if (document.isCached) {
      expiry.cancel(document.key);
      take(journal.reopened(document.key));
    }
    document.isCached = isCached;
  };

  const enter = (document: ReportedDocument, observation: HookObservation, events: EventsOfReport): void => {
    if (observation.type === 'sdk') {
      document.sdks.set(observation.sdk, { global: observation.global, generation: observation.generation });
      return;
    }
    if (observation.type === 'not-fired' || observation.type === 'eval-blocked') return;
    if (observation.type === 'unread-request') {
      noteUnread(observation);
      return;
    }
    const { frame } = document.place;
    followPageUrl(document, observation);
    const { url: pageUrl } = document.place.frame;
    if (document.isTop && pageUrl !== frame.url) addMark({ at: observation.at, url: pageUrl, isRoute: true });
    noteCache(document, observation);
    noteOpen(document.open, observation);
    const url = observation.type === 'sending' ? observation.url : null;
    const takeOf = (changed: readonly TelemetryRecord[]): void => {
      if (url !== null && changed.length > 0) noteUrl(url);
      take(changed);
    };
    if (!isPacked(observation)) takeOf(enterObservation(deps, observation, document, events));
    else {
      const unpacked = enterPacked(deps, observation, document)
        .then(takeOf)
        .finally(() => {
          unpacking.delete(unpacked);
          onChange();
        });
      unpacking.add(unpacked);
    }
    if (observation.type === 'left' && !observation.kept) scheduleClosing(document);
  };
  const enterReport = (document: ReportedDocument, text: string): void => {
    const report = readReport(text);
    const events = eventsOfCalls(report);
    document.unread += report.unread;
    for (const observation of report.sightings) {
      try {
        enter(document, observation, events);
      } catch {
        // Each observation stands alone: one that a page forged costs no other.
        document.unread += 1;
      }
    }
  };
  const enterInOrder = (document: ReportedDocument): void => {
    for (let text = document.early.get(document.next); text !== undefined; text = document.early.get(document.next)) {
      document.early.delete(document.next);
      document.next += 1;
      enterReport(document, text);
    }
  };

  return {
    receive(line) {
      const delivery = readDelivery(line);
      if (delivery === null) return null;
      const document = documents.get(delivery.documentKey) ?? open(delivery);
      for (const [index, text] of delivery.reports.entries()) {
        const number = delivery.first + index;
        if (number >= document.next) document.early.set(number, text);
      }
      enterInOrder(document);
      if (document.state === 'left') scheduleClosing(document);
      onChange();
      return document.key;
    },
    leave(documentKey) {
      const document = documents.get(documentKey);
      if (document?.state !== 'loaded') return;
      document.state = 'gone';
      onChange();
    },
    crash(documentKey) {
      const document = documents.get(documentKey);
      if (document) close(document, 'ended');
    },
    hasLeft(documentKey) {
      const state = documents.get(documentKey)?.state;
      return state === 'left' || state === 'closed';
    },
    sdksOf: (documentKey) => [...(documents.get(documentKey)?.sdks.keys() ?? [])],
    finish() {
      for (const document of documents.values()) {
        for (const number of [...document.early.keys()].sort((one, other) => one - other)) {
          // One that an earlier number brought along is entered already.
          document.next = Math.max(document.next, number);
          enterInOrder(document);
        }
        close(document, document.isCached ? 'cache-expired' : undefined);
      }
    },
    unreadRequests: () => unreadRequests,
    telemetryUrls: () => [...telemetryUrls],
    truncatedEvents: () => allRecords().filter(({ longValues }) => longValues === 'truncated').length,
    records: () => allRecords().filter(({ row }) => row > clearedThrough),
    allRecords,
    marks: () => marks,
    frames: () =>
      [...documents.values()].map(({ key, place, sdks, unread }) => ({
        ...correlatorRules.redactKnownSecrets(place.frame),
        documentId: key,
        title: '',
        sdks: [...sdks.values()],
        unread,
      })),
    clear() {
      clearedThrough = journal.lastRow();
      marks = [];
      onChange();
    },
    isSettled: () =>
      unpacking.size === 0 &&
      [...documents.values()].every(({ open: calls, early, state }) => {
        return state === 'loaded' ? calls.size === 0 && early.size === 0 : state !== 'left';
      }),
    unpacked: () => Promise.all(unpacking),
  };
}

function noteOpen(open: Set<string>, observation: HookObservation): void {
  if (observation.type === 'called') open.add(observation.callId);
  if (observation.type === 'sending') open.add(observation.requestId);
  if (observation.type === 'threw' || (observation.type === 'returned' && observation.settled)) {
    open.delete(observation.callId);
  }
  if (observation.type === 'ended') open.delete(observation.requestId);
}
