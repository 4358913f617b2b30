import { parseBatchRequest, truncateResponse } from '#core/formats/batch-request';
import type { PageEnd, SecretGuard } from '#core/journey/correlator/observations';
import { createEventCorrelator } from '#core/journey/event-correlator';
import type { LongValueLocation, Navigation, ObservedRecord, TelemetryRecord } from '#core/journey/record';
import type { FiringTarget, WatchedFrame } from '#core/journey/watched-frame';
import type { Json } from '#core/json/json';
import { copyStart } from '#core/secrets/truncate-point';
import { message } from '#core/util/message';
import { fail } from '#core/util/result';
import { parseBatchBody, withFirstEvents } from '#core/wire/batch-body';
import type { Progress } from '#core/wire/observed-documents';
import { MAX_PAGE_URL_CHARS } from '#core/wire/report-limits';
import { createPendingFires, type FiringResult, type PendingFiresDeps } from '#panel/firing/pending-fires';
import type { FinishedRequest } from '#panel/inspected-tab';
import { createDocuments, type Documents } from './documents';
import { createNavigationTracker } from './navigation-tracker';
import { createNetworkLog } from './network-log';

/** Receives the captured records, navigations and frames. */
interface CaptureSink {
  records(changed: readonly TelemetryRecord[]): void;
  addNavigation(navigation: Navigation): void;
  frames(frames: readonly WatchedFrame[]): void;
}

export interface CaptureDeps {
  readonly guard: SecretGuard;
  readonly sink: CaptureSink;
  readonly now: () => number;
  /** When the panel was opened, epoch milliseconds. DevTools reports no request that finished before. */
  readonly openedAt: number;
  readonly newId: () => string;
  readonly setTimer: PendingFiresDeps['setTimer'];
  /** Reads the requests in DevTools' log. */
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
   * If `isNewDocument` resolves to false, the URL is a route of a single-page app, which the page may have reported.
   */
  handleNavigation(url: string, at?: number, isNewDocument?: Promise<boolean>): void;
  fire(method: string, args: readonly Json[], target: FiringTarget): Promise<FiringResult>;
  /**
   * Makes an SDK send the events that it queues.
   * Returns false if the SDK has no method for this, or during a pause.
   */
  sendBatch(target: FiringTarget): Promise<boolean>;
  /** Records a request that the extension itself sends. A body that isn't a batch adds no row. */
  onPostStart(post: { readonly id: string; readonly url: string; readonly body: string }): void;
  /** Ends a request of `onPostStart`, with the text of its response if there is one. */
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
  /** Turns recording on or off. Activity during a pause is never recorded. */
  setRecording(isOn: boolean): void;
}

export function createCapture({ guard, sink, now, openedAt, newId, setTimer, readNetworkLog }: CaptureDeps): Capture {
  let clearedThrough = 0;
  const correlator = createEventCorrelator(guard, Math.floor(Math.random() * 2 ** 32), () => clearedThrough);
  let isRecording = true;
  let requestCount = 0;
  const panelId = newId();

  const publish = (changed: readonly TelemetryRecord[]): void => {
    if (changed.length === 0) return;
    sink.records(changed);
    pendingFires.handleRecords(changed);
  };
  const navigations = createNavigationTracker({ now, lastRow: correlator.lastRow, onNavigation: sink.addNavigation });
  const documents = createDocuments({
    correlator: {
      ...correlator,
      addRequest(batch, source) {
        if (batch.at < openedAt && isRecording) void networkLog.join();
        return correlator.addRequest(batch, source);
      },
    },
    setTimer,
    onRecords: publish,
    redact: guard.redact,
    onFrames: (frames) => sink.frames(frames),
    onTopDocument: (url) => navigations.handleDocument(guard.redact(url)),
    onPageUrl: (url, at) => navigations.handlePageUrl(guard.redact(url), at, at >= openedAt),
    onNotFired: (requestId) => pendingFires.handleNotFired(requestId),
  });
  const pendingFires = createPendingFires({ sendCommand: documents.sendCommand, newId, setTimer });

  const newRequestId = (): string => {
    requestCount += 1;
    return `request-${panelId}-${requestCount}`;
  };
  const addResponse = async (id: string, request: FinishedRequest): Promise<void> => {
    const body = await request.readResponse();
    if (body !== null) publish(correlator.addResponse(id, truncateResponse(body)));
  };
  const networkLog = createNetworkLog({
    readNetworkLog,
    openedAt,
    newRequestId,
    addLoggedRequest: correlator.addLoggedRequest,
    onRecords: publish,
    addResponse,
    onFailure: () => documents.countUnread(1),
  });

  return {
    documents,
    async requestFinished(request) {
      const id = newRequestId();
      const parsedBatch = isRecording ? parseBatchRequest(request.entry, id) : null;
      if (parsedBatch === null || networkLog.takeJoined(parsedBatch)) return;
      // DevTools reports decompressed bodies: its entry must not precede the page's report, which is decompressed here.
      await documents.allDecompressed();
      const batch = withFirstEvents(parsedBatch);
      const changed = correlator.addDevtoolsRequest(batch);
      publish(changed);
      const isOnlyInDevtools = changed[0]?.requests.some((request) => request.id === id) ?? false;
      if (isOnlyInDevtools) documents.countUnread(batch.unreadEvents ?? 0);
      await addResponse(id, request);
    },
    handleNavigation(url, at = now(), isNewDocument) {
      networkLog.forget();
      // The page reports its URL truncated, too. A route that both report is one navigation.
      void navigations.handleNavigation(guard.redact(copyStart(url, MAX_PAGE_URL_CHARS)), at, isNewDocument);
    },
    fire(method, args, target) {
      return isRecording ? pendingFires.fire(method, args, target) : Promise.resolve(fail(PAUSED));
    },
    async sendBatch(target) {
      return isRecording && (await pendingFires.sendBatch(target));
    },
    onPostStart({ id, url, body }) {
      const batch = parseBatchBody(body);
      const fields = { id, transport: 'extension', method: 'POST', url, at: now(), end: { status: 'open' } } as const;
      if (isRecording && batch !== null) publish(correlator.addPostedBatch({ ...fields, ...withFirstEvents(batch) }));
    },
    onPostEnd(id, end, body) {
      publish(correlator.endRequest(id, end, now()));
      if (body !== null) publish(correlator.addResponse(id, truncateResponse(body)));
    },
    restore(records, progress, storedNavigations = [], storedClearedThrough = 0) {
      clearedThrough = storedClearedThrough;
      correlator.restore(records);
      documents.restore(progress);
      navigations.restore(findLastTopUrl(records, storedNavigations));
    },
    setRecording(isOn) {
      isRecording = isOn;
      documents.setRecording(isOn);
    },
    evict(throughRow, isUndoable) {
      networkLog.forget();
      correlator.evict(throughRow, isUndoable);
      if (throughRow >= correlator.lastRow()) navigations.restore(null);
    },
    restoreEvicted: correlator.restore,
    releaseValues: (records, location) => publish(correlator.releaseValues(records, location)),
  };
}

function findLastTopUrl(records: readonly TelemetryRecord[], navigations: readonly Navigation[]): string | null {
  const record = records.findLast(({ frame }) => frame.frameId === 0 && frame.url !== '');
  const navigation = navigations.at(-1);
  return (navigation && navigation.afterRow >= (record?.row ?? 0) ? navigation.url : record?.frame.url) ?? null;
}

const PAUSED = { message: message('capture.fireNotRecording') };
