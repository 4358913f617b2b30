import type { EpochMilliseconds, SdkRef, TelemetryRecord } from '#core/journey/record';
import { addSdk, type DocumentState, trackPending } from './document-state';
import { eventsOfCalls, readReport } from './hook-report';
import type { HookObservation, UnreadRequest } from './page-messages';
import {
  isCompressed,
  isRecorded,
  type ObservationDeps,
  processCompressed,
  processObservation,
  type RecordedObservation,
  updatePageUrl,
} from './process-observation';

type ChangedRecords = readonly TelemetryRecord[];
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
  readonly onRecords: (changed: ChangedRecords) => void;
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
  readonly trackUnload: (document: DocumentState, observation: RecordedObservation) => ChangedRecords;
}

/** Parses reports, and passes each observation to the correlator or the document's state. */
export interface ReportProcessor {
  /** Processes a report. Adds the changed records to `changed`. Returns whether the document’s state has changed. */
  process(document: DocumentState, text: string, changed: Map<number, TelemetryRecord>): boolean;
  /** Pauses or resumes recording. While paused, reports are read but not recorded. */
  setRecording(isOn: boolean): void;
  isDecompressing(): boolean;
  /** Resolves when all compressed bodies so far are processed. */
  allDecompressed(): Promise<unknown>;
}

/** Observations that decide whether a recorded event is lost with its document, even if recording has stopped. */
const OBSERVED_WHILE_PAUSED: ReadonlySet<RecordedObservation['type']> = new Set(['pagehide', 'unread', 'read']);

/** Creates the processor of reports for the correlator, in the order of the calls. */
export function createReportProcessor(deps: ReportProcessorDeps): ReportProcessor {
  const { onRecords, onDocuments, onProgress, onPageUrl, onTelemetryUrl } = deps;
  const decompressing = new Set<Promise<void>>();
  let isRecording = true;

  const reportTelemetryUrl = (observation: HookObservation, changed: ChangedRecords): void => {
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

  const processRecorded = (
    document: DocumentState,
    observation: RecordedObservation,
    events: EventsOfReport,
  ): ChangedRecords => {
    const reopenedRecords = deps.trackUnload(document, observation);
    trackPending(document, observation);
    if (!isRecording && !OBSERVED_WHILE_PAUSED.has(observation.type)) {
      // An unrecorded request may contain recorded events, which are not lost then.
      if (observation.type === 'sending') {
        deps.correlator.addUnreadableRequest(observation.requestId, 'page', document.source);
      }
      return reopenedRecords;
    }
    if (isCompressed(observation)) {
      decompress(document, observation);
      return reopenedRecords;
    }
    const changed = processObservation(deps, observation, document, events);
    reportTelemetryUrl(observation, changed);
    return reopenedRecords.length === 0 ? changed : [...reopenedRecords, ...changed];
  };
  /** Updates the URL of the document. Returns whether it has changed. */
  const updateRoute = (document: DocumentState, observation: RecordedObservation): boolean => {
    const { frame } = document.source;
    const pageUrl = updatePageUrl(document, observation);
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
            isChanged = processDocumentObservation(deps, document, observation) || isChanged;
            continue;
          }
          isChanged = updateRoute(document, observation) || isChanged;
          for (const record of processRecorded(document, observation, events)) changed.set(record.row, record);
        } catch {
          // Observations are independent, so a forged observation must not hide the others.
          document.unreadableReports += 1;
        }
      }
      return isChanged || document.unreadableReports !== unreadableReports;
    },
    setRecording(isOn) {
      isRecording = isOn;
    },
    isDecompressing: () => decompressing.size > 0,
    allDecompressed: () => Promise.all(decompressing),
  };
}

/** Processes an observation about the document, not about a record. Returns whether the document has changed. */
function processDocumentObservation(
  { onNotFired, onUnreadRequest }: DocumentObserver,
  document: DocumentState,
  observation: Exclude<HookObservation, RecordedObservation>,
): boolean {
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
}
