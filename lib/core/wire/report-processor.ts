import type { ObservationSource } from '#core/journey/correlator/observations';
import type { EpochMilliseconds, SdkRef, TelemetryRecord } from '#core/journey/record';
import { eventsOfCalls, readReport } from './hook-report';
import type { HookObservation, UnreadRequest } from './page-messages';
import {
  followPageUrl,
  isCompressed,
  isRecorded,
  type ObservationDeps,
  type ObservedDocument,
  processCompressed,
  processObservation,
  type RecordedObservation,
} from './process-observation';
import { MAX_SDKS } from './report-limits';

type Changed = readonly TelemetryRecord[];
type EventsOfReport = ReturnType<typeof eventsOfCalls>;

/** The state of an observed document that its host may read. */
export type ReportingDocument = Pick<
  DocumentState,
  'source' | 'unreadableReports' | 'missedReports' | 'evalBlocked' | 'status' | 'isCached'
> & {
  /** SDKs of the document, by number. */
  readonly sdks: ReadonlyMap<number, SdkRef>;
};

/** Callbacks of a host about its documents. */
export interface DocumentObserver {
  readonly onRecords: (changed: Changed) => void;
  /** The state of a document has changed, apart from its records. */
  readonly onDocuments?: (document: ReportingDocument) => void;
  /** A compressed body was processed, or a document has ended. */
  readonly onProgress?: () => void;
  /** A page had this URL at a time. `isRoute` means that the same document had another URL before. */
  readonly onPageUrl?: (document: ReportingDocument, url: string, at: EpochMilliseconds, isRoute: boolean) => void;
  /** A request to this URL carried events. */
  readonly onTelemetryUrl?: (url: string) => void;
  /** The body of a request in a test could not be read. */
  readonly onUnreadRequest?: (request: UnreadRequest) => void;
  /** The document that received a command to fire has no SDK. */
  readonly onNotFired?: (requestId: string) => void;
}

interface ReportProcessorDeps extends ObservationDeps, DocumentObserver {
  /** Handles an observation that ends a document. Returns the changed records. */
  readonly trackUnload: (document: DocumentState, observation: RecordedObservation) => Changed;
}

/** Parses reports, and passes each observation to the correlator or the document's state. */
export interface ReportProcessor {
  /** Processes a report. Adds the changed records to `changed`. Returns whether the document’s state has changed. */
  process(document: DocumentState, text: string, changed: Map<number, TelemetryRecord>): boolean;
  /** Pauses or resumes recording. While paused, reports are read but not recorded. */
  record(recording: boolean): void;
  isDecompressing(): boolean;
  /** Resolves when all compressed bodies so far are processed. */
  allDecompressed(): Promise<unknown>;
}

/** Observations that decide whether a recorded event is lost with its document, even if recording has stopped. */
const OBSERVED_WHILE_PAUSED: ReadonlySet<RecordedObservation['type']> = new Set(['pagehide', 'unread', 'read']);

/** Creates the processor of reports for the correlator, in the order of the calls. */
export function createReportProcessor(deps: ReportProcessorDeps): ReportProcessor {
  const { onRecords, onDocuments, onProgress, onPageUrl, onTelemetryUrl, onUnreadRequest, onNotFired } = deps;
  const decompressing = new Set<Promise<void>>();
  let isRecording = true;

  const reportTelemetryUrl = (observation: HookObservation, changed: Changed): void => {
    if (observation.type === 'sending' && changed.length > 0) onTelemetryUrl?.(observation.url);
  };
  const decompress = (document: DocumentState, sending: Extract<RecordedObservation, { type: 'sending' }>): void => {
    const { unreadableReports } = document;
    const decompressed = processCompressed(deps, sending, document)
      .catch(() => {
        document.unreadableReports += 1;
        return [];
      })
      .then((changed) => {
        reportTelemetryUrl(sending, changed);
        if (changed.length > 0) onRecords(changed);
        if (document.unreadableReports !== unreadableReports) onDocuments?.(document);
      })
      .finally(() => {
        decompressing.delete(decompressed);
        onProgress?.();
      });
    decompressing.add(decompressed);
  };

  /** Processes an observation about the document, not about a record. Returns whether the document has changed. */
  const processDocumentObservation = (
    document: DocumentState,
    observation: Exclude<HookObservation, RecordedObservation>,
  ): boolean => {
    switch (observation.type) {
      case 'sdk': {
        const { sdk, global, generation } = observation;
        return addSdk(document, sdk, { global, generation });
      }
      case 'eval-blocked':
        document.evalBlocked = true;
        return true;
      case 'not-fired':
        onNotFired?.(observation.requestId);
        return false;
      case 'unread-request':
        onUnreadRequest?.(observation);
        return false;
      case 'unloaded':
        document.hasReportedAll = true;
        return false;
    }
  };
  const processRecorded = (
    document: DocumentState,
    observation: RecordedObservation,
    events: EventsOfReport,
  ): Changed => {
    const returned = deps.trackUnload(document, observation);
    trackPending(document, observation);
    if (!isRecording && !OBSERVED_WHILE_PAUSED.has(observation.type)) {
      // An unrecorded request may contain recorded events, which are not lost then.
      if (observation.type === 'sending') {
        deps.correlator.addUnreadableRequest(observation.requestId, 'page', document.source);
      }
      return returned;
    }
    if (isCompressed(observation)) {
      decompress(document, observation);
      return returned;
    }
    const changed = processObservation(deps, observation, document, events);
    reportTelemetryUrl(observation, changed);
    return returned.length === 0 ? changed : [...returned, ...changed];
  };
  /** Updates the URL of the document. Returns whether it has changed. */
  const followRoute = (document: DocumentState, observation: RecordedObservation): boolean => {
    const { frame } = document.source;
    const pageUrl = followPageUrl(document, observation);
    const isRoute = document.source.frame !== frame;
    if (pageUrl !== null) onPageUrl?.(document, pageUrl, observation.at, isRoute);
    return isRoute;
  };

  return {
    process(document, text, changed) {
      const report = readReport(text);
      const events = eventsOfCalls(report);
      const { unreadableReports } = document;
      let isChanged = false;
      document.unreadableReports += report.unread;
      for (const observation of report.observations) {
        try {
          if (!isRecorded(observation)) {
            isChanged = processDocumentObservation(document, observation) || isChanged;
            continue;
          }
          isChanged = followRoute(document, observation) || isChanged;
          for (const record of processRecorded(document, observation, events)) changed.set(record.row, record);
        } catch {
          // Observations are independent: a forged one must not hide the others.
          document.unreadableReports += 1;
        }
      }
      return isChanged || document.unreadableReports !== unreadableReports;
    },
    record(on) {
      isRecording = on;
    },
    isDecompressing: () => decompressing.size > 0,
    allDecompressed: () => Promise.all(decompressing),
  };
}

/**
 * Life cycle of a document.
 * `loaded`: it responds, or is in the back/forward cache.
 * `gone`: its host has observed the unload, but the document has not reported it yet.
 * `unloaded`: it has reported the unload, and its last reports may follow.
 * `closed`: no more reports are expected.
 */
type DocumentStatus = 'loaded' | 'gone' | 'unloaded' | 'closed';

/** State of an observed document. */
export interface DocumentState extends ObservedDocument {
  readonly sdks: Map<number, SdkRef>;
  /** Reports that arrived before an earlier one, by number. */
  readonly early: Map<number, string>;
  /** IDs of the newest calls and requests whose end has not been reported. */
  readonly pending: Set<string>;
  /** Number of the next report to process. */
  next: number;
  /** Number of reports that were dropped before they could be read. */
  missedReports: number;
  /** Whether its Content Security Policy forbade an `eval`. */
  evalBlocked: boolean;
  status: DocumentStatus;
  /** Whether it is in the back/forward cache, by its own report. */
  isCached: boolean;
  /** Whether it has reported that no report follows. */
  hasReportedAll: boolean;
}

/** Limit of the pending calls and requests that are awaited. */
const MAX_PENDING = 10_000;

/** Creates the state of a document before its first report. */
export function createDocumentState(source: ObservationSource): DocumentState {
  return {
    source,
    pageUrl: null,
    sdks: new Map(),
    unreadableReports: 0,
    early: new Map(),
    pending: new Set(),
    next: 1,
    missedReports: 0,
    evalBlocked: false,
    status: 'loaded',
    isCached: false,
    hasReportedAll: false,
  };
}

/**
 * Adds an SDK to the table of a document, or updates its name.
 * Returns false if the table is full. The observation then counts as unread.
 */
function addSdk(document: DocumentState, number: number, sdk: SdkRef): boolean {
  const isFull = !document.sdks.has(number) && document.sdks.size === MAX_SDKS;
  if (isFull) document.unreadableReports += 1;
  else document.sdks.set(number, sdk);
  return !isFull;
}

/** Tracks the pending calls and requests of a document. */
function trackPending({ pending }: DocumentState, observation: RecordedObservation): void {
  if (observation.type === 'called') pending.add(observation.callId);
  if (observation.type === 'sending') pending.add(observation.requestId);
  if (observation.type === 'threw' || (observation.type === 'returned' && observation.settled)) {
    pending.delete(observation.callId);
  }
  if (observation.type === 'ended') pending.delete(observation.requestId);
  const [oldest] = pending;
  if (pending.size > MAX_PENDING && oldest !== undefined) pending.delete(oldest);
}
