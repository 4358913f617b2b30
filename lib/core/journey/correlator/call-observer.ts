import { type Json, stringAt } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { kindOfSubject } from '#core/telemetry/findings';
import { type CallOrigin, isShortlyBefore } from '../call-origin';
import { createDispatchedEvents } from '../equal-events/dispatched-events';
import { detectDropReason, journeyState } from '../journey-state';
import { createJsonInterner } from '../json-interner';
import type { ExpectedResult, PendingEvents } from '../pending-events';
import type { CallOutcome, ConsoleMessage, EpochMilliseconds, ObservedCall, SdkRef, TelemetryRecord } from '../record';
import type { RecordIndex } from '../record-index';
import { withEmittedEvent, withMessage } from '../record-updates';
import type { CallFinder } from './call-finder';
import type { EventRecords } from './event-records';
import {
  blank,
  createEventRecord,
  EMPTY,
  findSecrets,
  shareEmpty,
  toComparableEvent,
  toStoredObservation,
  withSecrets,
} from './new-record';
import type { CallObservation, Changed, EventObservation, ObservationSource, SecretGuard } from './observations';

const FORWARDED = { isForwarded: true } as const;

interface CallObserverDeps {
  readonly guard: SecretGuard;
  readonly records: RecordIndex;
  readonly documents: PendingEvents;
  readonly calls: CallFinder;
  readonly events: EventRecords;
}

/** Adds calls, and the events that SDKs emit, to records. */
export interface CallObserver {
  addCall(call: CallObservation, source: ObservationSource): Changed;
  addConsoleMessage(callId: string, message: ConsoleMessage, source: ObservationSource): Changed;
  setCallOutcome(callId: string, outcome: CallOutcome, source: ObservationSource): Changed;
  addEvent(event: EventObservation, source: ObservationSource): Changed;
  /** Drops cached events. Call it when rows were evicted. */
  evict(): void;
}

export function createCallObserver({ guard, records, documents, calls, events }: CallObserverDeps): CallObserver {
  const { add, addEvent, similarRows, put, putCall } = records;
  const { claimCall, claimFrameCall, claimForwardedCall, addForwarded, findQueuedCall, recordOfCall } = calls;
  const { withEvent, withEventSecrets } = events;
  const interner = createJsonInterner();
  const dispatched = createDispatchedEvents((row, event) => {
    const record = records.get(row);
    return record?.event && jsonEquals(record.event.json, toComparableEvent(record, event)) ? record : null;
  });

  /** Returns the record that a page's echo of a frame's event has created before the frame reported the call. */
  const findEarlyEcho = (event: Json, at: EpochMilliseconds, source: ObservationSource): TelemetryRecord | null => {
    const record = records.get(dispatched.findEarlyEchoRow(event, at, source));
    return record?.call === null ? record : null;
  };

  /** Returns the record that a request in DevTools has created before the page reported the call. */
  const findEarlySent = (event: Json): TelemetryRecord | null => {
    const record = similarRows.findWithoutEvent(event);
    return record?.call === null && record.documentKey === '' ? record : null;
  };

  /** Finds the record of a call whose event was sent, within the call, with another `mid`. */
  const claimRenamed = (running: TelemetryRecord | null, event: Json): TelemetryRecord | null => {
    const isOfEvent = running?.name.toUpperCase() === stringAt(event, ['eid']);
    if (!isOfEvent || running?.event?.observedIn !== 'request') return null;
    addEvent(event, running.row);
    return running;
  };

  return {
    addCall({ callId, sdk, firedBy, origin, emits, hasDispatcher, ...observation }, source) {
      const subject = { type: 'call', method: observation.method, args: observation.args } as const;
      const { method, truncations } = guard.redact({
        method: observation.method,
        truncations: observation.truncations,
      });
      const callOrigin = guard.redact(originOf(origin, observation.at, firedBy));
      const redactedCall = { ...observation, ...callOrigin, method, truncations, args: guard.redact(observation.args) };
      const newRecord: Omit<TelemetryRecord, 'row'> = {
        ...blank,
        kind: kindOfSubject(subject),
        name: redactedCall.method,
        at: redactedCall.at,
        frame: source.frame,
        documentKey: source.documentKey,
        sdk,
        firedBy: firedBy === null ? blank.firedBy : { type: 'panel', requestId: firedBy },
        call: {
          id: callId,
          ...redactedCall,
          ...(hasDispatcher && FORWARDED),
          truncations: shareEmpty(truncations),
          consoleMessages: EMPTY,
          outcome: { status: 'running' },
        },
        ...withSecrets(findSecrets(subject, guard)),
      };
      const event = emits === undefined ? null : guard.redact(emits);
      const echoRecord = event === null ? null : findEarlyEcho(event, observation.at, source);
      const sentRecord = event === null || echoRecord ? null : findEarlySent(event);
      const queuedRecord = echoRecord || sentRecord ? null : findQueuedCall(newRecord);
      if (echoRecord) documents.removeSent([echoRecord.row]);
      if (queuedRecord) documents.setExpectedResult(source.documentKey, queuedRecord.row, 'none');
      const { at = observation.at } = echoRecord ?? queuedRecord ?? {};
      const { row, requests = [] } = echoRecord ?? sentRecord ?? queuedRecord ?? {};
      const record = row === undefined ? add(newRecord) : putCall({ ...newRecord, row, at, requests });
      documents.addCall(source.documentKey, record.row);
      return [record];
    },

    addConsoleMessage(callId, message, source) {
      const record = recordOfCall(callId, source);
      return record?.call?.id === callId ? [put(withMessage(record, guard.redact(message)))] : [];
    },

    setCallOutcome(callId, outcome, source) {
      const record = recordOfCall(callId, source);
      // For a queued call, only the end of its replay is reported.
      if (record?.call?.id !== callId) return [];
      const isOfWrapper = outcome.status === 'pending' && record.call.method !== 'start';
      const call = {
        ...record.call,
        ...(isOfWrapper && FORWARDED),
        outcome: outcome.status === 'threw' ? guard.redact(outcome) : outcome,
      };
      documents.endCall(source.documentKey, record.row);
      if (record.event === null)
        documents.setExpectedResult(source.documentKey, record.row, expectedResultOf(call, record.sdk));
      const updated = put({ ...record, call });
      if (journeyState(updated) === 'unobserved') addForwarded(updated);
      return [updated];
    },

    addEvent({ callId, event: raw, truncations: rawTruncations, at, dispatch }, source) {
      const json = guard.redact(raw);
      const dispatchedEvent = dispatch && { event: json, at, dispatch, source };
      const running = recordOfCall(callId, source);
      // The event of a call is never an echo.
      const isOfCall = running?.event === null;
      if (dispatchedEvent && !isOfCall && dispatched.findEchoedRow(dispatchedEvent) !== null) return [];
      const truncations = shareEmpty(guard.redact(rawTruncations));
      const event = { observedIn: 'page', json, truncations, at, eventsEmittedBefore: 0 } as const;
      const sentBefore = similarRows.findWithoutEvent(json) ?? claimRenamed(running, json);
      if (sentBefore) {
        documents.countEmitted(source.documentKey, sentBefore.row);
        if (dispatchedEvent) dispatched.add(dispatchedEvent, sentBefore.row);
        return [put(withEmittedEvent(withEventSecrets(sentBefore, raw), toStoredObservation(sentBefore, event)))];
      }
      // Any value may be dispatched under the event's name. A sent event appears in its request.
      if (stringAt(json, ['eid']) === null) return [];
      const callRecord =
        claimCall(callId, json, source) ?? claimForwardedCall(json, source) ?? claimFrameCall(json, source);
      const eventsEmittedBefore = documents.countEmitted(source.documentKey, callRecord?.row ?? null);
      const observed = { ...event, json: interner.intern(json, callRecord?.call?.args ?? []), eventsEmittedBefore };
      const record = callRecord
        ? put(withEvent(callRecord, observed, raw))
        : add({ ...createEventRecord(observed, raw, guard), ...source });
      if (record.requests.length === 0) documents.addUnsent(source.documentKey, record.row);
      if (dispatchedEvent) dispatched.add(dispatchedEvent, record.row);
      addEvent(json, record.row);
      return [record];
    },

    evict() {
      interner.clear();
      dispatched.clear();
    },
  };
}

/** Returns the origin of a call. A fired call comes from a command of the panel, not from a user action. */
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

/**
 * Returns what to expect of a call that returned without its event.
 * The event may follow after a promise, or when SDK 1.x has a device id.
 */
function expectedResultOf(call: ObservedCall, sdk: SdkRef | null): ExpectedResult {
  if (detectDropReason(call) !== null || call.outcome.status === 'threw') return 'none';
  if (call.outcome.status === 'pending') return 'event';
  return sdk?.generation === '1.x' && call.hasDid === false ? 'event' : 'request';
}
