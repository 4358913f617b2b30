import type { EpochMilliseconds, FrameRef, LossReason, TelemetryRecord } from '#core/journey/record';
import { setBounded } from '#core/util/lru';
import type { SetTimer } from '#core/util/scheduler';
import { createDocumentExpiry } from './document-expiry';
import {
  addReports,
  createDocumentState,
  type DocumentProgress,
  type DocumentState,
  isDocumentSettled,
  restoreDocumentState,
  setClosed,
  setLoaded,
  takeAllReports,
  takeReadyReports,
} from './document-state';
import { createLastReports } from './last-reports';
import type { NumberedObservation } from './page-messages';
import type { ObservationDeps, RecordedObservation } from './process-observation';
import { createReportProcessor, type DocumentObserver, type ReportingDocument } from './report-processor';

/** Limit of the stored documents without a port. Cached pages may return, and a log may be sent twice. */
const MAX_CLOSED_DOCUMENTS = 200;

/** Limit of one document's reports that wait for an earlier one. Beyond it, the earlier one counts as missed. */
const MAX_EARLY_REPORTS = 10_000;

type ChangedRecords = readonly TelemetryRecord[];

interface ObservedDocumentsDeps extends ObservationDeps, DocumentObserver {
  /** Calls back once after a number of milliseconds, unless cancelled. */
  readonly setTimer: SetTimer;
  /**
   * Set if reports have several transports, so that they may arrive early, late or more than once.
   * Then missing reports are awaited, and the host must forget documents.
   * If unset, reports arrive in order through a port: skipped ones never arrive, and none after the port has closed.
   */
  readonly unordered?: { readonly now: () => EpochMilliseconds };
}

/** Reading progress by document key. */
export type Progress = Readonly<Record<string, DocumentProgress>>;

/**
 * The documents whose hooks report to one host.
 * Each report counts once, whatever its transport and however often it arrives.
 */
export interface ObservedDocuments {
  get(documentKey: string): ReportingDocument | undefined;
  /** Returns all documents in the order in which they were first opened. */
  all(): readonly ReportingDocument[];
  /** Opens a document, or reopens it. Returns the number of the next report that it must send. */
  open(documentKey: string, frame: FrameRef): number;
  /**
   * Processes numbered reports of an opened document.
   * At most `dropped` of the reports that a port skipped count as missed: the others were cleared.
   */
  receive(documentKey: string, reports: readonly NumberedObservation[], dropped?: number): void;
  /** Call when the document's port has closed. It may open another one, unless it unloaded for good. */
  disconnect(documentKey: string): void;
  /** Call when the host has observed the unload of the document, even without a report. */
  leave(documentKey: string): void;
  /** Ends a document for good. Unsent events of its SDKs are lost. */
  end(documentKey: string, reason?: LossReason): void;
  /** Forgets a document that has ended. Later reports with its key belong to a new document. */
  forget(documentKey: string): void;
  /** Ends all documents without a port. Unsent events of their SDKs are lost, unless a document returns. */
  endDocumentsWithoutPort(): void;
  /** Processes all waiting reports, although earlier ones are missing, and ends all documents. */
  finish(): void;
  /** Whether no report, call, request or compressed body is awaited. */
  isSettled(): boolean;
  /** Resolves when all compressed bodies so far are processed, so that later observations stay in order. */
  allDecompressed(): Promise<unknown>;
  /**
   * Pauses or resumes recording.
   * While paused, only SDKs, ends of documents and requests that may carry recorded events are observed.
   */
  setRecording(isOn: boolean): void;
  /** Adds a number of unread reports of a document. */
  countUnread(documentKey: string, count: number): void;
  /** Returns the number of the last read report of each document, so that a later host continues from there. */
  progress(): Progress;
  /** Restores the progress of an earlier host. Call it before any document is opened. */
  restore(progress: Progress): void;
}

/** Creates the reader that passes the reports of documents to the correlator, each once and in order. */
export function createObservedDocuments(deps: ObservedDocumentsDeps): ObservedDocuments {
  const { correlator, setTimer, unordered, onRecords, onDocuments, onProgress } = deps;
  const documents = new Map<string, DocumentState>();
  /** The keys of the documents without a port, in the order in which their ports closed. */
  const closed = new Map<string, string>();

  const report = (changed: ChangedRecords): void => {
    if (changed.length > 0) onRecords(changed);
  };
  const expiry = createDocumentExpiry({
    setTimer,
    onExpired(documentKey, reason) {
      report(correlator.expireDocument(documentKey, reason));
      onProgress?.();
    },
  });
  const end = (document: DocumentState, reason?: LossReason): void => {
    const { documentKey } = document.source;
    if (document.status === 'closed') return;
    lastReports?.cancel(documentKey);
    expiry.cancel(documentKey);
    const lost = reason === undefined ? [] : correlator.expireDocument(documentKey, reason);
    const unsent = document.status === 'unloaded' ? [] : correlator.hideDocument(false, document.source);
    setClosed(document);
    report([...lost, ...unsent, ...correlator.closeDocument(documentKey)]);
    onProgress?.();
  };
  const lastReports =
    unordered &&
    createLastReports({
      now: unordered.now,
      setTimer,
      isReportMissing: (documentKey) => (documents.get(documentKey)?.early.size ?? 0) > 0,
      onTimeout(documentKey) {
        const document = documents.get(documentKey);
        if (document) end(document);
      },
    });

  /** Handles an observation that ends a document. Returns the records of a document that has returned. */
  const trackUnload = (document: DocumentState, observation: RecordedObservation): ChangedRecords => {
    const { documentKey } = document.source;
    const wasCached = document.isCached;
    if (observation.type === 'pagehide') {
      document.isCached = observation.persisted;
      if (!observation.persisted && document.status !== 'closed') {
        document.status = 'unloaded';
        lastReports?.await(documentKey);
      }
    }
    // The port closes when its document is cached. A returning document opens another one.
    if (!unordered) return [];
    if (observation.type === 'pagehide' && observation.persisted) {
      expiry.awaitReturn(documentKey, true);
      return [];
    }
    if (!wasCached) return [];
    document.isCached = false;
    expiry.cancel(documentKey);
    return correlator.reopenDocument(documentKey);
  };

  const processor = createReportProcessor({ ...deps, trackUnload });

  const processReports = (document: DocumentState, texts: Iterable<string>): void => {
    const { missedReports } = document;
    const changed = new Map<number, TelemetryRecord>();
    let isChanged = false;
    for (const text of texts) isChanged = processor.process(document, text, changed) || isChanged;
    if (isChanged || document.missedReports > missedReports) onDocuments?.(document);
    report([...changed.values()]);
  };
  const processAllReports = (document: DocumentState, maxMissed = Number.POSITIVE_INFINITY): void =>
    processReports(document, takeAllReports(document, maxMissed));
  /** Waits for compressed bodies, because one that turns out to be unreadable may contain the unsent events. */
  const closeWhenDecompressed = (document: DocumentState): void => {
    const close = (): void => {
      if (document.status === 'closed') report(correlator.closeDocument(document.source.documentKey));
    };
    if (processor.isDecompressing()) void processor.allDecompressed().then(close);
    else close();
  };

  return {
    get: (documentKey) => documents.get(documentKey),
    all: () => [...documents.values()],
    open(documentKey, frame) {
      const source = { documentKey, frame };
      const document = documents.get(documentKey) ?? createDocumentState(source);
      documents.set(documentKey, document);
      setLoaded(document, source);
      closed.delete(documentKey);
      expiry.cancel(documentKey);
      report(correlator.reopenDocument(documentKey));
      return document.next;
    },
    receive(documentKey, reports, dropped = 0) {
      const document = documents.get(documentKey);
      if (!document) return;
      addReports(document, reports);
      if (unordered) processReports(document, takeReadyReports(document));
      else processAllReports(document, dropped);
      if (document.early.size > MAX_EARLY_REPORTS) processAllReports(document);
      // The events of late reports are lost, too.
      if (document.status === 'closed') closeWhenDecompressed(document);
      if (document.status !== 'unloaded') return;
      if (document.hasReportedAll && !processor.isDecompressing()) end(document);
      else lastReports?.await(documentKey);
    },
    disconnect(documentKey) {
      const document = documents.get(documentKey);
      if (!document || document.status === 'closed') return;
      if (document.status === 'unloaded') document.sdks.clear();
      else expiry.awaitReturn(documentKey, document.isCached);
      setClosed(document);
      const oldest = setBounded(closed, documentKey, documentKey, MAX_CLOSED_DOCUMENTS);
      if (oldest !== undefined) documents.delete(oldest);
      closeWhenDecompressed(document);
    },
    leave(documentKey) {
      const document = documents.get(documentKey);
      if (document?.status !== 'loaded') return;
      document.status = 'gone';
      onProgress?.();
    },
    end(documentKey, reason) {
      const document = documents.get(documentKey);
      if (document) end(document, reason);
    },
    forget(documentKey) {
      if (documents.get(documentKey)?.status !== 'closed') return;
      documents.delete(documentKey);
      closed.delete(documentKey);
    },
    endDocumentsWithoutPort() {
      const silent = [...documents].filter(([, { status }]) => status === 'closed');
      // Documents in the back/forward cache do not respond either, and may return.
      report(silent.flatMap(([key]) => [...correlator.closeDocument(key), ...correlator.expireDocument(key)]));
    },
    finish() {
      for (const document of documents.values()) {
        processAllReports(document);
        end(document, document.isCached ? 'cache-expired' : undefined);
      }
    },
    isSettled: () => !processor.isDecompressing() && [...documents.values()].every(isDocumentSettled),
    allDecompressed: processor.allDecompressed,
    setRecording: processor.setRecording,
    countUnread(documentKey, count) {
      const document = documents.get(documentKey);
      if (!document || count === 0) return;
      document.unreadableReports += count;
      onDocuments?.(document);
    },
    progress: () =>
      Object.fromEntries(
        [...documents].flatMap(([documentKey, { next, sdks }]) =>
          next === 1 ? [] : [[documentKey, { readUpTo: next - 1, sdks: [...sdks] }]],
        ),
      ),
    restore(stored) {
      for (const [documentKey, progress] of Object.entries(stored)) {
        documents.set(documentKey, restoreDocumentState(documentKey, progress));
        closed.set(documentKey, documentKey);
      }
    },
  };
}
