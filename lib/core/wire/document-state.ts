import type { ObservationSource } from '#core/journey/correlator/observations';
import type { SdkRef } from '#core/journey/record';
import type { ObservedDocument, RecordedObservation } from './enter-observation';
import { MAX_SDKS } from './report-limits';

/**
 * Where a document is between its load and its end.
 * `loaded`: it responds, or is in the back/forward cache. `gone`: its host saw it unload, and its own report of that may
 * still come. `unloaded`: it reported that, and its last reports may still come. `closed`: it is not expected to report.
 */
type DocumentStatus = 'loaded' | 'gone' | 'unloaded' | 'closed';

/** What is known of one document whose hook reports. */
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
  /** Its Content Security Policy forbade an eval. */
  evalBlocked: boolean;
  status: DocumentStatus;
  /** It reported that it goes into the back/forward cache, and has not returned. */
  isCached: boolean;
}

/** A page that leaves more open is not waited for; each is an id of the hook. */
const MAX_PENDING = 10_000;

/** Creates what is known of a document before its first report. */
export function createDocumentState(source: ObservationSource): DocumentState {
  return {
    ...{ source, pageUrl: null, sdks: new Map(), unreadableReports: 0 },
    ...{ early: new Map(), pending: new Set(), next: 1, missedReports: 0, evalBlocked: false },
    ...{ status: 'loaded', isCached: false },
  };
}

/**
 * Adds an SDK to the table of a document, or gives it its better name.
 * Returns false where the table is full: the observation then counts as unread.
 */
export function addSdk(document: DocumentState, number: number, sdk: SdkRef): boolean {
  const isFull = !document.sdks.has(number) && document.sdks.size === MAX_SDKS;
  if (isFull) document.unreadableReports += 1;
  else document.sdks.set(number, sdk);
  return !isFull;
}

/** Follows which calls and requests of a document have begun and not ended. */
export function trackPending({ pending }: DocumentState, observation: RecordedObservation): void {
  if (observation.type === 'called') pending.add(observation.callId);
  if (observation.type === 'sending') pending.add(observation.requestId);
  if (observation.type === 'threw' || (observation.type === 'returned' && observation.settled)) {
    pending.delete(observation.callId);
  }
  if (observation.type === 'ended') pending.delete(observation.requestId);
  const [oldest] = pending;
  if (pending.size > MAX_PENDING && oldest !== undefined) pending.delete(oldest);
}
