import { setBounded } from '#core/util/lru';

/** State of one document between calls and requests, by row number. */
interface DocumentState {
  /** Calls that are running now, the innermost last. */
  readonly running: number[];
  /** Calls that returned before their event, oldest first, with the number of events emitted before. */
  readonly pendingCalls: Map<number, { readonly emittedBefore: number }>;
  /** Calls that returned, and will show in a request if anywhere, oldest first. */
  readonly callsWithoutEvent: Set<number>;
  /** Rows that were called or emitted, and have been in no request yet. */
  readonly held: Set<number>;
  emitted: number;
  /** The last row that each unread request may carry, by the request's id. */
  readonly unread: Map<string, number>;
  /** The page reported that it unloads for good, before its port closes. */
  isLeaving: boolean;
}

/**
 * What a call that returned without its event may still cause:
 * its event, only the request that carries the event, or nothing.
 */
export type Expectation = 'event' | 'request' | 'never';

/** Unread requests of one document at one time. */
const MAX_UNREAD = 1_000;

/** Limit of the calls without an event, the newest; a page that makes more gains nothing. */
const MAX_UNRAISED = 1_000;

/** Calls within each other; a page runs out of stack before. */
const MAX_RUNNING = 1_000;

/** Calls that are asked about for one event; the first is nearly always it. */
const MAX_OWING_TRIED = 200;

/**
 * Documents without a port that may come back: browsers cache up to eight pages of a tab, each with its frames, and never
 * report that they dropped one.
 */
const MAX_CACHED_DOCUMENTS = 200;

/** Documents that went away for good, of which a late report may still come. */
const MAX_GONE_DOCUMENTS = 1_000;

/** The rows that no request has carried when their document ends. */
export interface HeldRows {
  readonly rows: readonly number[];
  /** Rows through this one may have been sent in a request that could not be read. */
  readonly unreadThrough: number;
}

export interface PendingEvents {
  called(documentKey: string, row: number): void;
  callReturned(documentKey: string, row: number): void;
  /** The innermost call that is running. */
  running(documentKey: string): number | null;
  /** Sets what a call that returned without its event may still cause. */
  expect(documentKey: string, row: number, expected: Expectation): void;
  /** Calls whose event only a request may show. */
  callsWithoutEvent(documentKey: string): Iterable<number>;
  /** The calls without their event that have returned, a promise or nothing: oldest first of each. */
  callsOpen(documentKey: string): Iterable<number>;
  /** Takes the oldest call without its event for which `isIt` holds. */
  claimPendingCall(documentKey: string, isIt: (row: number) => boolean): number | null;
  /** Counts an event; returns how many others were emitted since its call returned. */
  emitted(documentKey: string, row: number | null): number;
  /** The SDK has the event and has not sent it. */
  addHeld(documentKey: string, row: number): void;
  /** A request carried these rows. */
  sent(rows: Iterable<number>): void;
  /** Adds an unreadable request, which may carry rows up to `throughRow`. */
  unread(documentKey: string, requestId: string, throughRow: number): void;
  /** The request was read, or carries no telemetry. */
  read(documentKey: string, requestId: string): void;
  /** `pagehide`: a persisted page may come back from the back/forward cache. */
  pageHidden(documentKey: string, isPersisted: boolean): void;
  /**
   * Returns the events that are lost with the document, if it unloaded for good, or `null`.
   * A document that may return stays; beyond a limit of these, the oldest has `expired`.
   */
  closed(documentKey: string): { readonly lost: HeldRows | null; readonly expired: HeldRows | null };
  /** Returns the events that a document without a port holds. */
  heldBy(documentKey: string): HeldRows;
  /** Rows whose state a document may still change. */
  unfinished(): Iterable<number>;
}

export function createPendingEvents(): PendingEvents {
  const documents = new Map<string, DocumentState>();
  const documentOfRow = new Map<number, DocumentState>();
  const emittedBeforeRow = new Map<number, number>();
  const cached = new Set<string>();
  const gone = new Map<string, null>();

  const stateOf = (key: string): DocumentState => {
    const known = documents.get(key);
    if (known) return known;
    const state: DocumentState = {
      running: [],
      pendingCalls: new Map(),
      callsWithoutEvent: new Set(),
      held: new Set(),
      emitted: 0,
      unread: new Map(),
      isLeaving: gone.has(key),
    };
    documents.set(key, state);
    return state;
  };
  const hold = (state: DocumentState, row: number): void => {
    state.held.add(row);
    documentOfRow.set(row, state);
  };
  const drop = (documentKey: string): void => {
    const state = documents.get(documentKey);
    if (!state) return;
    documents.delete(documentKey);
    cached.delete(documentKey);
    for (const row of state.held) documentOfRow.delete(row);
    for (const row of state.pendingCalls.keys()) emittedBeforeRow.delete(row);
  };
  const heldBy = (documentKey: string): HeldRows => {
    const { held = [], unread } = documents.get(documentKey) ?? {};
    let unreadThrough = 0;
    for (const row of unread?.values() ?? []) unreadThrough = Math.max(unreadThrough, row);
    return { rows: [...held], unreadThrough };
  };
  const cache = (documentKey: string): HeldRows | null => {
    cached.delete(documentKey);
    cached.add(documentKey);
    const [oldest] = cached;
    if (cached.size <= MAX_CACHED_DOCUMENTS || oldest === undefined) return null;
    const expired = heldBy(oldest);
    drop(oldest);
    return expired;
  };

  return {
    called(documentKey, row) {
      cached.delete(documentKey);
      const { running } = stateOf(documentKey);
      running.push(row);
      if (running.length > MAX_RUNNING) running.shift();
    },
    callReturned(documentKey, row) {
      const { running } = stateOf(documentKey);
      const index = running.lastIndexOf(row);
      // Calls above it on the stack never returned: their document was unloaded.
      if (index >= 0) running.length = index;
    },
    running: (documentKey) => documents.get(documentKey)?.running.at(-1) ?? null,
    expect(documentKey, row, expected) {
      const state = stateOf(documentKey);
      state.pendingCalls.delete(row);
      state.callsWithoutEvent.delete(row);
      if (expected === 'request') {
        state.callsWithoutEvent.add(row);
        const [oldest] = state.callsWithoutEvent;
        if (state.callsWithoutEvent.size > MAX_UNRAISED && oldest !== undefined) state.callsWithoutEvent.delete(oldest);
      }
      if (expected !== 'event') return void state.held.delete(row);
      const emittedBefore = emittedBeforeRow.get(row) ?? state.emitted;
      emittedBeforeRow.set(row, emittedBefore);
      state.pendingCalls.set(row, { emittedBefore });
      hold(state, row);
    },
    callsWithoutEvent: (documentKey) => documents.get(documentKey)?.callsWithoutEvent ?? [],
    *callsOpen(documentKey) {
      const state = documents.get(documentKey);
      if (!state) return;
      yield* state.callsWithoutEvent;
      yield* state.pendingCalls.keys();
    },
    claimPendingCall(documentKey, isIt) {
      const state = stateOf(documentKey);
      let tried = 0;
      for (const row of state.pendingCalls.keys()) {
        if (isIt(row)) {
          state.pendingCalls.delete(row);
          return row;
        }
        tried += 1;
        if (tried === MAX_OWING_TRIED) break;
      }
      return null;
    },
    emitted(documentKey, row) {
      const state = stateOf(documentKey);
      const before = row === null ? undefined : emittedBeforeRow.get(row);
      if (row !== null) emittedBeforeRow.delete(row);
      const eventsEmittedBefore = before === undefined ? 0 : state.emitted - before;
      state.emitted += 1;
      return eventsEmittedBefore;
    },
    addHeld: (documentKey, row) => hold(stateOf(documentKey), row),
    sent(rows) {
      for (const row of rows) {
        documentOfRow.get(row)?.held.delete(row);
        documentOfRow.delete(row);
      }
    },
    unread(documentKey, requestId, throughRow) {
      const { unread } = stateOf(documentKey);
      // The newest may carry the most.
      setBounded(unread, requestId, throughRow, MAX_UNREAD);
    },
    read(documentKey, requestId) {
      documents.get(documentKey)?.unread.delete(requestId);
    },
    pageHidden(documentKey, isPersisted) {
      stateOf(documentKey).isLeaving = !isPersisted;
    },
    closed(documentKey) {
      const state = documents.get(documentKey);
      if (!state) return { lost: null, expired: null };
      if (!state.isLeaving) return { lost: null, expired: cache(documentKey) };
      const lost = heldBy(documentKey);
      drop(documentKey);
      // Without an open port, later reports of the unloading page are lost too.
      setBounded(gone, documentKey, null, MAX_GONE_DOCUMENTS);
      return { lost, expired: null };
    },
    heldBy,
    *unfinished() {
      for (const { running, pendingCalls, callsWithoutEvent, held } of documents.values()) {
        yield* running;
        yield* pendingCalls.keys();
        yield* callsWithoutEvent;
        yield* held;
      }
    },
  };
}
