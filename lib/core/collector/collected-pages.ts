import type { EpochMilliseconds } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import { secretGuard } from '#core/stream/secret-guard';
import { setBounded } from '#core/util/lru';
import type { SetTimer } from '#core/util/scheduler';
import { createObservedDocuments } from '#core/wire/observed-documents';
import { readDelivery } from '#core/wire/read-delivery';
import { keyOfBody } from '#core/wire/request-body';
import type { CollectedEvents } from './collected-events';
import { createReportedRequests } from './reported-requests';
import type { RequestSource } from './request-source';

/** Limit of the documents whose sender is stored. A browser has a few open. */
const MAX_DOCUMENTS = 1_000;
/** Limit of the ended documents without events. Beyond the limit, all of these are forgotten. */
const MAX_SILENT_DOCUMENTS = 1_000;
/** Limit of the forgotten documents whose late reports are ignored. */
const MAX_FORGOTTEN_DOCUMENTS = 10_000;
/** Limit of the failed fire commands. A panel reads them within a second. */
const MAX_NOT_FIRED = 50;

/** The dependencies of a collector's pages. */
export interface CollectedPagesDeps {
  readonly now: () => EpochMilliseconds;
  readonly setTimer: SetTimer;
  /** Returns a number of at least 0 and less than 1, as `Math.random` does. */
  readonly random: () => number;
  /** Origin of the server that telemetry is forwarded to; `null` if it is not forwarded. */
  readonly upstream: string | null;
}

/** The state that a panel needs to fire events in the pages of a collector. */
interface PagesState {
  /** The documents that accept fire commands, the earliest first. */
  readonly frames: readonly WatchedFrame[];
  /** IDs of the last fire commands that failed, because their document has no such SDK. */
  readonly notFired: readonly string[];
}

/** The pages whose hook reports to a collector. */
export interface CollectedPages {
  /** Reads a line that a page delivered. Ignores invalid lines: a page may forge them. */
  receive(line: string, source: RequestSource): void;
  /** Sets whether a document accepts fire commands. */
  connect(documentKey: string, isConnected: boolean): void;
  state(): PagesState;
  /** Adds a batch after the page has reported its request, so that the two are correlated. */
  readonly add: CollectedEvents['add'];
  /** Adds all batches that wait for reports. */
  release(): Promise<void>;
  /** The listener is called when the state changes. It cannot be removed. */
  onChange(listener: () => void): void;
}

/** Creates the pages of a collector. Like a panel and a test, it is a host of observed documents. */
export function createCollectedPages(
  events: CollectedEvents,
  { now, setTimer, random, upstream }: CollectedPagesDeps,
): CollectedPages {
  const { correlator, put } = events.observePages(Math.floor(random() * 2 ** 32));
  const sources = new Map<string, RequestSource>();
  const titles = new Map<string, string>();
  const connected = new Set<string>();
  const requests = createReportedRequests({ now, setTimer });
  const listeners: (() => void)[] = [];
  /** The last row of each document with events. */
  const lastRows = new Map<string, number>();
  const forgotten = new Map<string, true>();
  const notFired: string[] = [];
  let lastSubframeId = 0;
  const notify = (): void => {
    for (const listener of listeners) listener();
  };
  const documents = createObservedDocuments({
    setTimer,
    unordered: { now },
    onDocuments: notify,
    correlator: {
      ...correlator,
      addRequest(batch, source) {
        requests.add(batch);
        return correlator.addRequest(batch, source);
      },
    },
    onNotFired(requestId) {
      notFired.push(requestId);
      if (notFired.length > MAX_NOT_FIRED) notFired.shift();
      notify();
    },
    onRecords(records) {
      for (const { documentKey, row } of records)
        if (row > (lastRows.get(documentKey) ?? 0)) lastRows.set(documentKey, row);
      put(records, (documentKey) => sources.get(documentKey) ?? null);
    },
    onProgress() {
      if (documents.all().length > MAX_SILENT_DOCUMENTS + lastRows.size) forgetEnded();
    },
  });
  /** Forgets ended documents without events. A document's newest event is removed last, so only its row is checked. */
  const forgetEnded = (): void => {
    for (const { source, status } of documents.all()) {
      const { documentKey } = source;
      const row = lastRows.get(documentKey);
      if (status !== 'closed' || (row !== undefined && events.get(row) !== null)) continue;
      documents.forget(documentKey);
      lastRows.delete(documentKey);
      sources.delete(documentKey);
      titles.delete(documentKey);
      setBounded(forgotten, documentKey, true, MAX_FORGOTTEN_DOCUMENTS);
    }
  };
  events.onChange(({ type }) => {
    if (type === 'evicted' || type === 'cleared' || type === 'run-cleared') forgetEnded();
  });
  return {
    receive(line, source) {
      const delivery = readDelivery(line);
      if (delivery === null) return;
      const { documentKey, url, title, isTop, first, reports } = delivery;
      if (forgotten.has(documentKey)) return;
      setBounded(sources, documentKey, { ...source, page: url }, MAX_DOCUMENTS);
      const isRetitled = titles.get(documentKey) !== title;
      setBounded(titles, documentKey, title, MAX_DOCUMENTS);
      if (!documents.get(documentKey)) {
        lastSubframeId += isTop ? 0 : 1;
        documents.open(documentKey, { frameId: isTop ? 0 : lastSubframeId, url });
      }
      documents.receive(
        documentKey,
        reports.map((text, index) => ({ seq: first + index, text })),
      );
      if (isRetitled && connected.has(documentKey)) notify();
    },
    connect(documentKey, isConnected) {
      if (isConnected) connected.add(documentKey);
      else connected.delete(documentKey);
      notify();
    },
    state() {
      const frames = documents.all().flatMap((document) => {
        const { source, sdks, evalBlocked, missedReports, unreadableReports, status } = document;
        const documentId = source.documentKey;
        if (!connected.has(documentId) || status !== 'loaded') return [];
        const site = upstream === null ? {} : { upstream };
        const title = titles.get(documentId) ?? '';
        const details = { title, sdks: [...sdks.values()], evalBlocked, missedReports, unreadableReports };
        return [secretGuard.redact({ ...source.frame, documentId, ...site, ...details })];
      });
      return { frames, notFired };
    },
    onChange: (listener) => void listeners.push(listener),
    add(batch) {
      // An app without a page sends no referrer, and no hook reports its requests.
      if (batch.source.page === '' || batch.source.run !== '' || documents.all().length === 0) return events.add(batch);
      const end = events.add({ ...batch, end: { status: 'open' } });
      const pageTime = requests.wait({ url: batch.url, bodyKey: keyOfBody(batch.keyBytes) });
      const endReported: typeof end = (ended) => void pageTime.then((at) => end(ended, at ?? batch.at));
      if (batch.end.status !== 'open') endReported(batch.end);
      return endReported;
    },
    async release() {
      requests.release();
      await Promise.resolve();
    },
  };
}
