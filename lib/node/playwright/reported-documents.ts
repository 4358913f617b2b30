import { createEventCorrelator } from '#core/journey/event-correlator';
import type { EpochMilliseconds, Navigation, TelemetryRecord } from '#core/journey/record';
import type { ListChange } from '#core/journey/record-list';
import { type BudgetLimits, createMemoryBudget } from '#core/journey/values/memory-budget';
import { truncateRecord } from '#core/journey/values/truncate-record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import { createDefaultJudge } from '#core/stream/default-judge';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createJudgedRows } from '#core/stream/judged-rows';
import { secretGuard } from '#core/stream/secret-guard';
import type { SetTimer } from '#core/util/scheduler';
import { createObservedDocuments } from '#core/wire/observed-documents';
import type { UnreadRequest } from '#core/wire/page-messages';
import { type NumberedReports, readDelivery } from '#core/wire/read-delivery';

/** Maximum number of stored URLs and unreadable requests. Typical tests have a few. */
const MAX_STORED = 100;

export interface ReportedDocumentsDeps {
  readonly now: () => EpochMilliseconds;
  /** Sets a timer. */
  readonly setTimer: SetTimer;
  /** Called after each report, and when a call or request ends. */
  readonly onChange: () => void;
  /** Memory limits of long values. */
  readonly limits?: BudgetLimits;
}

/**
 * Memory limits of long values.
 * A capture contains each value up to three times, and V8 limits a string to 512 MB. A Playwright worker runs all of
 * its tests in 2 to 4 GB.
 */
const LIMITS: BudgetLimits = { maxBytes: 150_000_000, copies: 1 };

/** The documents of the watched contexts, and the records of their reports. */
export interface ReportedDocuments {
  /**
   * Receives a line of a page's reports.
   * Ignores duplicate reports. Returns the document's key, or `null`.
   */
  receive(line: string): string | null;
  /** Marks a document as unloaded, even if it has not reported that. */
  unload(documentKey: string): void;
  /** Ends a document whose renderer crashed, and which reports nothing more. */
  crash(documentKey: string): void;
  /** Whether the document has reported its unload. */
  hasReportedUnload(documentKey: string): boolean;
  /** Whether no reports are expected: the document has unloaded or is in the back/forward cache. */
  hasReportedAll(documentKey: string): boolean;
  /** Returns the numbers of a document's SDKs. */
  sdksOf(documentKey: string): readonly number[];
  /** Processes reports that wait for missing ones, and ends all documents. */
  finish(): void;
  /** Returns requests whose body could not be read, including those of cleared documents. */
  unreadRequests(): readonly UnreadRequest[];
  /** Returns the URLs to which telemetry was sent, without query and fragment. */
  telemetryUrls(): readonly string[];
  /** Returns the number of events with values that were truncated to save memory. */
  truncatedEvents(): number;
  /** Returns the records since the last clear. */
  records(): readonly JudgedRecord[];
  /** Returns all records, including those before the last clear. */
  allRecords(): readonly JudgedRecord[];
  navigations(): readonly Navigation[];
  frames(): readonly WatchedFrame[];
  clear(): void;
  isSettled(): boolean;
  /** Resolves when all compressed bodies so far are processed. */
  allDecompressed(): Promise<unknown>;
}

export function createReportedDocuments({
  now,
  setTimer,
  onChange,
  limits = LIMITS,
}: ReportedDocumentsDeps): ReportedDocuments {
  const correlator = createEventCorrelator(secretGuard, Math.floor(Math.random() * 2 ** 32));
  const rows = createJudgedRows(createDefaultJudge());
  const unreadRequests: UnreadRequest[] = [];
  const telemetryUrls = new Set<string>();
  let navigations: Navigation[] = [];
  let clearedThrough = 0;

  const budget = createMemoryBudget(
    { nextTask: (task) => setTimer(0, task), loadTruncateRecord: () => truncateRecord },
    limits,
  );
  let notifyBudget = (_: ListChange): void => {};
  const putRecords = (changed: readonly TelemetryRecord[]): void => {
    const changes = changed.map((record) => ({ record, before: rows.get(record.row)?.observed ?? null }));
    rows.put(changed);
    notifyBudget({ type: 'records', changes });
  };
  budget.add({
    records: {
      all: () => rows.all().map(({ observed }) => observed),
      subscribe(listener) {
        notifyBudget = listener;
        return () => {};
      },
    },
    store: () => null,
    release: (whole, source) => putRecords(correlator.releaseValues(whole, source)),
  });
  const addNavigation = (navigation: Omit<Navigation, 'afterRow'>): void => {
    navigations.push(secretGuard.redact({ ...navigation, afterRow: correlator.lastRow() }));
  };
  const documents = createObservedDocuments({
    correlator,
    setTimer,
    unordered: { now },
    onRecords: putRecords,
    onProgress: onChange,
    onPageUrl({ source }, url, at, isRoute) {
      if (isRoute && source.frame.frameId === 0) addNavigation({ at, url, isSameDocument: isRoute });
    },
    onTelemetryUrl(url) {
      if (telemetryUrls.size < MAX_STORED) telemetryUrls.add(url.replace(/[?#].*$/s, ''));
    },
    onUnreadRequest({ method, url, isStopped }) {
      if (unreadRequests.length === MAX_STORED) return;
      unreadRequests.push({ method, url: secretGuard.redact(url), isStopped });
    },
  });
  const open = ({ documentKey, url, isTop }: NumberedReports): void => {
    // Frames are numbered as in the panel, where the top frame is 0.
    documents.open(documentKey, { frameId: isTop ? 0 : documents.all().length + 1, url });
    if (isTop) addNavigation({ at: now(), url });
  };

  return {
    receive(line) {
      const delivery = readDelivery(line);
      if (delivery === null) return null;
      const { documentKey, first, reports } = delivery;
      if (!documents.get(documentKey)) open(delivery);
      documents.receive(
        documentKey,
        reports.map((text, index) => ({ seq: first + index, text })),
      );
      onChange();
      return documentKey;
    },
    unload: documents.leave,
    crash: (documentKey) => documents.end(documentKey, 'ended'),
    hasReportedUnload(documentKey) {
      const status = documents.get(documentKey)?.status;
      return status === 'unloaded' || status === 'closed';
    },
    hasReportedAll(documentKey) {
      const document = documents.get(documentKey);
      return document?.status === 'closed' || document?.isCached === true;
    },
    sdksOf: (documentKey) => [...(documents.get(documentKey)?.sdks.keys() ?? [])],
    finish: documents.finish,
    unreadRequests: () => unreadRequests,
    telemetryUrls: () => [...telemetryUrls],
    truncatedEvents: () => rows.all().filter(({ longValues }) => longValues === 'truncated').length,
    records: () => rows.all().filter(({ row }) => row > clearedThrough),
    allRecords: rows.all,
    navigations: () => navigations,
    frames: () =>
      documents.all().map(({ source, sdks, evalBlocked, missedReports, unreadableReports }) => ({
        ...secretGuard.redact(source.frame),
        documentId: source.documentKey,
        title: '',
        sdks: [...sdks.values()],
        evalBlocked,
        missedReports,
        unreadableReports,
      })),
    clear() {
      clearedThrough = correlator.lastRow();
      navigations = [];
      onChange();
    },
    isSettled: documents.isSettled,
    allDecompressed: documents.allDecompressed,
  };
}
