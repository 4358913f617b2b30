import { setBounded } from '#core/util/lru';

/** State of one document between calls and requests, by row number. */
interface DocumentState {
  /** Running calls, the innermost last. */
  readonly running: number[];
  /** Calls that returned before their event, the oldest first, with the number of events emitted before. */
  readonly pendingCalls: Map<number, { readonly emittedBefore: number }>;
  /** Returned calls whose event only a request may show, the oldest first. */
  readonly callsWithoutEvent: Set<number>;
  /** Rows that were called or emitted, but not sent yet. */
  readonly unsent: Set<number>;
  emitted: number;
  /** The last row that each unreadable request may contain, by the ID of the request. */
  readonly unreadableRequests: Map<string, number>;
  /** Whether the page has reported that it unloads for good. Its port closes later. */
  isLeaving: boolean;
}

/**
 * The expected result of a call that returned without its event.
 * It is the event, only the request with the event, or nothing.
 */
export type ExpectedResult = 'event' | 'request' | 'none';

/** Limit of the unreadable requests of one document. */
const MAX_UNREADABLE_REQUESTS = 1_000;

/** Limit of the calls without an event. Beyond it, the oldest are dropped. */
const MAX_CALLS_WITHOUT_EVENT = 1_000;

/** Limit of nested calls. A page reaches its stack limit before. */
const MAX_RUNNING_CALLS = 1_000;

/** Limit of the pending calls that are checked for one event. Usually, the first one matches. */
const MAX_CHECKED_CALLS = 200;

/**
 * Limit of the documents without a port that may return.
 * Browsers cache up to eight pages of a tab with their frames, and do not report evictions.
 */
const MAX_CACHED_DOCUMENTS = 200;

/** Limit of the unloaded documents whose late reports are expected. */
const MAX_GONE_DOCUMENTS = 1_000;

/** The rows that were not sent when their document ended. */
export interface UnsentRows {
  readonly rows: readonly number[];
  /** Rows through this one may have been sent in a request that could not be read. */
  readonly unreadableThrough: number;
}

export interface PendingEvents {
  addCall(documentKey: string, row: number): void;
  callReturned(documentKey: string, row: number): void;
  /** Returns the row of the innermost running call. */
  innermostCall(documentKey: string): number | null;
  /** Sets the expected result of a call that returned without its event. */
  setExpectedResult(documentKey: string, row: number, expected: ExpectedResult): void;
  /** Returns the calls whose event only a request may show. */
  callsWithoutEvent(documentKey: string): Iterable<number>;
  /** Returns all returned calls without an event: first those whose request is expected, then the others. */
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
  pageHidden(documentKey: string, isPersisted: boolean): void;
  /**
   * Call when the port of a document has closed. Returns its lost events if it unloaded for good.
   * A document that may return is kept. Beyond the limit, returns the events of the oldest one as `expired`.
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
  const documents = new Map<string, DocumentState>();
  const documentOfRow = new Map<number, DocumentState>();
  const emittedBeforeRow = new Map<number, number>();
  const cached = new Set<string>();
  const gone = new Map<string, null>();

  const getOrCreateState = (key: string): DocumentState => {
    const known = documents.get(key);
    if (known) return known;
    const state: DocumentState = {
      running: [],
      pendingCalls: new Map(),
      callsWithoutEvent: new Set(),
      unsent: new Set(),
      emitted: 0,
      unreadableRequests: new Map(),
      isLeaving: gone.has(key),
    };
    documents.set(key, state);
    return state;
  };
  const addUnsentRow = (state: DocumentState, row: number): void => {
    state.unsent.add(row);
    documentOfRow.set(row, state);
  };
  const removeDocument = (documentKey: string): void => {
    const state = documents.get(documentKey);
    if (!state) return;
    documents.delete(documentKey);
    cached.delete(documentKey);
    for (const row of state.unsent) documentOfRow.delete(row);
    for (const row of state.pendingCalls.keys()) emittedBeforeRow.delete(row);
  };
  const unsentOf = (documentKey: string): UnsentRows => {
    const { unsent = [], unreadableRequests } = documents.get(documentKey) ?? {};
    let unreadableThrough = 0;
    for (const row of unreadableRequests?.values() ?? []) unreadableThrough = Math.max(unreadableThrough, row);
    return { rows: [...unsent], unreadableThrough };
  };
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
      const { running } = getOrCreateState(documentKey);
      running.push(row);
      if (running.length > MAX_RUNNING_CALLS) running.shift();
    },
    callReturned(documentKey, row) {
      const { running } = getOrCreateState(documentKey);
      const index = running.lastIndexOf(row);
      // The calls above on the stack never returned: their document was unloaded.
      if (index >= 0) running.length = index;
    },
    innermostCall: (documentKey) => documents.get(documentKey)?.running.at(-1) ?? null,
    setExpectedResult(documentKey, row, expected) {
      const state = getOrCreateState(documentKey);
      state.pendingCalls.delete(row);
      state.callsWithoutEvent.delete(row);
      if (expected === 'request') {
        state.callsWithoutEvent.add(row);
        const [oldest] = state.callsWithoutEvent;
        if (state.callsWithoutEvent.size > MAX_CALLS_WITHOUT_EVENT && oldest !== undefined)
          state.callsWithoutEvent.delete(oldest);
      }
      if (expected !== 'event') {
        state.unsent.delete(row);
        return;
      }
      const emittedBefore = emittedBeforeRow.get(row) ?? state.emitted;
      emittedBeforeRow.set(row, emittedBefore);
      state.pendingCalls.set(row, { emittedBefore });
      addUnsentRow(state, row);
    },
    callsWithoutEvent: (documentKey) => documents.get(documentKey)?.callsWithoutEvent ?? [],
    *openCalls(documentKey) {
      const state = documents.get(documentKey);
      if (!state) return;
      yield* state.callsWithoutEvent;
      yield* state.pendingCalls.keys();
    },
    claimPendingCall(documentKey, matches) {
      const state = getOrCreateState(documentKey);
      let checked = 0;
      for (const row of state.pendingCalls.keys()) {
        if (matches(row)) {
          state.pendingCalls.delete(row);
          return row;
        }
        checked += 1;
        if (checked === MAX_CHECKED_CALLS) break;
      }
      return null;
    },
    countEmitted(documentKey, row) {
      const state = getOrCreateState(documentKey);
      const before = row === null ? undefined : emittedBeforeRow.get(row);
      if (row !== null) emittedBeforeRow.delete(row);
      const eventsEmittedBefore = before === undefined ? 0 : state.emitted - before;
      state.emitted += 1;
      return eventsEmittedBefore;
    },
    addUnsent: (documentKey, row) => addUnsentRow(getOrCreateState(documentKey), row),
    removeSent(rows) {
      for (const row of rows) {
        documentOfRow.get(row)?.unsent.delete(row);
        documentOfRow.delete(row);
      }
    },
    addUnreadableRequest(documentKey, requestId, throughRow) {
      const { unreadableRequests } = getOrCreateState(documentKey);
      // The newest request may contain the most rows.
      setBounded(unreadableRequests, requestId, throughRow, MAX_UNREADABLE_REQUESTS);
    },
    removeUnreadableRequest(documentKey, requestId) {
      documents.get(documentKey)?.unreadableRequests.delete(requestId);
    },
    pageHidden(documentKey, isPersisted) {
      getOrCreateState(documentKey).isLeaving = !isPersisted;
    },
    closeDocument(documentKey) {
      const state = documents.get(documentKey);
      if (!state) return { lost: null, expired: null };
      if (!state.isLeaving) return { lost: null, expired: cacheDocument(documentKey) };
      const lost = unsentOf(documentKey);
      removeDocument(documentKey);
      // Events in later reports of this document are lost, too.
      setBounded(gone, documentKey, null, MAX_GONE_DOCUMENTS);
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
