import type { ObservationSource, PageEnd } from '#core/journey/correlator/observations';
import type { EventCorrelator } from '#core/journey/event-correlator';
import type { SdkRef, TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { decodeBase64 } from '#core/util/base64';
import { originOfUrl } from '#core/util/site';
import { parseBatchBody, withFirstEvents } from './batch-body';
import { decodeBody } from './decode-body';
import type { HookObservation } from './page-messages';
import { MAX_PAGE_URL_CHARS } from './report-limits';

/** A document with a hook that sends reports. */
export interface ObservedDocument {
  /** The same object for all observations at one URL. */
  source: ObservationSource;
  /** The last URL that the hook reported, or `null`. */
  pageUrl: string | null;
  /** SDKs of the document, by number. */
  readonly sdks: ReadonlyMap<number, SdkRef>;
  /** Number of unreadable observations and events. Incremented by the functions of this module. */
  unreadableReports: number;
}

/** The correlator to which observations are passed. */
export interface ObservationDeps {
  readonly correlator: EventCorrelator;
}

/** Observations that change records; the others concern the document. */
export type RecordedObservation = Exclude<
  HookObservation,
  { type: 'sdk' | 'not-fired' | 'eval-blocked' | 'unread-request' | 'unloaded' }
>;

/** Whether an observation concerns records. */
export function isRecorded(observation: HookObservation): observation is RecordedObservation {
  return !DOCUMENT_OBSERVATIONS.has(observation.type);
}

const DOCUMENT_OBSERVATIONS: ReadonlySet<HookObservation['type']> = new Set([
  'sdk',
  'not-fired',
  'eval-blocked',
  'unread-request',
  'unloaded',
]);

type Sending = Extract<HookObservation, { type: 'sending' }>;

/**
 * Passes one observation of a document to the correlator.
 * Pass compressed bodies to {@link processCompressed} instead. `events` are the events of the same report, by call.
 */
export function processObservation(
  deps: ObservationDeps,
  observation: RecordedObservation,
  document: ObservedDocument,
  events: ReadonlyMap<string, Json>,
): readonly TelemetryRecord[] {
  const { correlator } = deps;
  const { source } = document;
  const { at } = observation;
  switch (observation.type) {
    case 'called': {
      // A record stores all fields of a call, so the URL would be stored 100,000 times.
      const { type: _type, pageUrl: _pageUrl, ...call } = observation;
      return correlator.addCall(
        { ...call, sdk: document.sdks.get(call.sdk) ?? null, emits: events.get(call.callId) },
        source,
      );
    }
    case 'logged':
      return correlator.addConsoleMessage(
        observation.callId,
        { level: observation.level, message: observation.message },
        source,
      );
    case 'returned':
      return correlator.setCallOutcome(
        observation.callId,
        { status: observation.settled ? 'returned' : 'pending', at },
        source,
      );
    case 'threw':
      return correlator.setCallOutcome(
        observation.callId,
        { status: 'threw', at, message: observation.message },
        source,
      );
    case 'emitted':
      return correlator.addEvent(observation, source);
    case 'sending':
      return addBatch(deps, observation, observation.body, document);
    case 'ended':
      return correlator.endRequest(observation.requestId, toPageEnd(observation), at);
    case 'unread':
      correlator.addUnreadableRequest(observation.requestId, observation.by, source);
      return [];
    case 'read':
      correlator.dismissUnreadableRequest(observation.requestId, source);
      return [];
    case 'pagehide':
      return correlator.hideDocument(observation.persisted, source);
  }
}

/**
 * Updates the URL of a document from an observation. Call it before the observation is processed.
 * Returns the URL if it differs from the last reported one, else `null`.
 * Ignores URLs of another origin. They are forged, because `pushState` rejects them (HTML, "can have its URL
 * rewritten").
 */
export function updatePageUrl(document: ObservedDocument, observation: RecordedObservation): string | null {
  const pageUrl = 'pageUrl' in observation ? (observation.pageUrl ?? null) : null;
  const { frame } = document.source;
  if (pageUrl === null || pageUrl === document.pageUrl || !isRouteOf(frame.url, pageUrl)) return null;
  document.pageUrl = pageUrl;
  if (isSameUrl(frame.url, pageUrl)) return frame.url;
  document.source = { ...document.source, frame: { ...frame, url: pageUrl } };
  return pageUrl;
}

/** Whether a frame has this URL, which the hook truncated at the limit. A host truncates before a secret there. */
function isSameUrl(url: string, pageUrl: string): boolean {
  return (
    url.slice(0, MAX_PAGE_URL_CHARS) === pageUrl ||
    (pageUrl.length === MAX_PAGE_URL_CHARS && url.length >= MAX_PAGE_URL_CHARS / 2 && pageUrl.startsWith(url))
  );
}

function isRouteOf(url: string, other: string): boolean {
  return url === '' || originOfUrl(url) === originOfUrl(other);
}

/** Whether an observation has a compressed body, which must be decompressed before it is processed. */
export function isCompressed(observation: RecordedObservation): observation is Sending {
  return observation.type === 'sending' && observation.encoding !== 'text';
}

/** Decompresses a body and processes its batch. The correlator queues the end of the request meanwhile. */
export async function processCompressed(
  deps: ObservationDeps,
  sending: Sending,
  document: ObservedDocument,
): Promise<readonly TelemetryRecord[]> {
  const bytes = decodeBase64(sending.body);
  const decompressed = bytes && (await decodeBody(bytes, sending.contentEncoding ?? null));
  if (decompressed?.ok) return addBatch(deps, sending, decompressed.value, document);
  document.unreadableReports += 1;
  deps.correlator.addUnreadableRequest(sending.requestId, 'page', document.source);
  return [];
}

function addBatch(
  deps: ObservationDeps,
  sending: Sending,
  body: string,
  document: ObservedDocument,
): readonly TelemetryRecord[] {
  const parsed = isBodyIgnored(sending) ? null : parseBatchBody(body);
  if (parsed === null) {
    deps.correlator.dismissUnreadableRequest(sending.requestId, document.source);
    return [];
  }
  const batch = withFirstEvents(parsed);
  document.unreadableReports += batch.unreadEvents ?? 0;
  const { requestId: id, transport, url, method, at } = sending;
  return deps.correlator.addRequest(
    { id, transport, url, method, at, end: { status: 'open' }, ...batch },
    document.source,
  );
}

/** Whether the browser sends a request without its body (XHR, "send()"). `fetch` rejects such a request. */
function isBodyIgnored({ transport, method }: Sending): boolean {
  return transport.startsWith('xhr') && (method === 'GET' || method === 'HEAD');
}

function toPageEnd({ end, status, message }: Extract<HookObservation, { type: 'ended' }>): PageEnd {
  if (end === 'responded' && status) return { status: 'responded', httpStatus: status };
  // Status 0 is an opaque response (`no-cors`, `redirect: 'manual'`): the browser hides the real one from the page.
  return end === 'failed' ? { status: 'failed', message: message ?? '' } : { status: 'queued' };
}
