import type { FrameRef, SdkRef, TelemetryRecord } from '#core/journey/record';
import type { WatchedFrame } from '#core/journey/watched-frame';
import { setBounded } from '#core/util/lru';
import type { After } from '#core/util/scheduler';
import { createDocumentExpiry } from '#core/wire/document-expiry';
import {
  type EntryDeps,
  enterObservation,
  enterPacked,
  followPageUrl,
  isPacked,
  type ObservedDocument,
} from '#core/wire/enter-observation';
import { eventsOfCalls, readReport } from '#core/wire/hook-report';
import type { FromRelay, HookCommand, HookObservation, ToRelay } from '#core/wire/page-messages';
import { fromRelaySchema } from '#core/wire/relay-message';
import { MAX_SDKS } from '#core/wire/report-limits';

/** The panel's end of a relay's port, with what the browser itself says of the sender. */
export interface RelayConnection {
  readonly frameId: number;
  readonly documentId: string;
  readonly url: string;
  post(message: ToRelay): void;
}

export interface RelayListener {
  receive(connection: RelayConnection, message: unknown): void;
  disconnected(connection: RelayConnection): void;
}

interface WatchedDocument extends ObservedDocument {
  readonly connection: RelayConnection;
  readonly documentKey: string;
  readonly title: string;
  readonly origin: string | undefined;
  readonly sdks: Map<number, SdkRef>;
  readonly isLate: boolean;
  evalBlocked: boolean;
  missed: number;
  /** It went away for good; reported by the page itself, before its port closes. */
  isLeaving: boolean;
  /** It went into the back/forward cache; reported by the page itself, before its port closes. */
  isKept: boolean;
}

type EventsOfReport = ReturnType<typeof eventsOfCalls>;

type Introduction = Extract<FromRelay, { type: 'document' }>;

/** Documents without a port whose progress is stored: a cached page comes back, and a log may come in twice. */
const MAX_CLOSED_DOCUMENTS = 200;

export interface DocumentsDeps extends EntryDeps {
  readonly onRecords: (changed: readonly TelemetryRecord[]) => void;
  readonly onFrames: (frames: readonly WatchedFrame[]) => void;
  /** Calls back once after so many milliseconds, or never if it was cancelled. */
  readonly after: After;
  /** A document of the top frame responds; its URL of this moment. */
  readonly onTopDocument: (url: string) => void;
  /** The page of the top frame had this URL then, `at` epoch milliseconds; called for each change. */
  readonly onPageUrl: (url: string, at: number) => void;
  /** The document that was asked to fire has no SDK. */
  readonly onNotFired: (requestId: string) => void;
}

const NOTHING_SEEN = {
  pageUrl: null,
  evalBlocked: false,
  missed: 0,
  unread: 0,
  isLeaving: false,
  isKept: false,
} as const;

/** By document key: how far its log has been read, and its SDKs by number, of which a log tells only once. */
export type Progress = Readonly<
  Record<string, { readonly readUpTo: number; readonly sdks: readonly (readonly [number, SdkRef])[] }>
>;

export interface Documents {
  /** A message that came through a relay's port; nothing about it is taken on trust. */
  receive(connection: RelayConnection, message: unknown): void;
  disconnected(connection: RelayConnection): void;
  /** Hands an order to the hook of a document; false where that document is gone. */
  order(documentId: string, command: HookCommand): boolean;
  /** How far each document was read, so that a reopened panel continues from there. */
  progress(): Progress;
  /** Restores what an earlier panel had read. */
  restore(progress: Progress): void;
  /** Takes all documents that were taken up and do not respond as gone, with what their SDKs held. */
  closeSilent(): void;
  /** While off, logs are read but not recorded. SDKs are noted all the same. */
  record(recording: boolean): void;
  /**
   * Counts what DevTools reported and was not read.
   * It counts for the document of the top frame, if there is one.
   */
  noteUnread(count: number): void;
  /** Settles when every packed body that came in is read: what comes after it in time must come after it here. */
  unpacked(): Promise<unknown>;
  /** Clears what the documents themselves hold, so that cleared events do not come back with the next panel. */
  forget(): void;
}

/** The documents of the inspected tab that respond: takes their logs into the journal, each observation once. */
export function createDocuments(deps: DocumentsDeps): Documents {
  const { journal, onRecords, onFrames, onTopDocument, onPageUrl, onNotFired, after } = deps;
  const documents = new Map<RelayConnection, WatchedDocument>();
  /**
   * How far each document's log has been read.
   * Kept when its port closes, as it may come back from the cache.
   */
  const readUpTo = new Map<string, number>();
  const sdksOf = new Map<string, Map<number, SdkRef>>();
  /** The keys of the documents without a port, by themselves. */
  const closed = new Map<string, string>();
  const unpacking = new Set<Promise<void>>();
  let recording = true;
  let isFramesChanged = false;

  const notifyFrames = (): void => {
    isFramesChanged = false;
    onFrames([...documents.values()].map(frameOf));
  };

  const welcome = (connection: RelayConnection, { documentKey, title, origin, isLate = false }: Introduction): void => {
    const sdks = sdksOf.get(documentKey) ?? new Map<number, SdkRef>();
    sdksOf.set(documentKey, sdks);
    const place = { documentKey, frame: frameRef(connection) };
    const opened = { connection, documentKey, title, origin, place, sdks, isLate, ...NOTHING_SEEN };
    documents.set(connection, opened);
    if (connection.frameId === 0) onTopDocument(connection.url);
    closed.delete(documentKey);
    expiry.cancel(documentKey);
    const waiting = journal.reopened(documentKey);
    if (waiting.length > 0) onRecords(waiting);
    connection.post({ type: 'attach', from: (readUpTo.get(documentKey) ?? 0) + 1 });
    notifyFrames();
  };

  const expiry = createDocumentExpiry({
    after,
    onExpired(documentKey, reason) {
      const lost = journal.expired(documentKey, reason);
      if (lost.length > 0) onRecords(lost);
    },
  });
  const close = ({ documentKey, isLeaving, isKept }: WatchedDocument): void => {
    if (isLeaving) sdksOf.delete(documentKey);
    else expiry.ended(documentKey, isKept);
    const oldest = setBounded(closed, documentKey, documentKey, MAX_CLOSED_DOCUMENTS);
    if (oldest === undefined) return;
    readUpTo.delete(oldest);
    sdksOf.delete(oldest);
  };

  /** What lies between the numbers that were read or are handed over now, as far as the log has given it up. */
  const noteMissed = (document: WatchedDocument, sightings: readonly { seq: number }[], dropped: number): void => {
    let before = readUpTo.get(document.documentKey) ?? 0;
    let between = 0;
    for (const { seq } of sightings) {
      between += Math.max(0, seq - before - 1);
      before = Math.max(before, seq);
    }
    const missed = Math.min(between, dropped);
    if (missed === 0) return;
    document.missed += missed;
    isFramesChanged = true;
  };

  const takeSdk = (
    document: WatchedDocument,
    { sdk, global, generation }: Extract<HookObservation, { type: 'sdk' }>,
  ): void => {
    if (!document.sdks.has(sdk) && document.sdks.size === MAX_SDKS) {
      document.unread += 1;
      return;
    }
    document.sdks.set(sdk, { global, generation });
    isFramesChanged = true;
  };

  const take = (
    document: WatchedDocument,
    observation: HookObservation,
    events: EventsOfReport,
  ): readonly TelemetryRecord[] => {
    if (observation.type === 'sdk') {
      takeSdk(document, observation);
      return [];
    }
    if (observation.type === 'eval-blocked') {
      document.evalBlocked = true;
      isFramesChanged = true;
      return [];
    }
    if (observation.type === 'not-fired') {
      onNotFired(observation.requestId);
      return [];
    }
    // Only a test's pages stop requests.
    if (observation.type === 'unread-request') return [];
    if (observation.type === 'left') {
      document.isLeaving = !observation.kept;
      document.isKept = observation.kept;
    }
    const { frame } = document.place;
    const pageUrl = followPageUrl(document, observation);
    if (document.place.frame !== frame) isFramesChanged = true;
    if (pageUrl !== null && frame.frameId === 0) onPageUrl(pageUrl, observation.at);
    if (!recording) return [];
    if (!isPacked(observation)) return enterObservation(deps, observation, document, events);
    const { unread } = document;
    const unpacked = enterPacked(deps, observation, document)
      .then((changed) => {
        if (changed.length > 0) onRecords(changed);
        if (document.unread !== unread) notifyFrames();
      })
      .finally(() => unpacking.delete(unpacked));
    unpacking.add(unpacked);
    return [];
  };

  /** Each observation stands alone: a page that finds one which throws hides no other with it. */
  const takeAlone = (
    document: WatchedDocument,
    observation: HookObservation,
    events: EventsOfReport,
  ): readonly TelemetryRecord[] => {
    try {
      return take(document, observation, events);
    } catch {
      document.unread += 1;
      return [];
    }
  };

  return {
    receive(connection, message) {
      const parsed = fromRelaySchema.safeParse(message);
      if (!parsed.success) return;
      if (parsed.data.type === 'document') {
        welcome(connection, parsed.data);
        return;
      }
      const document = documents.get(connection);
      if (!document) return;
      const { documentKey } = document;
      noteMissed(document, parsed.data.sightings, parsed.data.dropped);
      const changed = new Map<number, TelemetryRecord>();
      const { unread: unreadBefore } = document;
      for (const { seq, text } of parsed.data.sightings) {
        if (seq <= (readUpTo.get(documentKey) ?? 0)) continue;
        readUpTo.set(documentKey, seq);
        const report = readReport(text);
        const events = eventsOfCalls(report);
        document.unread += report.unread;
        for (const observation of report.sightings) {
          for (const record of takeAlone(document, observation, events)) changed.set(record.row, record);
        }
      }
      if (isFramesChanged || document.unread !== unreadBefore) notifyFrames();
      if (changed.size > 0) onRecords([...changed.values()]);
    },
    disconnected(connection) {
      const document = documents.get(connection);
      if (!document) return;
      documents.delete(connection);
      close(document);
      notifyFrames();
      const lost = journal.closed(document.documentKey);
      if (lost.length > 0) onRecords(lost);
    },
    order(documentId, command) {
      const document = [...documents.values()].find((candidate) => candidate.connection.documentId === documentId);
      document?.connection.post({ type: 'order', order: JSON.stringify(command) });
      return document !== undefined;
    },
    progress: () =>
      Object.fromEntries(
        [...readUpTo].map(([documentKey, seq]) => [
          documentKey,
          { readUpTo: seq, sdks: [...(sdksOf.get(documentKey) ?? [])] },
        ]),
      ),
    restore(stored) {
      for (const [documentKey, { readUpTo: seq, sdks }] of Object.entries(stored)) {
        readUpTo.set(documentKey, seq);
        sdksOf.set(documentKey, new Map(sdks));
        closed.set(documentKey, documentKey);
      }
    },
    closeSilent() {
      const connected = new Set([...documents.values()].map(({ documentKey }) => documentKey));
      const silent = [...readUpTo.keys()].filter((documentKey) => !connected.has(documentKey));
      // One that is in the back/forward cache does not respond either, and may come back.
      const lost = silent.flatMap((documentKey) => [...journal.closed(documentKey), ...journal.expired(documentKey)]);
      if (lost.length > 0) onRecords(lost);
    },
    record(on) {
      recording = on;
    },
    noteUnread(count) {
      const top = [...documents.values()].find(({ connection }) => connection.frameId === 0);
      if (!top || count === 0) return;
      top.unread += count;
      notifyFrames();
    },
    unpacked: () => Promise.all(unpacking),
    forget() {
      for (const { connection } of documents.values()) connection.post({ type: 'forget' });
    },
  };
}

function frameOf(document: WatchedDocument): WatchedFrame {
  const { connection, place, title, origin, sdks, isLate, evalBlocked, missed, unread } = document;
  const { documentId } = connection;
  const reported = { title, origin, sdks: [...sdks.values()], isLate, evalBlocked, missed, unread };
  return { ...place.frame, documentId, ...reported };
}

function frameRef({ frameId, url }: RelayConnection): FrameRef {
  return { frameId, url };
}
