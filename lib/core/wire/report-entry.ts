import type { ObservationSource } from '#core/journey/correlator/observations';
import type { EpochMilliseconds, SdkRef, TelemetryRecord } from '#core/journey/record';
import {
  type EntryDeps,
  enterObservation,
  enterPacked,
  followPageUrl,
  isPacked,
  isRecorded,
  type ObservedDocument,
  type RecordedObservation,
} from './enter-observation';
import { eventsOfCalls, readReport } from './hook-report';
import type { HookObservation, UnreadRequest } from './page-messages';
import { MAX_SDKS } from './report-limits';

type Changed = readonly TelemetryRecord[];
type EventsOfReport = ReturnType<typeof eventsOfCalls>;

/** A document whose hook reports, as its host may read it. */
export type ReportingDocument = Pick<
  DocumentState,
  'source' | 'unreadableReports' | 'missedReports' | 'evalBlocked' | 'status' | 'isCached'
> & {
  /** By number. */
  readonly sdks: ReadonlyMap<number, SdkRef>;
};

/** Callbacks of a host about its documents. */
export interface DocumentObserver {
  readonly onRecords: (changed: Changed) => void;
  /** Something that is known of a document beside its records has changed. */
  readonly onDocuments?: () => void;
  /** A packed body was entered, or a document has ended. */
  readonly onProgress?: () => void;
  /** A page had this URL `at` epoch milliseconds. `isRoute`: another one than its document had before. */
  readonly onPageUrl?: (document: ReportingDocument, url: string, at: EpochMilliseconds, isRoute: boolean) => void;
  /** A request to this URL carried events. */
  readonly onTelemetryUrl?: (url: string) => void;
  /** The body of a request in a test could not be read. */
  readonly onUnreadRequest?: (request: UnreadRequest) => void;
  /** The document that was asked to fire has no SDK. */
  readonly onNotFired?: (requestId: string) => void;
}

interface ReportEntryDeps extends EntryDeps, DocumentObserver {
  /** Handles the end of a document in an observation. Returns the changed records. */
  readonly noteUnload: (document: DocumentState, observation: RecordedObservation) => Changed;
}

/** Takes single reports apart, and each observation to where it belongs. */
export interface ReportEntry {
  /** Enters a report. Returns whether it changed what is known of the document, and adds the changed records by row. */
  enter(document: DocumentState, text: string, changed: Map<number, TelemetryRecord>): boolean;
  /** While off, reports are read but not recorded. */
  record(recording: boolean): void;
  isUnpacking(): boolean;
  /** Settles when every packed body so far is entered. */
  unpacked(): Promise<unknown>;
}

/** Creates the entry of reports into the correlator, in the order of the calls. */
export function createReportEntry(deps: ReportEntryDeps): ReportEntry {
  const { onRecords, onDocuments, onProgress, onPageUrl, onTelemetryUrl, onUnreadRequest, onNotFired } = deps;
  const unpacking = new Set<Promise<void>>();
  let isRecording = true;

  const noteTelemetryUrl = (observation: HookObservation, changed: Changed): void => {
    if (observation.type === 'sending' && changed.length > 0) onTelemetryUrl?.(observation.url);
  };
  const unpack = (document: DocumentState, sending: Extract<RecordedObservation, { type: 'sending' }>): void => {
    const { unreadableReports } = document;
    const unpacked = enterPacked(deps, sending, document)
      .catch(() => {
        document.unreadableReports += 1;
        return [];
      })
      .then((changed) => {
        noteTelemetryUrl(sending, changed);
        if (changed.length > 0) onRecords(changed);
        if (document.unreadableReports !== unreadableReports) onDocuments?.();
      })
      .finally(() => {
        unpacking.delete(unpacked);
        onProgress?.();
      });
    unpacking.add(unpacked);
  };

  /** Takes what concerns the document rather than a record. Returns whether the document has changed. */
  const enterOfDocument = (
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
  const enterRecorded = (
    document: DocumentState,
    observation: RecordedObservation,
    events: EventsOfReport,
  ): Changed => {
    const returned = deps.noteUnload(document, observation);
    trackPending(document, observation);
    // A recorded event is lost with its document, even if recording has stopped.
    if (!isRecording && observation.type !== 'pagehide') return returned;
    if (isPacked(observation)) {
      unpack(document, observation);
      return returned;
    }
    const changed = enterObservation(deps, observation, document, events);
    noteTelemetryUrl(observation, changed);
    return returned.length === 0 ? changed : [...returned, ...changed];
  };
  /** Returns whether the page of the document has another URL now. */
  const followRoute = (document: DocumentState, observation: RecordedObservation): boolean => {
    const { frame } = document.source;
    const pageUrl = followPageUrl(document, observation);
    const isRoute = document.source.frame !== frame;
    if (pageUrl !== null) onPageUrl?.(document, pageUrl, observation.at, isRoute);
    return isRoute;
  };

  return {
    enter(document, text, changed) {
      const report = readReport(text);
      const events = eventsOfCalls(report);
      const { unreadableReports } = document;
      let isChanged = false;
      document.unreadableReports += report.unread;
      for (const observation of report.observations) {
        try {
          if (!isRecorded(observation)) {
            isChanged = enterOfDocument(document, observation) || isChanged;
            continue;
          }
          isChanged = followRoute(document, observation) || isChanged;
          for (const record of enterRecorded(document, observation, events)) changed.set(record.row, record);
        } catch {
          // Observations are independent: one that a page forged hides no other.
          document.unreadableReports += 1;
        }
      }
      return isChanged || document.unreadableReports !== unreadableReports;
    },
    record(on) {
      isRecording = on;
    },
    isUnpacking: () => unpacking.size > 0,
    unpacked: () => Promise.all(unpacking),
  };
}

/**
 * Where a document is between its load and its end.
 * `loaded`: it responds, or is in the back/forward cache. `gone`: its host saw it unload, and its own report of that may
 * still come. `unloaded`: it reported that, and its last reports may still come. `closed`: it is not expected to report.
 */
type DocumentStatus = 'loaded' | 'gone' | 'unloaded' | 'closed';

/** State of a document whose hook reports. */
export interface DocumentState extends ObservedDocument {
  readonly sdks: Map<number, SdkRef>;
  /** Reports that came before an earlier one, by number. */
  readonly early: Map<number, string>;
  /** Calls and requests whose end has not been reported, the newest. */
  readonly pending: Set<string>;
  /** The number of the report that is entered next. */
  next: number;
  /** How many of its reports were dropped before they could be read. */
  missedReports: number;
  /** Its Content Security Policy forbade `eval`. */
  evalBlocked: boolean;
  status: DocumentStatus;
  /** Whether it reported that it goes into the back/forward cache, and has not returned. */
  isCached: boolean;
  /** Whether it said that no report follows. */
  hasReportedAll: boolean;
}

/** A page that leaves more open is not waited for; each is an id of the hook. */
const MAX_PENDING = 10_000;

/** Creates the state of a document before its first report. */
export function createDocumentState(source: ObservationSource): DocumentState {
  return {
    ...{ source, pageUrl: null, sdks: new Map(), unreadableReports: 0 },
    ...{ early: new Map(), pending: new Set(), next: 1, missedReports: 0, evalBlocked: false },
    ...{ status: 'loaded', isCached: false, hasReportedAll: false },
  };
}

/**
 * Adds an SDK to the table of a document, or gives it its better name.
 * Returns false where the table is full: the observation then counts as unread.
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
