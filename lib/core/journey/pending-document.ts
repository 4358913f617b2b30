import { findMax } from '#core/util/extremes';
import { addBounded, setBounded } from '#core/util/lru';

/** The calls and events of one document whose state may still change, by row number. */
export interface PendingDocument {
  /** Running calls, the innermost last. */
  readonly running: number[];
  /** Calls that returned before their event, the oldest first, with the number of events emitted before. */
  readonly pendingCalls: Map<number, { readonly emittedBefore: number }>;
  /** Returned calls whose event only a request may show, the oldest first. */
  readonly callsWithoutEvent: Set<number>;
  /** Rows that were called or emitted, but not sent yet. */
  readonly unsent: Set<number>;
  /** Number of emitted events. */
  emitted: number;
  /** The last row that each unreadable request may contain, by the ID of the request. */
  readonly unreadableRequests: Map<string, number>;
  /** Whether the page has reported that it unloads for good. Its port closes later. */
  isLeaving: boolean;
}

/** The rows that were not sent when their document ended. */
export interface UnsentRows {
  readonly rows: readonly number[];
  /** Rows through this one may have been sent in a request that could not be read. */
  readonly unreadableThrough: number;
}

/** Limit of nested calls. A page reaches its stack limit before. */
const MAX_RUNNING_CALLS = 1_000;

/** Limit of the calls without an event. Beyond it, the oldest are dropped. */
const MAX_CALLS_WITHOUT_EVENT = 1_000;

/** Limit of the pending calls that are checked for one event. For most events, the first one matches. */
const MAX_CHECKED_CALLS = 200;

const MAX_UNREADABLE_REQUESTS = 1_000;

export function createPendingDocument(isLeaving: boolean): PendingDocument {
  return {
    running: [],
    pendingCalls: new Map(),
    callsWithoutEvent: new Set(),
    unsent: new Set(),
    emitted: 0,
    unreadableRequests: new Map(),
    isLeaving,
  };
}

export function addRunningCall({ running }: PendingDocument, row: number): void {
  running.push(row);
  if (running.length > MAX_RUNNING_CALLS) running.shift();
}

export function endRunningCall({ running }: PendingDocument, row: number): void {
  const index = running.lastIndexOf(row);
  // The calls above on the stack never returned: their document was unloaded.
  if (index >= 0) running.length = index;
}

export function addCallWithoutEvent({ callsWithoutEvent }: PendingDocument, row: number): void {
  addBounded(callsWithoutEvent, row, MAX_CALLS_WITHOUT_EVENT);
}

/** Removes and returns the oldest pending call that matches. */
export function claimPendingCall({ pendingCalls }: PendingDocument, matches: (row: number) => boolean): number | null {
  let checked = 0;
  for (const row of pendingCalls.keys()) {
    if (matches(row)) {
      pendingCalls.delete(row);
      return row;
    }
    checked += 1;
    if (checked === MAX_CHECKED_CALLS) break;
  }
  return null;
}

export function addUnreadableRequest(
  { unreadableRequests }: PendingDocument,
  requestId: string,
  throughRow: number,
): void {
  // The newest request may contain the most rows.
  setBounded(unreadableRequests, requestId, throughRow, MAX_UNREADABLE_REQUESTS);
}

/** Returns the unsent rows of a document, none for an unknown document. */
export function unsentRowsOf({ unsent, unreadableRequests }: Partial<PendingDocument> = {}): UnsentRows {
  return { rows: [...(unsent ?? [])], unreadableThrough: Math.max(0, findMax(unreadableRequests?.values() ?? [])) };
}
