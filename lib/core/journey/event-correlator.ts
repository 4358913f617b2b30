import { type Json, type JsonObject, stringAt, valueAt } from '#core/json/json';
import type { DiffBudget } from '#core/json/json-diff';
import { jsonEquals } from '#core/json/json-equals';
import type { BodyShape } from '#core/telemetry/body/telemetry-body';
import type { Finding, Verdict } from '#core/telemetry/findings';
import { setBounded } from '#core/util/lru';
import type { Message } from '#core/util/message';
import { type CallOrigin, isShortlyBefore } from './call-origin';
import { findChanges, isContainedIn } from './changes';
import { detectDropReason } from './drop-reason';
import { createDispatchedEvents, type DispatchPlace } from './equal-events/dispatched-events';
import { createEvictedEvents } from './evicted-events';
import { isOfUnknownSdk, journeyState } from './journey-state';
import { createJsonInterner } from './json-interner';
import { createPendingEvents, type Expectation, type HeldRows } from './pending-events';
import type {
  CallOutcome,
  ConsoleMessage,
  EpochMilliseconds,
  FrameRef,
  LongValuePlace,
  LossReason,
  ObservedCall,
  ObservedEvent,
  ObservedRequest,
  RequestEnd,
  SdkRef,
  TelemetryRecord,
  Truncation,
} from './record';
import { createRecordIndex } from './record-index';
import { withExtraCopy, withFindings, withMessage, withoutLoss, withRequest } from './record-updates';
import { createRequestMatcher, type DevtoolsMatch, type SeenRequest } from './request-matcher';
import { createStickyOptions } from './sticky-options';
import { hasOpenRequest, selectUnfinished } from './unfinished-records';
import { hasLongValues, shortenEvent, shortenRecord, shortenResponse } from './values/long-values';

/** The rules and the words of the telemetry definitions, handed in. */
export interface CorrelatorRules {
  readonly validateCall: (method: string, args: readonly Json[]) => Verdict;
  readonly validateEvent: (event: Json) => Verdict;
  readonly headlineOfCall: (method: string, args: readonly Json[]) => string;
  readonly headlineOfEvent: (event: Json) => string;
  /**
   * Hides tokens and passwords; gives the very same value where there are none.
   * What comes in is judged as it is, and goes on without its secrets: none is joined, shown, kept or copied.
   */
  readonly redactKnownSecrets: <Value>(value: Value) => Value;
}

/** Where an observation comes from. `documentKey` tells one document from the next in the same frame. */
export interface ObservationSource {
  readonly documentKey: string;
  readonly frame: FrameRef;
}

export interface SeenCall extends Omit<ObservedCall, 'id' | 'said' | 'outcome' | 'stack' | 'action' | 'isHandedOn'> {
  readonly callId: string;
  /** Whether the SDK hands its events to a dispatcher of the page. */
  readonly hasDispatcher?: boolean | null | undefined;
  readonly origin?: CallOrigin | undefined;
  readonly sdk: SdkRef | null;
  /** The panel's request, where the panel fired it. */
  readonly firedBy: string | null;
  /** The event that was emitted in the call, where it is known already: the record gets it by `emitted`. */
  readonly emits?: Json | undefined;
}

interface SeenEvent {
  readonly callId: string | null;
  readonly event: Json;
  readonly cuts: readonly Truncation[];
  readonly at: EpochMilliseconds;
  readonly dispatch?: DispatchPlace | undefined;
}

/** A request with the events in its body, as the page's hook or DevTools saw it. */
export interface SeenBatch extends SeenRequest {
  readonly events: readonly Json[];
  /** How many more events the body has. Absent for none. */
  readonly unreadEvents?: number;
  /** By index: what could not be read whole of an event. Absent for none. */
  readonly eventCuts?: ReadonlyMap<number, readonly Truncation[]>;
  /** The body without its events; omitted where that is too much to keep. */
  readonly wrapper?: JsonObject;
  /** How the body holds its events. Absent for `{"events": […]}`, as the SDKs write it. */
  readonly bodyShape?: BodyShape;
}

/** The end of a request as the page saw it. Its duration is computed from its start. */
export type PageEnd =
  | { readonly status: 'answered'; readonly http: number }
  | { readonly status: 'failed'; readonly message: string; readonly problem?: Message }
  | { readonly status: 'handed-over' };

type Changed = readonly TelemetryRecord[];

/**
 * Joins the observations of events into one record per event.
 * The call with what the SDK emitted inside it (or later, where it waits for a device id), and that with the requests
 * that carried it. Every method returns the records that it made or replaced.
 */
export interface EventCorrelator {
  called(call: SeenCall, place: ObservationSource): Changed;
  said(callId: string, said: ConsoleMessage, place: ObservationSource): Changed;
  settled(callId: string, outcome: CallOutcome, place: ObservationSource): Changed;
  emitted(event: SeenEvent, place: ObservationSource): Changed;
  /** The page sends a batch. */
  sending(batch: SeenBatch, place: ObservationSource): Changed;
  /** The extension itself posts a batch, past every page: a row of its own for each event, whatever its mid. */
  posting(batch: SeenBatch): Changed;
  ended(requestId: string, end: PageEnd, at: EpochMilliseconds): Changed;
  /** DevTools reports a finished request: the same one, or one that no hook saw. */
  finished(batch: SeenBatch): Changed;
  /** A request of DevTools' log, of before it was listened to: counts only where the page reported it too. */
  logged(batch: SeenBatch): Changed;
  /** The text of a request's response, which DevTools hands out later than the request. */
  responded(requestId: string, response: string): Changed;
  /**
   * The page sends what could not be read: what it emitted before may be in it.
   * By `worker`: a worker that outlives the page may send whatever the page emits.
   */
  unread(requestId: string, by: 'page' | 'worker', place: ObservationSource): void;
  /** It was read, and carries no telemetry. */
  read(requestId: string, place: ObservationSource): void;
  left(isPersisted: boolean, place: ObservationSource): Changed;
  /** The document's port has closed: what it held when it left for good is lost. */
  closed(documentKey: string): Changed;
  /**
   * A document without a port did not come back: what it holds counts as lost.
   * That is taken back where it does come back.
   */
  expired(documentKey: string, lossReason?: LossReason): Changed;
  /** The document has a port again: what it holds is waiting. */
  reopened(documentKey: string): Changed;
  /**
   * Adds stored records, so that later observations join them.
   * A record that is still here is the newer one, and stays.
   */
  restore(stored: Changed): void;
  /**
   * Frees the records up to this row.
   * Those still on their way stay, within limits, so that their late observations add no new record; those with an open
   * request only where the eviction can be undone.
   */
  evict(throughRow: number, isUndoable: boolean): void;
  /**
   * Shortens the long values of these records, which are in the capture store or cannot be held any longer.
   * Later observations join the rows as before. A record that has changed meanwhile stays.
   */
  releaseValues(whole: Changed, place: LongValuePlace): Changed;
  lastRow(): number;
}

/**
 * A journal that evicts events of a page has a random seed, of 32 bits: see `createEvictedEvents`.
 * `takenRow`: see {@link createRecordIndex}.
 */
export function createEventCorrelator(rules: CorrelatorRules, seed = 0, takenRow?: () => number): EventCorrelator {
  const records = createRecordIndex(takenRow);
  const { add, alike, changeRequest, put, putCall } = records;
  const pageIdOf = new Map<string, string>();
  const earlyEnds = new Map<string, { readonly end: PageEnd; readonly at: EpochMilliseconds }>();
  const documents = createPendingEvents();
  const requests = createRequestMatcher();
  const sticky = createStickyOptions();
  const parts = createJsonInterner();
  const evicted = createEvictedEvents(seed);
  /** Calls of frames whose event the page around the frame may have, oldest first. */
  const handedOnInFrames = new Set<number>();
  const dispatched = createDispatchedEvents((row, event) => {
    const record = records.get(row);
    return record?.event && jsonEquals(record.event.json, eventLike(record, event)) ? record : null;
  });
  const shown = createSourceRedactor(rules.redactKnownSecrets);

  const recordOfCall = (callId: string | null, { documentKey }: ObservationSource): TelemetryRecord | null =>
    callId === null ? null : records.ofCall(callId, documentKey);

  /**
   * The call that a stub or an asynchronous wrapper has taken, and that is now replayed with the same arguments.
   * Equal calls of one SDK are calls of their own.
   */
  const queuedCallOf = ({ call, documentKey, sdk }: Omit<TelemetryRecord, 'row'>): TelemetryRecord | null => {
    for (const row of firstOf(documents.callsOpen(documentKey), MAX_QUEUED_TRIED)) {
      const record = records.get(row);
      if (!record?.call || record.event || record.requests.length > 0 || record.call.method !== call?.method) continue;
      if (record.call.outcome.status === 'threw' || detectDropReason(record.call) !== null) continue;
      const isOther = record.sdk?.generation !== sdk?.generation || record.sdk?.global !== sdk?.global;
      if (!isOfUnknownSdk(record.sdk) || !isOther) continue;
      if (jsonEquals(record.call.args, call.args)) return record;
    }
    return null;
  };

  /** The call whose event comes out later, outside of any call: a queue or a dispatcher of the page has handed it on. */
  const handedOnCallOf = (event: Json, { documentKey }: ObservationSource): TelemetryRecord | null => {
    const budget = { values: MAX_QUEUED_VALUES };
    for (const row of firstOf(documents.callsWithoutEvent(documentKey), MAX_QUEUED_TRIED)) {
      const record = records.get(row);
      if (!record?.call || !isCallOf(record, event)) continue;
      if (!record.call.isHandedOn && !isOfUnknownSdk(record.sdk)) continue;
      if (!isContainedIn(record.call, eventLike(record, event), budget)) continue;
      documents.settled(documentKey, row, 'never');
      return record;
    }
    return null;
  };

  /** The call of a frame whose dispatcher passed the event to the page around it, which dispatches or sends it. */
  const callOfFrame = (event: Json, { documentKey }: ObservationSource): TelemetryRecord | null => {
    const budget = { values: MAX_QUEUED_VALUES };
    for (const row of handedOnInFrames) {
      const record = records.get(row);
      if (!record?.call || record.event || record.requests.length > 0) {
        handedOnInFrames.delete(row);
        continue;
      }
      if (record.documentKey === documentKey || !isCallOf(record, event)) continue;
      if (!isContainedIn(record.call, eventLike(record, event), budget)) continue;
      handedOnInFrames.delete(row);
      documents.settled(record.documentKey, row, 'never');
      return record;
    }
    return null;
  };
  const noteHandedOn = ({ row, frame }: TelemetryRecord): void => {
    if (frame.frameId === 0) return;
    handedOnInFrames.add(row);
    const [oldest] = handedOnInFrames;
    if (handedOnInFrames.size > MAX_QUEUED_TRIED && oldest !== undefined) handedOnInFrames.delete(oldest);
  };

  /** The row that a page made of a frame's event, before the frame reported the call. */
  const earlyEchoOf = (event: Json, at: EpochMilliseconds, place: ObservationSource): TelemetryRecord | null => {
    const record = records.get(dispatched.findEarlyEcho(event, at, place));
    return record?.call === null ? record : null;
  };

  /** The row that DevTools made of an event's request, before the page reported the call. */
  const earlySentOf = (event: Json): TelemetryRecord | null => {
    const record = alike.findWithoutEvent(event);
    return record?.call === null && record.documentKey === '' ? record : null;
  };

  /** The call that an event belongs to: the one that it was emitted in, or one that still owes its event. */
  const callOf = (callId: string | null, event: Json, place: ObservationSource): TelemetryRecord | null => {
    const inside = recordOfCall(callId, place);
    // A call emits one event. A second event inside the call belongs to another emitter.
    if (inside && inside.event === null) return inside;
    const owing = documents.claimPendingCall(place.documentKey, (row) => canBelongToCall(records.get(row), event));
    return records.get(owing);
  };

  /** 2.x queues, and may send, before it emits the event: the batch then goes out inside the call. */
  const callRunning = (event: Json, place: ObservationSource): TelemetryRecord | null => {
    const running = records.get(documents.running(place.documentKey));
    return running?.event === null && isCallOf(running, event) ? running : null;
  };

  /** With a dispatcher of the page's own, 1.x emits nothing: its call is matched by the content of the request. */
  const callUnraised = (event: Json, place: ObservationSource, budget: DiffBudget): TelemetryRecord | null => {
    let found: TelemetryRecord | null = null;
    for (const row of documents.callsWithoutEvent(place.documentKey)) {
      const record = records.get(row);
      if (!record?.call || !isCallOf(record, event)) continue;
      const isWhole = isContainedIn(record.call, eventLike(record, event), budget);
      if (isWhole || found === null) found = record;
      if (isWhole || budget.values <= 0) break;
    }
    if (found) documents.settled(place.documentKey, found.row, 'never');
    return found;
  };

  /** Gives a call its event, with what only the event shows. */
  const withEvent = (record: TelemetryRecord, observed: ObservedEvent, raw: Json): TelemetryRecord => {
    const event = observationFor(record, observed);
    if (!record.call) return { ...record, event };
    const sdkKey = `${record.documentKey} ${record.sdk?.global}`;
    const changes = [
      ...findChanges(record.call, event.json),
      ...sticky.leaks(sdkKey, record.call, record.row, event.json),
    ];
    const { findings } = rules.validateEvent(raw);
    return withFindings({ ...record, event, changes }, findingsWithoutSecrets(findings, rules));
  };

  /** Makes the event known, and marks all rows that now share its mid. */
  const noteMid = (event: Json, row: number): Changed => {
    const first = records.addEvent(event, row);
    if (first === null) return [];
    return [first, row].flatMap((other) => {
      const record = records.get(other);
      return record && !record.sharesMid ? [put({ ...record, sharesMid: true })] : [];
    });
  };

  const isInRequest = (row: number, requestId: string): boolean =>
    records.get(row)?.requests.some(({ id }) => id === requestId) ?? true;

  /**
   * The oldest row that the request has not carried.
   * Those before it stay in the request: none is asked about twice.
   */
  const findFree = (rows: readonly number[], { id, from }: CarriedRows): TelemetryRecord | null => {
    let index = from.get(rows) ?? 0;
    while (index < rows.length && isInRequest(rows[index] ?? 0, id)) index += 1;
    from.set(rows, index);
    return records.get(rows[index] ?? null);
  };

  /**
   * Attaches one event of a batch: to the row that is still on its way, else once more to the row that has it. The
   * newest of its kind may be that of the call which sends the batch.
   */
  const carry = (
    raw: Json,
    isNewest: boolean,
    cuts: readonly Truncation[],
    request: Omit<ObservedRequest, 'copies' | 'carried'>,
    place: ObservationSource,
    carriedRows: CarriedRows,
  ): Changed => {
    const event = rules.redactKnownSecrets(raw);
    const equalRows = alike.rowsOf(event);
    const known = alike.findUnsent(event) ?? findFree(equalRows, carriedRows);
    if (known) return [put(withRequest(known, eventLike(known, event), request))];
    const running = isNewest ? callRunning(event, place) : null;
    // An equal event with the same mid is the running call's own event, not a duplicate.
    const again = running ? null : records.get(equalRows[0] ?? null);
    if (again) return [put(withExtraCopy(again, request.id))];
    const observation = { seenIn: 'request', json: event, cuts, at: request.at, overtakenBy: 0 } as const;
    const requests = [{ ...request, copies: 1, carried: null }];
    const called =
      running ??
      callOf(null, event, place) ??
      callUnraised(event, place, carriedRows.budget) ??
      callOfFrame(event, place);
    if (!called && evicted.has(event)) return [];
    const record = called
      ? put({ ...withEvent(called, observation, raw), requests })
      : add({ ...fromEvent(observation, raw, rules), at: timeOfSent(event, request.at), ...place, requests });
    return [...noteMid(event, record.row), records.get(record.row) ?? record];
  };

  const carryAll = (
    {
      events,
      unreadEvents = 0,
      eventCuts,
      bodyKey: _,
      redirectUrl: _next,
      workerResponse: _worker,
      ...seen
    }: SeenBatch,
    place: ObservationSource,
  ): Changed => {
    const rows = new Set<number>();
    const seenWithoutSecrets = { ...rules.redactKnownSecrets(seen), id: seen.id };
    const carriedRows = { id: seen.id, from: new Map(), budget: { values: MIN_COMPARED_VALUES + seen.bodyBytes } };
    const newest = new Map(events.map((event, index) => [stringAt(event, ['eid']), index]));
    const batchSize = events.length + unreadEvents;
    const changed = events.flatMap((event, indexInBatch) => {
      const request = { ...seenWithoutSecrets, answer: null, batchSize, indexInBatch };
      const isNewest = newest.get(stringAt(event, ['eid'])) === indexInBatch;
      const cuts = rules.redactKnownSecrets(eventCuts?.get(indexInBatch) ?? []);
      const carried = carry(event, isNewest, cuts, request, place, carriedRows);
      for (const { row, requests: its } of carried) if (its.some(({ id }) => id === seen.id)) rows.add(row);
      return carried;
    });
    records.setRowsOfRequest(seen.id, rows);
    documents.sent(rows);
    return changed;
  };

  /** The request that DevTools reported before is the page's own. */
  const takeOver = (finishedId: string, { id, via, at, end }: SeenBatch, place: ObservationSource): Changed => {
    pageIdOf.set(finishedId, id);
    const joined = requests.endForPage(id, end);
    const changed = changeRequest(finishedId, (request) => ({ ...request, id, via, at, end: joined }));
    records.renameRequest(finishedId, id);
    return changed.map((record) => (record.documentKey === '' ? put({ ...record, ...place }) : record));
  };

  /** DevTools reports the requests of a worker in the order in which they end: an earlier one takes the page's place. */
  const putBefore = (batch: SeenBatch, { id, end, later }: Extract<DevtoolsMatch, { type: 'earlier' }>): Changed => {
    pageIdOf.delete(later.id);
    pageIdOf.set(batch.id, id);
    let response: string | null = null;
    const changed = changeRequest(id, (request) => {
      response = request.answer;
      return { ...request, end, answer: null };
    });
    const added = carryAll({ ...batch, id: later.id, at: later.at, end: later.end }, NOWHERE);
    return [...changed, ...added, ...changeRequest(later.id, (request) => ({ ...request, answer: response }))];
  };

  const takeMatch = (batch: SeenBatch, match: DevtoolsMatch): Changed => {
    if (match.type === 'new') return carryAll({ ...batch, end: match.end }, NOWHERE);
    if (match.type === 'earlier') return putBefore(batch, match);
    pageIdOf.set(batch.id, match.id);
    return changeRequest(match.id, (request) => ({ ...request, end: match.end }));
  };

  /** Marks what a document held to its end. */
  const lose = ({ rows, unreadThrough }: HeldRows, lossReason?: LossReason): Changed =>
    rows.flatMap((row) => {
      const record = records.get(row);
      if (!record || record.requests.length > 0 || record.lost || record.unseen) return [];
      if (row <= unreadThrough) return [put({ ...record, unseen: true })];
      return [put({ ...record, lost: true, ...(lossReason && { lossReason }) })];
    });

  /** A page observes the end of a request once. */
  const isEndKnown = (id: string): boolean => {
    const state = requests.endStateForPage(id);
    if (state !== 'unknown') return state === 'ended';
    const [row = null] = records.rowsOfRequest(id);
    const request = records.get(row)?.requests.find((seen) => seen.id === id);
    return request !== undefined && request.end.status !== 'open';
  };

  return {
    called({ callId, sdk, firedBy, origin, emits, hasDispatcher, ...given }, from) {
      const place = shown(from);
      const verdict = rules.validateCall(given.method, given.args);
      const { method, cuts } = rules.redactKnownSecrets({ method: given.method, cuts: given.cuts });
      const ledBy = rules.redactKnownSecrets(originOf(origin, given.at, firedBy));
      const seen = { ...given, ...ledBy, method, cuts, args: rules.redactKnownSecrets(given.args) };
      const called: Omit<TelemetryRecord, 'row'> = {
        ...blank,
        kind: verdict.kind,
        name: seen.method,
        headline: rules.headlineOfCall(seen.method, seen.args),
        at: seen.at,
        frame: place.frame,
        documentKey: place.documentKey,
        sdk,
        firedBy: firedBy === null ? blank.firedBy : { from: 'panel', requestId: firedBy },
        call: {
          id: callId,
          ...seen,
          ...(hasDispatcher && HANDED_ON),
          cuts: shared(cuts),
          said: EMPTY,
          outcome: { status: 'running' },
        },
        verdict: verdict.verdict,
        findings: findingsWithoutSecrets(verdict.findings, rules),
      };
      const event = emits === undefined ? null : rules.redactKnownSecrets(emits);
      const echo = event === null ? null : earlyEchoOf(event, given.at, place);
      const sent = event === null || echo ? null : earlySentOf(event);
      const queued = echo || sent ? null : queuedCallOf(called);
      if (echo) documents.sent([echo.row]);
      if (queued) documents.settled(place.documentKey, queued.row, 'never');
      const { at = given.at } = echo ?? queued ?? {};
      const { row, requests = [], sharesMid = false } = echo ?? sent ?? queued ?? {};
      const record = row === undefined ? add(called) : putCall({ ...called, row, at, requests, sharesMid });
      documents.called(place.documentKey, record.row);
      return [record];
    },

    said(callId, message, place) {
      const record = recordOfCall(callId, place);
      return record?.call?.id === callId ? [put(withMessage(record, rules.redactKnownSecrets(message)))] : [];
    },

    settled(callId, outcome, place) {
      const record = recordOfCall(callId, place);
      // Of a call that was queued and replayed, the replay tells the end.
      if (record?.call?.id !== callId) return [];
      const isOfWrapper = outcome.status === 'pending' && record.call.method !== 'start';
      const call = {
        ...record.call,
        ...(isOfWrapper && HANDED_ON),
        outcome: outcome.status === 'threw' ? rules.redactKnownSecrets(outcome) : outcome,
      };
      documents.callReturned(place.documentKey, record.row);
      if (record.event === null) documents.settled(place.documentKey, record.row, expectation(call, record.sdk));
      const settled = put({ ...record, call });
      if (journeyState(settled) === 'unseen') noteHandedOn(settled);
      return [settled];
    },

    emitted({ callId, event: raw, cuts: rawCuts, at, dispatch }, from) {
      const place = shown(from);
      const json = rules.redactKnownSecrets(raw);
      const seen = dispatch && { event: json, at, dispatch, place };
      // The event of a call is never an echo.
      const isOfCall = recordOfCall(callId, place)?.event === null;
      if (seen && !isOfCall && dispatched.findEchoed(seen) !== null) return [];
      const cuts = shared(rules.redactKnownSecrets(rawCuts));
      const event = { seenIn: 'page', json, cuts, at, overtakenBy: 0 } as const;
      const sentBefore = alike.findWithoutEvent(json);
      if (sentBefore) {
        documents.emitted(place.documentKey, sentBefore.row);
        if (seen) dispatched.add(seen, sentBefore.row);
        return [put({ ...sentBefore, event: observationFor(sentBefore, event) })];
      }
      // Anything may be dispatched under the event's name. A sent event appears in its request.
      if (stringAt(json, ['eid']) === null) return [];
      const called = callOf(callId, json, place) ?? handedOnCallOf(json, place) ?? callOfFrame(json, place);
      const overtakenBy = documents.emitted(place.documentKey, called?.row ?? null);
      const held = { ...event, json: parts.intern(json, called?.call?.args ?? []), overtakenBy };
      const record = called ? put(withEvent(called, held, raw)) : add({ ...fromEvent(held, raw, rules), ...place });
      if (record.requests.length === 0) documents.holds(place.documentKey, record.row);
      if (seen) dispatched.add(seen, record.row);
      return [...noteMid(json, record.row), records.get(record.row) ?? record];
    },

    sending(batch, from) {
      documents.read(from.documentKey, batch.id);
      const place = shown(from);
      const early = earlyEnds.get(batch.id);
      earlyEnds.delete(batch.id);
      const seen = early ? { ...batch, end: withDuration(early.end, early.at - batch.at) } : batch;
      const reportedId = requests.addFromPage(seen);
      return reportedId === null ? carryAll(seen, place) : takeOver(reportedId, seen, place);
    },

    posting({ events, unreadEvents = 0, eventCuts, bodyKey: _, ...given }) {
      const rows = new Set<number>();
      const seen = { ...rules.redactKnownSecrets(given), id: given.id };
      const changed = events.flatMap((raw, indexInBatch) => {
        const event = rules.redactKnownSecrets(raw);
        const cuts = rules.redactKnownSecrets(eventCuts?.get(indexInBatch) ?? []);
        const observation = { seenIn: 'request', json: event, cuts, at: seen.at, overtakenBy: 0 } as const;
        const batchSize = events.length + unreadEvents;
        const request = { ...seen, answer: null, batchSize, indexInBatch, copies: 1, carried: null };
        const firedBy = { from: 'panel', requestId: seen.id } as const;
        const { row } = add({ ...fromEvent(observation, raw, rules), ...NOWHERE, firedBy, requests: [request] });
        rows.add(row);
        return [...noteMid(event, row), records.get(row)].filter((record) => record !== null);
      });
      records.setRowsOfRequest(seen.id, rows);
      return changed;
    },

    ended(requestId, reported, at) {
      if (isEndKnown(requestId)) return [];
      const end = reported.status === 'failed' ? rules.redactKnownSecrets(reported) : reported;
      const changed = changeRequest(requestId, (request) => ({
        ...request,
        end: requests.endForPage(requestId, withDuration(end, at - request.at)),
      }));
      if (changed.length === 0) setBounded(earlyEnds, requestId, { end, at }, MAX_EARLY);
      return changed;
    },

    finished: (batch) => takeMatch(batch, requests.addFromDevtools(batch)),

    logged(batch) {
      const match = requests.joinFromDevtools(batch);
      return match ? takeMatch(batch, match) : [];
    },

    responded(requestId, text) {
      const id = pageIdOf.get(requestId) ?? requestId;
      const response = rules.redactKnownSecrets(text);
      return changeRequest(id, (request, { longValues }) => ({
        ...request,
        answer: longValues === undefined ? response : shortenResponse(response),
      }));
    },

    unread(requestId, by, { documentKey }) {
      documents.unread(documentKey, requestId, by === 'worker' ? Number.POSITIVE_INFINITY : records.lastRow());
    },

    read: (requestId, { documentKey }) => documents.read(documentKey, requestId),

    left(isPersisted, { documentKey }) {
      documents.left(documentKey, isPersisted);
      return [];
    },

    closed(documentKey) {
      const { lost, expired } = documents.closed(documentKey);
      return [...(lost ? lose(lost) : []), ...(expired ? lose(expired, 'cache-expired') : [])];
    },

    expired: (documentKey, lossReason) => lose(documents.heldBy(documentKey), lossReason),

    reopened: (documentKey) =>
      documents.heldBy(documentKey).rows.flatMap((row) => {
        const record = records.get(row);
        return record && (record.lost || record.unseen) ? [put(withoutLoss(record))] : [];
      }),

    restore(stored) {
      for (const record of records.restore(stored)) {
        if (journeyState(record) === 'waiting') documents.holds(record.documentKey, record.row);
      }
    },

    evict(throughRow, isUndoable) {
      const old = records.all().filter(({ row }) => row <= throughRow);
      const onTheirWay = new Set(documents.unfinished());
      const openRequests = requests.unfinished();
      const unfinished = selectUnfinished(
        old,
        (record) => onTheirWay.has(record.row) || (isUndoable && hasOpenRequest(record, openRequests)),
      );
      const staying = [...unfinished, ...records.all().filter(({ row }) => row > throughRow)];
      for (const { event } of old) if (event) evicted.add(event.json);
      records.retainOnly(staying);
      for (const [finishedId, id] of pageIdOf) if (!records.hasRequest(id)) pageIdOf.delete(finishedId);
      requests.evictUnpairable();
      parts.clear();
      dispatched.clear();
    },

    releaseValues: (whole, place) =>
      whole
        .filter((record) => records.get(record.row) === record && hasLongValues(record))
        .map((record) => put(shortenRecord(record, place))),

    lastRow: records.lastRow,
  };
}

/** What one request has carried so far. */
interface CarriedRows {
  readonly id: string;
  /** By the rows of equal events: how many of them it has. */
  readonly from: Map<readonly number[], number>;
  readonly budget: DiffBudget;
}

/**
 * Values that are compared for a batch to find the calls of its events, and one more for each byte of the body. Without
 * more, the oldest call of the kind is taken.
 */
const MIN_COMPARED_VALUES = 10_000;

/** Calls of a queue that are asked about for one call or event, and values that are compared; a queue is replayed in order. */
const MAX_QUEUED_TRIED = 100;
const MAX_QUEUED_VALUES = 1_000;

/** Requests whose body is being unpacked at one time; a page that forges more gains nothing. */
const MAX_EARLY = 1_000;

/** An event as a row can be compared with it: shortened, where the row's own is. */
function eventLike({ longValues }: TelemetryRecord, event: Json): Json {
  return longValues === undefined ? event : shortenEvent(event).json;
}

function observationFor({ longValues }: TelemetryRecord, event: ObservedEvent): ObservedEvent {
  if (longValues === undefined) return event;
  const { json, cuts } = shortenEvent(event.json);
  return { ...event, json, cuts: [...event.cuts, ...cuts] };
}

/** What led to a call of the page. An order of the panel leads to a fired one. */
function originOf(
  { stack = [], action }: CallOrigin = {},
  at: EpochMilliseconds,
  firedBy: string | null,
): Pick<ObservedCall, 'stack' | 'action'> {
  return {
    ...(stack.length > 0 && { stack }),
    ...(action && firedBy === null && isShortlyBefore(action, at) && { action }),
  };
}

/** Only DevTools saw it, and DevTools does not say in which frame. */
const NOWHERE: ObservationSource = { documentKey: '', frame: { frameId: 0, url: '' } };

/** Most lists of a record are empty: one for all of them saves 5 % of what 100,000 records hold. */
const EMPTY: readonly never[] = [];
const shared = <Item>(list: readonly Item[]): readonly Item[] => (list.length === 0 ? EMPTY : list);

const HANDED_ON = { isHandedOn: true } as const;

const blank = {
  sdk: null,
  firedBy: { from: 'page' },
  call: null,
  event: null,
  requests: [],
  changes: [],
  sharesMid: false,
  lost: false,
} as const;

function fromEvent(
  event: ObservedEvent,
  raw: Json,
  rules: CorrelatorRules,
): Omit<TelemetryRecord, 'row' | 'frame' | 'documentKey'> {
  const verdict = rules.validateEvent(raw);
  return {
    ...blank,
    kind: verdict.kind,
    name: stringAt(event.json, ['eid']) ?? 'no eid',
    headline: rules.headlineOfEvent(event.json),
    at: event.at,
    event,
    verdict: verdict.verdict,
    findings: findingsWithoutSecrets(verdict.findings, rules),
  };
}

const DAY_MS = 86_400_000;

/** When an event was made of which only the request was seen: its `ets`, where that can be milliseconds of this clock. */
function timeOfSent(event: Json, requestAt: EpochMilliseconds): EpochMilliseconds {
  const ets = valueAt(event, ['ets']);
  return typeof ets === 'number' && Math.abs(ets - requestAt) <= DAY_MS ? ets : requestAt;
}

/** A finding repeats what was found. */
function findingsWithoutSecrets(findings: readonly Finding[], rules: CorrelatorRules): readonly Finding[] {
  return findings.length === 0 ? findings : rules.redactKnownSecrets(findings);
}

/**
 * The address of a document may hold a token.
 * It is looked through once, not with every observation of the document.
 */
function createSourceRedactor(
  redactKnownSecrets: CorrelatorRules['redactKnownSecrets'],
): (place: ObservationSource) => ObservationSource {
  const known = new WeakMap<ObservationSource, ObservationSource>();
  return (place) => {
    const shown = known.get(place) ?? { ...place, frame: redactKnownSecrets(place.frame) };
    known.set(place, shown);
    return shown;
  };
}

/** What may still come of a call that came back without its event: behind a promise, or once 1.x has a device id. */
function expectation(call: ObservedCall, sdk: SdkRef | null): Expectation {
  if (detectDropReason(call) !== null || call.outcome.status === 'threw') return 'never';
  if (call.outcome.status === 'pending') return 'event';
  return sdk?.generation === '1.x' && call.hasDid === false ? 'event' : 'request';
}

/** 1.x reuses one event object while it waits for a device id, so that its calls may come out under another eid. */
function canBelongToCall(record: TelemetryRecord | null, event: Json): boolean {
  if (!record?.call) return false;
  return isCallOf(record, event) || (record.sdk?.generation === '1.x' && stringAt(event, ['eid']) !== null);
}

/** Whether the event is of the kind that the record's call makes. */
function isCallOf({ call }: TelemetryRecord, event: Json): boolean {
  return call !== null && stringAt(event, ['eid']) === call.method.toUpperCase();
}

function* firstOf(rows: Iterable<number>, most: number): Iterable<number> {
  let given = 0;
  for (const row of rows) {
    if (given === most) return;
    given += 1;
    yield row;
  }
}

function withDuration(end: PageEnd, durationMs: number): RequestEnd {
  return end.status === 'handed-over' ? end : { ...end, durationMs };
}
