import { setBounded } from '#core/util/lru';
import {
  addCallWithoutEvent,
  addRunningCall,
  addUnreadableRequest,
  claimPendingCall,
  createPendingDocument,
  endRunningCall,
  type PendingDocument,
  type UnsentRows,
  unsentRowsOf,
} from './pending-document';

/**
 * The expected result of a call that returned without its event.
 * `request` means that only the request with the event is expected.
 */
export type ExpectedResult = 'event' | 'request' | 'none';

/**
 * Limit of the documents without a port that may return.
 * Browsers cache up to eight pages of a tab with their frames, and do not report evictions.
 */
const MAX_CACHED_DOCUMENTS = 200;

/** Limit of the unloaded documents whose late reports are expected. */
const MAX_UNLOADED_DOCUMENTS = 1_000;

export interface PendingEvents {
  addCall(documentKey: string, row: number): void;
  endCall(documentKey: string, row: number): void;
  /** Returns the row of the innermost running call. */
  innermostCall(documentKey: string): number | null;
  /** Sets the expected result of a call that returned without its event. */
  setExpectedResult(documentKey: string, row: number, expected: ExpectedResult): void;
  /** Returns the calls whose event only a request may show. */
  callsWithoutEvent(documentKey: string): Iterable<number>;
  /** Returns all returned calls without an event: first calls whose request is expected, then the others. */
  openCalls(documentKey: string): Iterable<number>;
  /** Removes and returns the oldest pending call for which `matches` returns true. */
  claimPendingCall(documentKey: string, matches: (row: number) => boolean): number | null;
  /** Counts an event. Returns how many others were emitted since its call returned. */
  countEmitted(documentKey: string, row: number | null): number;
  /** Adds an event that the SDK has queued. */
  addUnsent(documentKey: string, row: number): void;
  /** Call when a request with these rows was sent. */
  removeSent(rows: Iterable<number>): void;
  /** Adds an unreadable request, which may contain rows up to `throughRow`. */
  addUnreadableRequest(documentKey: string, requestId: string, throughRow: number): void;
  /** Removes a request whose body could be read later. */
  removeUnreadableRequest(documentKey: string, requestId: string): void;
  /** Call on `pagehide`. A persisted page may return from the back/forward cache. */
  hideDocument(documentKey: string, isPersisted: boolean): void;
  /**
   * Call when the port of a document has closed. Returns its lost events if it unloaded for good.
   * A document that may return is cached. Beyond the limit, returns the events of the oldest document as `expired`.
   */
  closeDocument(documentKey: string): { readonly lost: UnsentRows | null; readonly expired: UnsentRows | null };
  /** Returns the unsent events of a document without a port. */
  unsentOf(documentKey: string): UnsentRows;
  /** Returns the rows of the unsent events of a document, the oldest first. */
  unsentRows(documentKey: string): Iterable<number>;
  /** Returns the rows whose state may still change. */
  unfinished(): Iterable<number>;
}

export function createPendingEvents(): PendingEvents {
  const documents = new Map<string, PendingDocument>();
  const documentOfRow = new Map<number, PendingDocument>();
  const emittedBeforeRow = new Map<number, number>();
  const cached = new Set<string>();
  const unloaded = new Map<string, null>();

  const getOrCreateDocument = (key: string): PendingDocument => {
    const document = documents.get(key) ?? createPendingDocument(unloaded.has(key));
    documents.set(key, document);
    return document;
  };
  const addUnsentRow = (document: PendingDocument, row: number): void => {
    document.unsent.add(row);
    documentOfRow.set(row, document);
  };
  const removeDocument = (documentKey: string): void => {
    const document = documents.get(documentKey);
    if (!document) return;
    documents.delete(documentKey);
    cached.delete(documentKey);
    for (const row of document.unsent) documentOfRow.delete(row);
    for (const row of document.pendingCalls.keys()) emittedBeforeRow.delete(row);
  };
  const unsentOf = (documentKey: string): UnsentRows => unsentRowsOf(documents.get(documentKey));
  const cacheDocument = (documentKey: string): UnsentRows | null => {
    cached.delete(documentKey);
    cached.add(documentKey);
    const [oldest] = cached;
    if (cached.size <= MAX_CACHED_DOCUMENTS || oldest === undefined) return null;
    const expired = unsentOf(oldest);
    removeDocument(oldest);
    return expired;
  };

  return {
    addCall(documentKey, row) {
      cached.delete(documentKey);
      addRunningCall(getOrCreateDocument(documentKey), row);
    },
    endCall: (documentKey, row) => endRunningCall(getOrCreateDocument(documentKey), row),
    innermostCall: (documentKey) => documents.get(documentKey)?.running.at(-1) ?? null,
    setExpectedResult(documentKey, row, expected) {
      const document = getOrCreateDocument(documentKey);
      document.pendingCalls.delete(row);
      document.callsWithoutEvent.delete(row);
      if (expected === 'request') addCallWithoutEvent(document, row);
      if (expected !== 'event') {
        document.unsent.delete(row);
        return;
      }
      const emittedBefore = emittedBeforeRow.get(row) ?? document.emitted;
      emittedBeforeRow.set(row, emittedBefore);
      document.pendingCalls.set(row, { emittedBefore });
      addUnsentRow(document, row);
    },
    callsWithoutEvent: (documentKey) => documents.get(documentKey)?.callsWithoutEvent ?? [],
    *openCalls(documentKey) {
      const document = documents.get(documentKey);
      if (!document) return;
      yield* document.callsWithoutEvent;
      yield* document.pendingCalls.keys();
    },
    claimPendingCall: (documentKey, matches) => claimPendingCall(getOrCreateDocument(documentKey), matches),
    countEmitted(documentKey, row) {
      const document = getOrCreateDocument(documentKey);
      const before = row === null ? undefined : emittedBeforeRow.get(row);
      if (row !== null) emittedBeforeRow.delete(row);
      const eventsEmittedBefore = before === undefined ? 0 : document.emitted - before;
      document.emitted += 1;
      return eventsEmittedBefore;
    },
    addUnsent: (documentKey, row) => addUnsentRow(getOrCreateDocument(documentKey), row),
    removeSent(rows) {
      for (const row of rows) {
        documentOfRow.get(row)?.unsent.delete(row);
        documentOfRow.delete(row);
      }
    },
    addUnreadableRequest: (documentKey, requestId, throughRow) =>
      addUnreadableRequest(getOrCreateDocument(documentKey), requestId, throughRow),
    removeUnreadableRequest(documentKey, requestId) {
      documents.get(documentKey)?.unreadableRequests.delete(requestId);
    },
    hideDocument(documentKey, isPersisted) {
      getOrCreateDocument(documentKey).isLeaving = !isPersisted;
    },
    closeDocument(documentKey) {
      const document = documents.get(documentKey);
      if (!document) return { lost: null, expired: null };
      if (!document.isLeaving) return { lost: null, expired: cacheDocument(documentKey) };
      const lost = unsentOf(documentKey);
      removeDocument(documentKey);
      // Events in later reports of this document are lost, too.
      setBounded(unloaded, documentKey, null, MAX_UNLOADED_DOCUMENTS);
      return { lost, expired: null };
    },
    unsentOf,
    unsentRows: (documentKey) => documents.get(documentKey)?.unsent ?? [],
    *unfinished() {
      for (const { running, pendingCalls, callsWithoutEvent, unsent } of documents.values()) {
        yield* running;
        yield* pendingCalls.keys();
        yield* callsWithoutEvent;
        yield* unsent;
      }
    },
  };
}
