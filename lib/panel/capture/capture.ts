import { parseBatchRequest, truncateResponse } from '#core/formats/batch-request';
import type { PageEnd, SecretGuard, SeenBatch } from '#core/journey/correlator/observations';
import { createEventCorrelator } from '#core/journey/event-correlator';
import type { LongValuePlace, NavigationMark, ObservedRecord, TelemetryRecord } from '#core/journey/record';
import type { FiringTarget, WatchedFrame } from '#core/journey/watched-frame';
import type { Json } from '#core/json/json';
import { message } from '#core/util/message';
import { fail } from '#core/util/result';
import { parseBatchBody, withFirstEvents } from '#core/wire/batch-body';
import type { Progress } from '#core/wire/observed-documents';
import { createPendingFires, type FiringResult, type PendingFiresDeps } from '#panel/firing/pending-fires';
import type { FinishedRequest } from '#panel/inspected-tab';
import { createDocuments, type Documents } from './documents';
import { createRouteMarks } from './route-marks';

/** Receives what is captured. */
interface CaptureSink {
  records(changed: readonly TelemetryRecord[]): void;
  navigated(mark: NavigationMark): void;
  frames(frames: readonly WatchedFrame[]): void;
}

export interface CaptureDeps {
  readonly guard: SecretGuard;
  readonly sink: CaptureSink;
  readonly now: () => number;
  /** When the panel began to listen, epoch milliseconds: DevTools reports no request that finished before. */
  readonly openedAt: number;
  readonly newId: () => string;
  readonly after: PendingFiresDeps['after'];
  /** The requests that DevTools has seen so far. */
  readonly readNetworkLog: () => Promise<readonly FinishedRequest[]>;
}

/** Everything about one inspected tab that reaches the list: observations of its documents, requests, page loads. */
export interface Capture {
  /** The documents of the tab. Their reports become records. */
  readonly documents: Pick<
    Documents,
    'receive' | 'disconnected' | 'progress' | 'closeSilent' | 'noteUnread' | 'forget'
  >;
  requestFinished(request: FinishedRequest): Promise<void>;
  /**
   * A page load of the top frame, `at` epoch milliseconds; now, where that is omitted.
   * Where `isNewDocument` is given it may also be a route of a single-page app, which the page may have shown before.
   */
  navigated(url: string, at?: number, isNewDocument?: Promise<boolean>): void;
  fire(method: string, args: readonly Json[], target: FiringTarget): Promise<FiringResult>;
  /**
   * Lets an SDK send the events that it queues.
   * False if it has no method for that, or nothing is recorded.
   */
  sendBatch(target: FiringTarget): Promise<boolean>;
  /** The extension posts this body itself; a body that is no batch makes no row. */
  posting(post: { readonly id: string; readonly url: string; readonly body: string }): void;
  /** How that ended, with the text of the response where there is one. */
  posted(id: string, end: PageEnd, body: string | null): void;
  /** Restores a stored capture. Call before any document responds. */
  restore(records: readonly ObservedRecord[], progress: Progress, marks?: readonly NavigationMark[]): void;
  /** Frees the records up to this row, but for those still on their way. */
  evict(throughRow: number, isUndoable: boolean): void;
  /** Takes back evicted records, so that what comes next joins them. */
  takeBack(records: readonly ObservedRecord[]): void;
  /** Shortens the long values of these records, of those that are the newest state of their rows. */
  releaseValues(records: readonly ObservedRecord[], place: LongValuePlace): void;
  /** While off, what happens is not recorded; it is not made up for later. */
  record(recording: boolean): void;
}

export function createCapture({ guard, sink, now, openedAt, newId, after, readNetworkLog }: CaptureDeps): Capture {
  const correlator = createEventCorrelator(guard, Math.floor(Math.random() * 2 ** 32));
  let recording = true;
  let requests = 0;
  const panelId = newId();

  const take = (changed: readonly TelemetryRecord[]): void => {
    if (changed.length === 0) return;
    sink.records(changed);
    line.seen(changed);
  };
  const marks = createRouteMarks({ now, lastRow: correlator.lastRow, onMark: sink.navigated });
  const documents = createDocuments({
    correlator: {
      ...correlator,
      addRequest(batch, place) {
        if (batch.at < openedAt) void joinNetworkLog();
        return correlator.addRequest(batch, place);
      },
    },
    after,
    onRecords: take,
    onFrames: (frames) => sink.frames(frames.map(guard.redact)),
    onTopDocument: (url) => marks.opened(guard.redact(url)),
    onPageUrl: (url, at) => marks.observed(guard.redact(url), at, at >= openedAt),
    onNotFired: (requestId) => line.notFired(requestId),
  });
  const line = createPendingFires({ order: documents.order, newId, after });

  const newRequestId = (): string => {
    requests += 1;
    return `request-${panelId}-${requests}`;
  };
  /** Requests of the log: DevTools may report such a request as finished again. */
  const logged = new Set<string>();
  /**
   * Requests of the log that no page has reported so far.
   * Read once a page load, as DevTools serializes the whole log.
   */
  let unjoined: Promise<readonly LoggedRequest[]> | null = null;
  let isJoining = false;

  const readLog = async (): Promise<readonly LoggedRequest[]> => {
    const log = await readNetworkLog().catch(() => []);
    return log.flatMap((request) => {
      const batch = parseBatchRequest(request.entry, newRequestId());
      if (batch === null || batch.at >= openedAt || batch.end.status !== 'responded') return [];
      return [{ batch: withFirstEvents(batch), request }];
    });
  };
  /** DevTools does not report requests from before this panel was opened, but has them in its log if it was open. */
  const joinNetworkLog = async (): Promise<void> => {
    if (!recording || isJoining) return;
    isJoining = true;
    unjoined ??= readLog();
    const reading = unjoined;
    const joined: LoggedRequest[] = [];
    const rest: LoggedRequest[] = [];
    const joinOne = (one: LoggedRequest): void => {
      const changed = correlator.addLoggedRequest(one.batch);
      if (changed.length === 0) return void rest.push(one);
      logged.add(keyOfLogged(one.batch));
      joined.push(one);
      take(changed);
    };
    try {
      for (const one of await reading) joinOne(one);
      if (unjoined === reading) unjoined = Promise.resolve(rest);
    } catch {
      // The log is read again with the next earlier request.
      if (unjoined === reading) unjoined = null;
      documents.noteUnread(1);
    } finally {
      isJoining = false;
    }
    for (const { batch, request } of joined) await addResponse(batch.id, request);
  };
  const addResponse = async (id: string, request: FinishedRequest): Promise<void> => {
    const body = await request.readResponse();
    if (body !== null) take(correlator.addResponse(id, truncateResponse(body)));
  };

  return {
    documents,
    async requestFinished(request) {
      const id = newRequestId();
      const carrier = recording ? parseBatchRequest(request.entry, id) : null;
      if (carrier === null || logged.delete(keyOfLogged(carrier))) return;
      // DevTools decompresses itself: its entry must not precede the page's report.
      await documents.unpacked();
      const batch = withFirstEvents(carrier);
      const changed = correlator.addDevtoolsRequest(batch);
      take(changed);
      const isOnlyHere = changed[0]?.requests.some((seen) => seen.id === id) ?? false;
      if (isOnlyHere) documents.noteUnread(batch.unreadEvents ?? 0);
      await addResponse(id, request);
    },
    navigated(url, at = now(), isNewDocument) {
      unjoined = null;
      void marks.navigated(guard.redact(url), at, isNewDocument);
    },
    fire(method, args, target) {
      return recording ? line.fire(method, args, target) : Promise.resolve(fail(PAUSED));
    },
    async sendBatch(target) {
      return recording && (await line.sendBatch(target));
    },
    posting({ id, url, body }) {
      const batch = parseBatchBody(body);
      const seen = { id, transport: 'extension', method: 'POST', url, at: now(), end: { status: 'open' } } as const;
      if (recording && batch !== null) take(correlator.addPostedBatch({ ...seen, ...withFirstEvents(batch) }));
    },
    posted(id, end, body) {
      take(correlator.endRequest(id, end, now()));
      if (body !== null) take(correlator.addResponse(id, truncateResponse(body)));
    },
    restore(records, progress, storedMarks = []) {
      correlator.restore(records);
      documents.restore(progress);
      marks.restore(lastUrl(records, storedMarks));
    },
    record(on) {
      recording = on;
      documents.record(on);
    },
    evict(throughRow, isUndoable) {
      unjoined = null;
      correlator.evict(throughRow, isUndoable);
      if (throughRow >= correlator.lastRow()) marks.restore(null);
    },
    takeBack: correlator.restore,
    releaseValues: (records, place) => take(correlator.releaseValues(records, place)),
  };
}

/** Returns the URL of the top frame's last page, if the list has it. */
function lastUrl(records: readonly TelemetryRecord[], marks: readonly NavigationMark[]): string | null {
  const record = records.findLast(({ frame }) => frame.frameId === 0 && frame.url !== '');
  const mark = marks.at(-1);
  return (mark && mark.afterRow >= (record?.row ?? 0) ? mark.url : record?.frame.url) ?? null;
}

/** A request of DevTools' log that carried telemetry. */
interface LoggedRequest {
  readonly batch: SeenBatch;
  readonly request: FinishedRequest;
}

function keyOfLogged({ at, method, url }: SeenBatch): string {
  return `${at} ${method} ${url}`;
}

const PAUSED = {
  message: message('capture.fireNotRecording'),
};
