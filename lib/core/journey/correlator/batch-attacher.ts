import { type Json, stringAt } from '#core/json/json';
import type { DiffBudget } from '#core/json/json-diff';
import type { EvictedEvents } from '../evicted-events';
import type { PendingEvents } from '../pending-events';
import type { ObservedRequest, Truncation } from '../record';
import type { RecordIndex } from '../record-index';
import { withExtraCopy, withRequest } from '../record-updates';
import type { CallFinder } from './call-finder';
import type { EventRecords } from './event-records';
import { createEventRecord, timeOfSentEvent, toComparableEvent } from './new-record';
import {
  type Changed,
  type ObservationSource,
  type ObservedBatch,
  type SecretGuard,
  UNKNOWN_SOURCE,
} from './observations';
import { createSentRowFinder, type IsOtherEvent, type RequestRows } from './sent-row-finder';

/**
 * Budget of compared values to find the calls of a batch's events, plus one value for each byte of the body.
 * When it is spent, the oldest call of the kind is selected.
 */
const MIN_COMPARED_VALUES = 10_000;

interface BatchAttacherDeps {
  readonly guard: SecretGuard;
  readonly records: RecordIndex;
  readonly documents: PendingEvents;
  readonly calls: CallFinder;
  readonly events: EventRecords;
  readonly evicted: EvictedEvents;
  readonly isOtherEvent: IsOtherEvent;
}

/** Attaches the events of a request to their rows. */
export interface BatchAttacher {
  /** Attaches a batch that a page sends, or that only DevTools reports. */
  attachBatch(batch: ObservedBatch, source: ObservationSource): Changed;
  /** Adds a batch that the extension posts. Each event gets a new row. */
  post(batch: ObservedBatch): Changed;
}

export function createBatchAttacher({ guard, records, documents, calls, ...deps }: BatchAttacherDeps): BatchAttacher {
  const { evicted } = deps;
  const { add, addEvent, similarRows, put } = records;
  const { withEvent } = deps.events;
  const { claimCall, claimFrameCall, findRunningCall, claimCallWithoutEvent } = calls;
  const { findFree, findSame, claimRenamed } = createSentRowFinder({
    records,
    documents,
    isOtherEvent: deps.isOtherEvent,
  });

  /**
   * Attaches one event of a batch: to its unsent row, else as a duplicate to a row that was sent.
   * The newest event of its kind may belong to the running call, which sends the batch.
   */
  const attachEvent = (
    raw: Json,
    isNewest: boolean,
    truncations: readonly Truncation[],
    request: Omit<ObservedRequest, 'copies' | 'carriedEvent'>,
    source: ObservationSource,
    requestRows: RequestRows & { readonly budget: DiffBudget },
  ): Changed => {
    const event = guard.redact(raw);
    const equalRows = similarRows.rowsOf(event);
    const sameEvent =
      similarRows.findUnsent(event) ??
      findFree(event, equalRows, requestRows) ??
      (equalRows.length === 0 ? claimRenamed(event, source) : null);
    if (sameEvent) return [put(withRequest(sameEvent, toComparableEvent(sameEvent, event), request))];
    const running = isNewest ? findRunningCall(event, source) : null;
    // An equal event with the same mid is the running call's own event, not a duplicate.
    const duplicate = running ? null : findSame(event, equalRows);
    if (duplicate) return [put(withExtraCopy(duplicate, request.id))];
    const observation = {
      observedIn: 'request',
      json: event,
      truncations,
      at: request.at,
      eventsEmittedBefore: 0,
    } as const;
    const requests = [{ ...request, copies: 1, carriedEvent: null }];
    const callRecord =
      running ??
      claimCall(null, event, source) ??
      claimCallWithoutEvent(event, source, requestRows.budget) ??
      claimFrameCall(event, source);
    if (!callRecord && evicted.has(event)) return [];
    const record = callRecord
      ? put({ ...withEvent(callRecord, observation, raw), requests })
      : add({
          ...createEventRecord(observation, raw, guard),
          at: timeOfSentEvent(event, request.at),
          ...source,
          requests,
        });
    addEvent(event, record.row);
    return [record];
  };

  const attachBatch = (
    {
      events,
      unreadEvents = 0,
      eventTruncations,
      bodyKey: _,
      redirectUrl: _next,
      workerResponse: _worker,
      ...fields
    }: ObservedBatch,
    source: ObservationSource,
  ): Changed => {
    const rows = new Set<number>();
    const redacted = { ...guard.redact(fields), id: fields.id };
    const requestRows = {
      id: fields.id,
      searchedTo: new Map(),
      budget: { values: MIN_COMPARED_VALUES + fields.bodyBytes },
    };
    const newest = new Map(events.map((event, index) => [stringAt(event, ['eid']), index]));
    const batchSize = events.length + unreadEvents;
    const changed = events.flatMap((event, indexInBatch) => {
      const request = { ...redacted, responseText: null, batchSize, indexInBatch };
      const isNewest = newest.get(stringAt(event, ['eid'])) === indexInBatch;
      const truncations = guard.redact(eventTruncations?.get(indexInBatch) ?? []);
      const attached = attachEvent(event, isNewest, truncations, request, source, requestRows);
      const carried = attached.filter(({ requests }) => requests.some(({ id }) => id === fields.id));
      for (const { row } of carried) rows.add(row);
      documents.removeSent(carried.map(({ row }) => row));
      return attached;
    });
    records.setRowsOfRequest(fields.id, rows);
    return changed;
  };

  return {
    attachBatch,
    post({ events, unreadEvents = 0, eventTruncations, bodyKey: _, ...fields }) {
      const rows = new Set<number>();
      const redacted = { ...guard.redact(fields), id: fields.id };
      const changed = events.map((raw, indexInBatch) => {
        const event = guard.redact(raw);
        const truncations = guard.redact(eventTruncations?.get(indexInBatch) ?? []);
        const observation = {
          observedIn: 'request',
          json: event,
          truncations,
          at: redacted.at,
          eventsEmittedBefore: 0,
        } as const;
        const batchSize = events.length + unreadEvents;
        const request = { ...redacted, responseText: null, batchSize, indexInBatch, copies: 1, carriedEvent: null };
        const firedBy = { type: 'panel', requestId: redacted.id } as const;
        const record = add({
          ...createEventRecord(observation, raw, guard),
          ...UNKNOWN_SOURCE,
          firedBy,
          requests: [request],
        });
        rows.add(record.row);
        addEvent(event, record.row);
        return record;
      });
      records.setRowsOfRequest(redacted.id, rows);
      return changed;
    },
  };
}
