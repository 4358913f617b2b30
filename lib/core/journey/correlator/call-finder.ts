import { type Json, stringAt } from '#core/json/json';
import type { DiffBudget } from '#core/json/json-diff';
import { jsonEquals } from '#core/json/json-equals';
import { isContainedIn } from '../changes';
import { detectDropReason, isOfUnknownSdk } from '../journey-state';
import type { PendingEvents } from '../pending-events';
import type { TelemetryRecord } from '../record';
import type { RecordIndex } from '../record-index';
import { eventLike } from './new-record';
import type { ObservationSource } from './observations';

/** Calls of a queue that are asked about for one call or event, and values that are compared; a queue is replayed in order. */
const MAX_QUEUED_TRIED = 100;
const MAX_QUEUED_VALUES = 1_000;

/** Finds the call that an event, or another report of the same call, belongs to. */
export interface CallFinder {
  /** The record of a call by its id. */
  recordOfCall(callId: string | null, source: ObservationSource): TelemetryRecord | null;
  /**
   * The call that a stub or an asynchronous wrapper has taken, and that is now replayed with the same arguments.
   * Equal calls of one SDK are calls of their own.
   */
  queuedCallOf(called: Omit<TelemetryRecord, 'row'>): TelemetryRecord | null;
  /** The call whose event comes out later, outside of any call: a queue or a dispatcher of the page has handed it on. */
  handedOnCallOf(event: Json, source: ObservationSource): TelemetryRecord | null;
  /** The call of a frame whose dispatcher passed the event to the page around it, which dispatches or sends it. */
  callOfFrame(event: Json, source: ObservationSource): TelemetryRecord | null;
  /** Notes a call of a frame whose event the page around the frame may have. */
  noteHandedOn(record: TelemetryRecord): void;
  /** The call that an event belongs to: the one that it was emitted in, or one that still owes its event. */
  callOf(callId: string | null, event: Json, source: ObservationSource): TelemetryRecord | null;
  /** 2.x queues, and may send, before it emits the event: the batch then goes out inside the call. */
  callRunning(event: Json, source: ObservationSource): TelemetryRecord | null;
  /** With a dispatcher of the page's own, 1.x emits nothing: its call is matched by the request's content. */
  callUnraised(event: Json, source: ObservationSource, budget: DiffBudget): TelemetryRecord | null;
}

export function createCallFinder(records: RecordIndex, documents: PendingEvents): CallFinder {
  /** Calls of frames whose event the page around the frame may have, oldest first. */
  const handedOnInFrames = new Set<number>();

  const recordOfCall = (callId: string | null, { documentKey }: ObservationSource): TelemetryRecord | null =>
    callId === null ? null : records.ofCall(callId, documentKey);

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

  const handedOnCallOf = (event: Json, { documentKey }: ObservationSource): TelemetryRecord | null => {
    const budget = { values: MAX_QUEUED_VALUES };
    for (const row of firstOf(documents.callsWithoutEvent(documentKey), MAX_QUEUED_TRIED)) {
      const record = records.get(row);
      if (!record?.call || !isCallOf(record, event)) continue;
      if (!record.call.isForwarded && !isOfUnknownSdk(record.sdk)) continue;
      if (!isContainedIn(record.call, eventLike(record, event), budget)) continue;
      documents.expect(documentKey, row, 'never');
      return record;
    }
    return null;
  };

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
      documents.expect(record.documentKey, row, 'never');
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

  const callOf = (callId: string | null, event: Json, source: ObservationSource): TelemetryRecord | null => {
    const inside = recordOfCall(callId, source);
    // A call emits one event. A second event inside the call belongs to another emitter.
    if (inside && inside.event === null) return inside;
    const owing = documents.claimPendingCall(source.documentKey, (row) => canBelongToCall(records.get(row), event));
    return records.get(owing);
  };

  const callRunning = (event: Json, source: ObservationSource): TelemetryRecord | null => {
    const running = records.get(documents.running(source.documentKey));
    return running?.event === null && isCallOf(running, event) ? running : null;
  };

  const callUnraised = (event: Json, source: ObservationSource, budget: DiffBudget): TelemetryRecord | null => {
    let found: TelemetryRecord | null = null;
    for (const row of documents.callsWithoutEvent(source.documentKey)) {
      const record = records.get(row);
      if (!record?.call || !isCallOf(record, event)) continue;
      const isWhole = isContainedIn(record.call, eventLike(record, event), budget);
      if (isWhole || found === null) found = record;
      if (isWhole || budget.values <= 0) break;
    }
    if (found) documents.expect(source.documentKey, found.row, 'never');
    return found;
  };

  return {
    ...{ recordOfCall, queuedCallOf, handedOnCallOf, callOfFrame, noteHandedOn },
    ...{ callOf, callRunning, callUnraised },
  };
}

/** 1.x reuses one event object while it waits for a device id, so that its calls may be emitted with another eid. */
function canBelongToCall(record: TelemetryRecord | null, event: Json): boolean {
  if (!record?.call) return false;
  return isCallOf(record, event) || (record.sdk?.generation === '1.x' && stringAt(event, ['eid']) !== null);
}

/** Whether the event is of the kind of the record's call. */
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
