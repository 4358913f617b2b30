import { type Json, stringAt } from '#core/json/json';
import type { DiffBudget } from '#core/json/json-diff';
import { jsonEquals } from '#core/json/json-equals';
import { takeFirst } from '#core/util/lists';
import { addBounded } from '#core/util/lru';
import { isContainedIn } from '../changes';
import { detectDropReason, isOfUnknownSdk, isSameSdk } from '../journey-state';
import type { PendingEvents } from '../pending-events';
import type { TelemetryRecord } from '../record';
import type { RecordIndex } from '../record-index';
import { toComparableEvent } from './new-record';
import type { ObservationSource } from './observations';

/** Limits of the search for one event. Queues are replayed in order, so few calls are compared. */
const MAX_INSPECTED_CALLS = 100;
const MAX_COMPARED_VALUES = 1_000;

/** Finds the call that an event, or another report of the same call, belongs to. */
export interface CallFinder {
  /** Returns the record of a call by its ID. */
  recordOfCall(callId: string | null, source: ObservationSource): TelemetryRecord | null;
  /**
   * Finds the earlier call that a stub or an asynchronous wrapper has queued, and replays with the same arguments.
   * Equal calls of one SDK are separate calls.
   */
  findQueuedCall(called: Omit<TelemetryRecord, 'row'>): TelemetryRecord | null;
  /** Claims the call that a queue or a dispatcher of the page has forwarded, so its event is emitted later. */
  claimForwardedCall(event: Json, source: ObservationSource): TelemetryRecord | null;
  /** Claims the call of a frame whose event the embedding page dispatches or sends. */
  claimFrameCall(event: Json, source: ObservationSource): TelemetryRecord | null;
  /** Adds a call of a frame whose event may have been passed to the embedding page. */
  addForwarded(record: TelemetryRecord): void;
  /** Claims the call that emitted an event, or else the oldest call that may still emit the event. */
  claimCall(callId: string | null, event: Json, source: ObservationSource): TelemetryRecord | null;
  /** Finds the running call of an event. SDK 2.x may send a batch inside the call, before it emits the event. */
  findRunningCall(event: Json, source: ObservationSource): TelemetryRecord | null;
  /** Claims the call of a sent event by its content. With a custom dispatcher, SDK 1.x does not emit events. */
  claimCallWithoutEvent(event: Json, source: ObservationSource, budget: DiffBudget): TelemetryRecord | null;
}

export function createCallFinder(records: RecordIndex, documents: PendingEvents): CallFinder {
  /** Calls of frames whose event may have been passed to the embedding page, the oldest first. */
  const forwardedInFrames = new Set<number>();

  const recordOfCall = (callId: string | null, { documentKey }: ObservationSource): TelemetryRecord | null =>
    callId === null ? null : records.findByCall(callId, documentKey);

  const findQueuedCall = ({ call, documentKey, sdk }: Omit<TelemetryRecord, 'row'>): TelemetryRecord | null => {
    for (const row of takeFirst(documents.openCalls(documentKey), MAX_INSPECTED_CALLS)) {
      const record = records.get(row);
      if (!record?.call || record.event || record.requests.length > 0 || record.call.method !== call?.method) continue;
      if (record.call.outcome.status === 'threw' || detectDropReason(record.call) !== null) continue;
      if (!isOfUnknownSdk(record.sdk) || isSameSdk(record.sdk, sdk)) continue;
      if (jsonEquals(record.call.args, call.args)) return record;
    }
    return null;
  };

  const claimForwardedCall = (event: Json, { documentKey }: ObservationSource): TelemetryRecord | null => {
    const budget = { values: MAX_COMPARED_VALUES };
    for (const row of takeFirst(documents.callsWithoutEvent(documentKey), MAX_INSPECTED_CALLS)) {
      const record = records.get(row);
      if (!record?.call || !isCallOf(record, event)) continue;
      if (!record.call.isForwarded && !isOfUnknownSdk(record.sdk)) continue;
      if (!isContainedIn(record.call, toComparableEvent(record, event), budget)) continue;
      documents.setExpectedResult(documentKey, row, 'none');
      return record;
    }
    return null;
  };

  const claimFrameCall = (event: Json, { documentKey }: ObservationSource): TelemetryRecord | null => {
    const budget = { values: MAX_COMPARED_VALUES };
    for (const row of forwardedInFrames) {
      const record = records.get(row);
      if (!record?.call || record.event || record.requests.length > 0) {
        forwardedInFrames.delete(row);
        continue;
      }
      if (record.documentKey === documentKey || !isCallOf(record, event)) continue;
      if (!isContainedIn(record.call, toComparableEvent(record, event), budget)) continue;
      forwardedInFrames.delete(row);
      documents.setExpectedResult(record.documentKey, row, 'none');
      return record;
    }
    return null;
  };
  const addForwarded = ({ row, frame }: TelemetryRecord): void => {
    if (frame.frameId === 0) return;
    addBounded(forwardedInFrames, row, MAX_INSPECTED_CALLS);
  };

  const claimCall = (callId: string | null, event: Json, source: ObservationSource): TelemetryRecord | null => {
    const enclosing = recordOfCall(callId, source);
    // A call emits one event. A second event inside the call belongs to another emitter.
    if (enclosing && enclosing.event === null) return enclosing;
    const pendingRow = documents.claimPendingCall(source.documentKey, (row) =>
      canBelongToCall(records.get(row), event),
    );
    return records.get(pendingRow);
  };

  const findRunningCall = (event: Json, source: ObservationSource): TelemetryRecord | null => {
    const running = records.get(documents.innermostCall(source.documentKey));
    return running?.event === null && isCallOf(running, event) ? running : null;
  };

  const claimCallWithoutEvent = (
    event: Json,
    source: ObservationSource,
    budget: DiffBudget,
  ): TelemetryRecord | null => {
    let match: TelemetryRecord | null = null;
    for (const row of documents.callsWithoutEvent(source.documentKey)) {
      const record = records.get(row);
      if (!record?.call || !isCallOf(record, event)) continue;
      const isContained = isContainedIn(record.call, toComparableEvent(record, event), budget);
      if (isContained || match === null) match = record;
      if (isContained || budget.values <= 0) break;
    }
    if (match) documents.setExpectedResult(source.documentKey, match.row, 'none');
    return match;
  };

  return {
    recordOfCall,
    findQueuedCall,
    claimForwardedCall,
    claimFrameCall,
    addForwarded,
    claimCall,
    findRunningCall,
    claimCallWithoutEvent,
  };
}

/** SDK 1.x reuses one event object while it waits for a device id. Then events have the `eid` of another call. */
function canBelongToCall(record: TelemetryRecord | null, event: Json): boolean {
  if (!record?.call) return false;
  return isCallOf(record, event) || (record.sdk?.generation === '1.x' && stringAt(event, ['eid']) !== null);
}

/** Whether the event is of the kind of the record's call. */
function isCallOf({ call }: TelemetryRecord, event: Json): boolean {
  return call !== null && stringAt(event, ['eid']) === call.method.toUpperCase();
}
