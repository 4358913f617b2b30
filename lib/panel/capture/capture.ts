import { parseBatchRequest, truncateResponse } from '#core/formats/batch-request';
import type { ObservedBatch, PageEnd, SecretGuard } from '#core/journey/correlator/observations';
import { createEventCorrelator } from '#core/journey/event-correlator';
import type { LongValueLocation, Navigation, ObservedRecord, TelemetryRecord } from '#core/journey/record';
import type { FiringTarget, WatchedFrame } from '#core/journey/watched-frame';
import type { Json } from '#core/json/json';
import { message } from '#core/util/message';
import { fail } from '#core/util/result';
import { parseBatchBody, withFirstEvents } from '#core/wire/batch-body';
import type { Progress } from '#core/wire/observed-documents';
import { createPendingFires, type FiringResult, type PendingFiresDeps } from '#panel/firing/pending-fires';
import type { FinishedRequest } from '#panel/inspected-tab';
import { createDocuments, type Documents } from './documents';
import { createNavigationTracker } from './navigation-tracker';

/** Receives the captured records, navigations and frames. */
interface CaptureSink {
  records(changed: readonly TelemetryRecord[]): void;
  navigated(navigation: Navigation): void;
  frames(frames: readonly WatchedFrame[]): void;
}

export interface CaptureDeps {
  readonly guard: SecretGuard;
  readonly sink: CaptureSink;
  readonly now: () => number;
  /** When the panel was opened, epoch milliseconds. DevTools reports no request that finished before. */
  readonly openedAt: number;
  readonly newId: () => string;
  readonly after: PendingFiresDeps['after'];
  /** The requests that DevTools has seen so far. */
  readonly readNetworkLog: () => Promise<readonly FinishedRequest[]>;
}

/** Captures all that the list shows of one inspected tab: events, requests and page loads. */
export interface Capture {
  /** The documents of the tab. Their reports become records. */
  readonly documents: Pick<
    Documents,
    'receive' | 'disconnected' | 'progress' | 'endDocumentsWithoutPort' | 'countUnread' | 'forget'
  >;
  requestFinished(request: FinishedRequest): Promise<void>;
  /**
   * Records a page load of the top frame, `at` epoch milliseconds; by default now.
   * With `isNewDocument` it may also be a route of a single-page app, which the page may have reported before.
   */
  navigated(url: string, at?: number, isNewDocument?: Promise<boolean>): void;
  fire(method: string, args: readonly Json[], target: FiringTarget): Promise<FiringResult>;
  /**
   * Makes an SDK send the events that it queues.
   * False if the SDK has no method for it, or nothing is recorded.
   */
  sendBatch(target: FiringTarget): Promise<boolean>;
  /** Records a request that the extension itself sends. A body that isn't a batch adds no row. */
  onPostStart(post: { readonly id: string; readonly url: string; readonly body: string }): void;
  /** Ends such a request, with the text of its response if there is one. */
  onPostEnd(id: string, end: PageEnd, body: string | null): void;
  /**
   * Restores a stored capture. Call before any document responds.
   * New rows are greater than those of its records, and than the last cleared row.
   */
  restore(
    records: readonly ObservedRecord[],
    progress: Progress,
    navigations?: readonly Navigation[],
    clearedThrough?: number,
  ): void;
  /** Evicts the records up to this row, except those that are still in progress. */
  evict(throughRow: number, isUndoable: boolean): void;
  /** Restores evicted records, so that later observations join them. */
  restoreEvicted(records: readonly ObservedRecord[]): void;
  /** Truncates the long values of these records. A record that has changed since is skipped. */
  releaseValues(records: readonly ObservedRecord[], location: LongValueLocation): void;
  /** Turns recording on or off. Activity while it is off is never recorded. */
  record(recording: boolean): void;
}

export function createCapture({ guard, sink, now, openedAt, newId, after, readNetworkLog }: CaptureDeps): Capture {
  let clearedThrough = 0;
  const correlator = createEventCorrelator(guard, Math.floor(Math.random() * 2 ** 32), () => clearedThrough);
  let recording = true;
  let requests = 0;
  const panelId = newId();

  const publish = (changed: readonly TelemetryRecord[]): void => {
    if (changed.length === 0) return;
    sink.records(changed);
    pendingFires.seen(changed);
  };
  const navigations = createNavigationTracker({ now, lastRow: correlator.lastRow, onNavigation: sink.navigated });
  const documents = createDocuments({
    correlator: {
      ...correlator,
      addRequest(batch, source) {
        if (batch.at < openedAt) void joinNetworkLog();
        return correlator.addRequest(batch, source);
      },
    },
    after,
    onRecords: publish,
    redact: guard.redact,
    onFrames: (frames) => sink.frames(frames),
    onTopDocument: (url) => navigations.opened(guard.redact(url)),
    onPageUrl: (url, at) => navigations.observed(guard.redact(url), at, at >= openedAt),
    onNotFired: (requestId) => pendingFires.notFired(requestId),
  });
  const pendingFires = createPendingFires({ sendCommand: documents.sendCommand, newId, after });

  const newRequestId = (): string => {
    requests += 1;
    return `request-${panelId}-${requests}`;
  };
  /** Keys of requests from the log. DevTools may report such a request as finished again. */
  const logged = new Set<string>();
  /**
   * Requests of the log that match no report of a page so far.
   * The log is read once a page load, because DevTools serializes all of it.
   */
  let unmatchedLog: Promise<readonly LoggedRequest[]> | null = null;
  let isJoining = false;

  const readLog = async (): Promise<readonly LoggedRequest[]> => {
    const log = await readNetworkLog().catch(() => []);
    return log.flatMap((request) => {
      const batch = parseBatchRequest(request.entry, newRequestId());
      if (batch === null || batch.at >= openedAt || batch.end.status !== 'responded') return [];
      return [{ batch: withFirstEvents(batch), request }];
    });
  };
  /**
   * Joins requests of DevTools' log with events of the pages.
   * DevTools does not report requests from before the panel was opened, but has them in its log.
   */
  const joinNetworkLog = async (): Promise<void> => {
    if (!recording || isJoining) return;
    isJoining = true;
    unmatchedLog ??= readLog();
    const reading = unmatchedLog;
    const joined: LoggedRequest[] = [];
    const rest: LoggedRequest[] = [];
    const joinOne = (one: LoggedRequest): void => {
      const changed = correlator.addLoggedRequest(one.batch);
      if (changed.length === 0) return void rest.push(one);
      logged.add(keyOfLogged(one.batch));
      joined.push(one);
      publish(changed);
    };
    try {
      for (const one of await reading) joinOne(one);
      if (unmatchedLog === reading) unmatchedLog = Promise.resolve(rest);
    } catch {
      // The log is reread with the next request from before the panel was opened.
      if (unmatchedLog === reading) unmatchedLog = null;
      documents.countUnread(1);
    } finally {
      isJoining = false;
    }
    for (const { batch, request } of joined) await addResponse(batch.id, request);
  };
  const addResponse = async (id: string, request: FinishedRequest): Promise<void> => {
    const body = await request.readResponse();
    if (body !== null) publish(correlator.addResponse(id, truncateResponse(body)));
  };

  return {
    documents,
    async requestFinished(request) {
      const id = newRequestId();
      const carrier = recording ? parseBatchRequest(request.entry, id) : null;
      if (carrier === null || logged.delete(keyOfLogged(carrier))) return;
      // DevTools reports decompressed bodies: its entry must not precede the page's report, which is decompressed here.
      await documents.allDecompressed();
      const batch = withFirstEvents(carrier);
      const changed = correlator.addDevtoolsRequest(batch);
      publish(changed);
      const isOnlyInDevtools = changed[0]?.requests.some((seen) => seen.id === id) ?? false;
      if (isOnlyInDevtools) documents.countUnread(batch.unreadEvents ?? 0);
      await addResponse(id, request);
    },
    navigated(url, at = now(), isNewDocument) {
      unmatchedLog = null;
      void navigations.navigated(guard.redact(url), at, isNewDocument);
    },
    fire(method, args, target) {
      return recording ? pendingFires.fire(method, args, target) : Promise.resolve(fail(PAUSED));
    },
    async sendBatch(target) {
      return recording && (await pendingFires.sendBatch(target));
    },
    onPostStart({ id, url, body }) {
      const batch = parseBatchBody(body);
      const seen = { id, transport: 'extension', method: 'POST', url, at: now(), end: { status: 'open' } } as const;
      if (recording && batch !== null) publish(correlator.addPostedBatch({ ...seen, ...withFirstEvents(batch) }));
    },
    onPostEnd(id, end, body) {
      publish(correlator.endRequest(id, end, now()));
      if (body !== null) publish(correlator.addResponse(id, truncateResponse(body)));
    },
    restore(records, progress, storedNavigations = [], storedClearedThrough = 0) {
      clearedThrough = storedClearedThrough;
      correlator.restore(records);
      documents.restore(progress);
      navigations.restore(lastUrl(records, storedNavigations));
    },
    record(on) {
      recording = on;
      documents.record(on);
    },
    evict(throughRow, isUndoable) {
      unmatchedLog = null;
      correlator.evict(throughRow, isUndoable);
      if (throughRow >= correlator.lastRow()) navigations.restore(null);
    },
    restoreEvicted: correlator.restore,
    releaseValues: (records, location) => publish(correlator.releaseValues(records, location)),
  };
}

/** Returns the URL of the top frame's last page, if the list has it. */
function lastUrl(records: readonly TelemetryRecord[], navigations: readonly Navigation[]): string | null {
  const record = records.findLast(({ frame }) => frame.frameId === 0 && frame.url !== '');
  const navigation = navigations.at(-1);
  return (navigation && navigation.afterRow >= (record?.row ?? 0) ? navigation.url : record?.frame.url) ?? null;
}

/** A request of DevTools' log that carried telemetry. */
interface LoggedRequest {
  readonly batch: ObservedBatch;
  readonly request: FinishedRequest;
}

function keyOfLogged({ at, method, url }: ObservedBatch): string {
  return `${at} ${method} ${url}`;
}

const PAUSED = {
  message: message('capture.fireNotRecording'),
};
