import { createEventCorrelator } from '#core/journey/event-correlator';
import type { EpochMilliseconds, NavigationMark, TelemetryRecord } from '#core/journey/record';
import type { ListChange } from '#core/journey/record-list';
import { type BudgetLimits, createMemoryBudget } from '#core/journey/values/memory-budget';
import { shortenRecord } from '#core/journey/values/shorten-record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import { createDefaultJudge } from '#core/stream/default-judge';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createJudgedRows } from '#core/stream/judged-rows';
import { secretGuard } from '#core/stream/secret-guard';
import type { After } from '#core/util/scheduler';
import { createObservedDocuments } from '#core/wire/observed-documents';
import type { UnreadRequest } from '#core/wire/page-messages';
import { type NumberedReports, readDelivery } from '#core/wire/read-delivery';

/** A test has a few URLs; a page that makes more gains nothing. */
const MAX_LISTED = 100;

export interface ReportedDocumentsDeps {
  readonly now: () => EpochMilliseconds;
  /** Calls back once after this number of milliseconds, or never if it was cancelled. */
  readonly after: After;
  /** Something was reported, or is over. */
  readonly onChange: () => void;
  /** Memory limits of long values. */
  readonly limits?: BudgetLimits;
}

/**
 * A capture has each value up to three times, and V8 allows a string 512 MB.
 * A worker of Playwright runs one test after another in 2 to 4 GB.
 */
const LIMITS: BudgetLimits = { maxBytes: 150_000_000, copies: 1 };

/** The documents of the watched contexts, and the records of their reports. */
export interface ReportedDocuments {
  /** Takes a line of a page; each report counts once, whatever way and however often it comes. Returns the document's key, or `null`. */
  receive(line: string): string | null;
  /** The document unloaded, whether or not it has reported that. */
  leave(documentKey: string): void;
  /** The renderer of the document crashed: nothing more comes of it. */
  crash(documentKey: string): void;
  /** Whether the document has reported that it unloads. */
  hasLeft(documentKey: string): boolean;
  /** Whether no report of the document is expected: it has unloaded, or waits in the back/forward cache. */
  hasReportedAll(documentKey: string): boolean;
  /** The numbers of the SDKs of a document. */
  sdksOf(documentKey: string): readonly number[];
  /** Enters reports that wait for missing ones, and ends all documents. */
  finish(): void;
  /** The requests whose body could not be read, of cleared documents too. */
  unreadRequests(): readonly UnreadRequest[];
  /** URLs that took telemetry, without query and fragment. */
  telemetryUrls(): readonly string[];
  /** How many events have truncated values, as all together would take too much memory. */
  truncatedEvents(): number;
  /** Records since the last clear. */
  records(): readonly JudgedRecord[];
  /** Includes records before the last clear, as late reports still count. */
  allRecords(): readonly JudgedRecord[];
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
  const correlator = createEventCorrelator(secretGuard, Math.floor(Math.random() * 2 ** 32));
  const rows = createJudgedRows(createDefaultJudge());
  const unreadRequests: UnreadRequest[] = [];
  const telemetryUrls = new Set<string>();
  let marks: NavigationMark[] = [];
  let clearedThrough = 0;

  const budget = createMemoryBudget({ nextTask: (task) => after(0, task), loadShorten: () => shortenRecord }, limits);
  let notifyBudget = (_: ListChange): void => {};
  const take = (changed: readonly TelemetryRecord[]): void => {
    const changes = changed.map((record) => ({ record, before: rows.get(record.row)?.observed ?? null }));
    rows.put(changed);
    notifyBudget({ type: 'records', changes });
  };
  budget.add({
    records: {
      all: () => rows.all().map(({ observed }) => observed),
      listen(listener) {
        notifyBudget = listener;
        return () => {};
      },
    },
    store: () => null,
    release: (whole, source) => take(correlator.releaseValues(whole, source)),
  });
  const addMark = (mark: Omit<NavigationMark, 'afterRow'>): void => {
    marks.push(secretGuard.redact({ ...mark, afterRow: correlator.lastRow() }));
  };
  const documents = createObservedDocuments({
    ...{ correlator, after, unordered: { now }, onRecords: take, onProgress: onChange },
    onPageUrl({ source }, url, at, isRoute) {
      if (isRoute && source.frame.frameId === 0) addMark({ at, url, isSameDocument: isRoute });
    },
    onTelemetryUrl(url) {
      if (telemetryUrls.size < MAX_LISTED) telemetryUrls.add(url.replace(/[?#].*$/s, ''));
    },
    onUnreadRequest({ method, url, isStopped }) {
      if (unreadRequests.length === MAX_LISTED) return;
      unreadRequests.push({ method, url: secretGuard.redact(url), isStopped });
    },
  });
  const open = ({ documentKey, url, isTop }: NumberedReports): void => {
    // Frames have numbers, and the top frame is 0, as in the panel.
    documents.open(documentKey, { frameId: isTop ? 0 : documents.all().length + 1, url });
    if (isTop) addMark({ at: now(), url });
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
    leave: documents.leave,
    crash: (documentKey) => documents.end(documentKey, 'ended'),
    hasLeft(documentKey) {
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
    marks: () => marks,
    frames: () =>
      documents.all().map(({ source, sdks, evalBlocked, missedReports, unreadableReports }) => ({
        ...secretGuard.redact(source.frame),
        ...{
          documentId: source.documentKey,
          title: '',
          sdks: [...sdks.values()],
          evalBlocked,
          missedReports,
          unreadableReports,
        },
      })),
    clear() {
      clearedThrough = correlator.lastRow();
      marks = [];
      onChange();
    },
    isSettled: documents.isSettled,
    unpacked: documents.unpacked,
  };
}
