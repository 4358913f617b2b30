import type { ObservationSource } from '#core/journey/correlator/observations';
import type { SdkRef } from '#core/journey/record';
import { addBounded } from '#core/util/lru';
import type { ObservedDocument, RecordedObservation } from './process-observation';
import { MAX_SDKS } from './report-limits';

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

/** How much of a document's reports was read, and its SDKs by number, which are reported only once. */
export interface DocumentProgress {
  /** Number of the last read report. */
  readonly readUpTo: number;
  readonly sdks: readonly (readonly [number, SdkRef])[];
}

const MAX_AWAITED_ENDS = 10_000;

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

/** Creates the state of a document that an earlier host has read. It has no port yet. */
export function restoreDocumentState(documentKey: string, { readUpTo, sdks }: DocumentProgress): DocumentState {
  return {
    ...createDocumentState({ documentKey, frame: { frameId: 0, url: '' } }),
    sdks: new Map(sdks),
    next: readUpTo + 1,
    status: 'closed',
  };
}

/** Marks a document as loaded, after its port was opened for the first time or again. */
export function setLoaded(document: DocumentState, source: ObservationSource): void {
  Object.assign(document, {
    source,
    pageUrl: null,
    status: 'loaded',
    isCached: false,
    hasReportedAll: false,
  } satisfies Partial<DocumentState>);
}

/** Marks a document as closed. */
export function setClosed(document: DocumentState): void {
  document.status = 'closed';
  document.pending.clear();
}

/** Whether no report is awaited from a document that may still send reports. */
export function isDocumentSettled({ pending, early, status }: DocumentState): boolean {
  return status === 'loaded' ? pending.size === 0 && early.size === 0 : status !== 'unloaded';
}

/** Adds the reports that were not processed yet. */
export function addReports(
  { next, early }: DocumentState,
  reports: readonly { readonly seq: number; readonly text: string }[],
): void {
  for (const { seq, text } of reports) {
    if (seq >= next) early.set(seq, text);
  }
}

/** Takes the reports up to the first missing one, in their order. */
export function* takeReadyReports(document: DocumentState): Generator<string> {
  while (document.early.has(document.next)) yield takeReport(document, document.next);
}

/** Takes all reports in their order, although earlier ones are missing. At most `maxMissed` count as missed. */
export function* takeAllReports(document: DocumentState, maxMissed: number): Generator<string> {
  let missing = 0;
  for (const number of [...document.early.keys()].sort((one, other) => one - other)) {
    missing += number - document.next;
    yield takeReport(document, number);
  }
  document.missedReports += Math.min(missing, maxMissed);
}

function takeReport(document: DocumentState, number: number): string {
  const text = document.early.get(number) ?? '';
  document.early.delete(number);
  document.next = number + 1;
  return text;
}

/**
 * Adds an SDK to the table of a document, or updates its name.
 * Returns false if the table is full. The observation then counts as unread.
 */
export function addSdk(document: DocumentState, number: number, sdk: SdkRef): boolean {
  const isFull = !document.sdks.has(number) && document.sdks.size === MAX_SDKS;
  if (isFull) document.unreadableReports += 1;
  else document.sdks.set(number, sdk);
  return !isFull;
}

/** Tracks the pending calls and requests of a document. */
export function trackPending({ pending }: DocumentState, observation: RecordedObservation): void {
  if (observation.type === 'called') addBounded(pending, observation.callId, MAX_AWAITED_ENDS);
  if (observation.type === 'sending') addBounded(pending, observation.requestId, MAX_AWAITED_ENDS);
  if (observation.type === 'threw' || (observation.type === 'returned' && observation.settled)) {
    pending.delete(observation.callId);
  }
  if (observation.type === 'ended') pending.delete(observation.requestId);
}
