import { type Json, stringAt, valueAt } from '#core/json/json';
import type { DiffBudget } from '#core/json/json-diff';
import { jsonEquals } from '#core/json/json-equals';
import { firstOf } from '#core/util/first-of';
import type { EvictedEvents } from '../evicted-events';
import type { PendingEvents } from '../pending-events';
import type { ObservedRequest, TelemetryRecord, Truncation } from '../record';
import type { RecordIndex } from '../record-index';
import { withExtraCopy, withRequest } from '../record-updates';
import type { CallFinder } from './call-finder';
import type { EventRecords } from './event-records';
import { eventLike, fromEvent, timeOfSent } from './new-record';
import {
  type Changed,
  type ObservationSource,
  type ObservedBatch,
  type SecretGuard,
  UNKNOWN_SOURCE,
} from './observations';

/** The rows of one request so far. */
interface CarriedRows {
  readonly id: string;
  /** By the rows of equal events, the index from which the search continues. */
  readonly from: Map<readonly number[], number>;
  readonly budget: DiffBudget;
}

/**
 * Budget of compared values to find the calls of a batch's events, plus one value for each byte of the body.
 * When it is spent, the oldest call of the kind is selected.
 */
const MIN_COMPARED_VALUES = 10_000;
/** Limit of the rows that an event is compared with. An SDK without a device id gives all END events one `mid`. */
const MAX_COMPARED_ROWS = 50;

/** Fields that identify an event whose `mid` was changed. */
const RENAMED_FIELDS = ['eid', 'ets', 'edata'] as const;

/** Returns whether an event of a request differs from a record with the same `eid` and `mid`. */
export type IsOtherEvent = (record: TelemetryRecord, event: Json) => boolean;

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
  const { evicted, isOtherEvent } = deps;
  const { add, addEvent, similarRows, put } = records;
  const { withEvent } = deps.events;
  const { callOf, callOfFrame, callRunning, callWithoutEvent } = calls;

  const isInRequest = (row: number, requestId: string): boolean =>
    records.get(row)?.requests.some(({ id }) => id === requestId) ?? true;

  /**
   * Returns the record of the oldest row that the request does not have yet.
   * Earlier rows remain in the request, so that they are not checked again.
   */
  const findFree = (event: Json, rows: readonly number[], { id, from }: CarriedRows): TelemetryRecord | null => {
    let index = from.get(rows) ?? 0;
    while (index < rows.length && isInRequest(rows[index] ?? 0, id)) index += 1;
    from.set(rows, index);
    return findSame(event, rows, index, id);
  };

  const findSame = (event: Json, rows: readonly number[], from = 0, notIn?: string): TelemetryRecord | null => {
    for (const row of rows.slice(from, from + MAX_COMPARED_ROWS)) {
      const record = records.get(row);
      const isFree = notIn === undefined || !isInRequest(row, notIn);
      if (record !== null && isFree && !isOtherEvent(record, event)) return record;
    }
    return null;
  };

  /** Finds the unsent event that a script of the page, such as its own `fetch`, has given another `mid`. */
  const claimRenamed = (event: Json, { documentKey }: ObservationSource): TelemetryRecord | null => {
    if (typeof valueAt(event, ['ets']) !== 'number') return null;
    for (const row of firstOf(documents.unsentRows(documentKey), MAX_COMPARED_ROWS)) {
      const record = records.get(row);
      const isEqual = (name: string) => jsonEquals(valueAt(record?.event?.json, [name]), valueAt(event, [name]));
      if (!record || !RENAMED_FIELDS.every(isEqual)) continue;
      addEvent(event, row);
      return record;
    }
    return null;
  };

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
    carriedRows: CarriedRows,
  ): Changed => {
    const event = guard.redact(raw);
    const equalRows = similarRows.rowsOf(event);
    const known =
      similarRows.findUnsent(event) ??
      findFree(event, equalRows, carriedRows) ??
      (equalRows.length === 0 ? claimRenamed(event, source) : null);
    if (known) return [put(withRequest(known, eventLike(known, event), request))];
    const running = isNewest ? callRunning(event, source) : null;
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
    const called =
      running ??
      callOf(null, event, source) ??
      callWithoutEvent(event, source, carriedRows.budget) ??
      callOfFrame(event, source);
    if (!called && evicted.has(event)) return [];
    const record = called
      ? put({ ...withEvent(called, observation, raw), requests })
      : add({ ...fromEvent(observation, raw, guard), at: timeOfSent(event, request.at), ...source, requests });
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
      ...seen
    }: ObservedBatch,
    source: ObservationSource,
  ): Changed => {
    const rows = new Set<number>();
    const seenWithoutSecrets = { ...guard.redact(seen), id: seen.id };
    const carriedRows = { id: seen.id, from: new Map(), budget: { values: MIN_COMPARED_VALUES + seen.bodyBytes } };
    const newest = new Map(events.map((event, index) => [stringAt(event, ['eid']), index]));
    const batchSize = events.length + unreadEvents;
    const changed = events.flatMap((event, indexInBatch) => {
      const request = { ...seenWithoutSecrets, responseText: null, batchSize, indexInBatch };
      const isNewest = newest.get(stringAt(event, ['eid'])) === indexInBatch;
      const truncations = guard.redact(eventTruncations?.get(indexInBatch) ?? []);
      const attached = attachEvent(event, isNewest, truncations, request, source, carriedRows);
      const carried = attached.filter(({ requests }) => requests.some(({ id }) => id === seen.id));
      for (const { row } of carried) rows.add(row);
      documents.removeSent(carried.map(({ row }) => row));
      return attached;
    });
    records.setRowsOfRequest(seen.id, rows);
    return changed;
  };

  return {
    attachBatch,
    post({ events, unreadEvents = 0, eventTruncations, bodyKey: _, ...given }) {
      const rows = new Set<number>();
      const seen = { ...guard.redact(given), id: given.id };
      const changed = events.map((raw, indexInBatch) => {
        const event = guard.redact(raw);
        const truncations = guard.redact(eventTruncations?.get(indexInBatch) ?? []);
        const observation = {
          observedIn: 'request',
          json: event,
          truncations,
          at: seen.at,
          eventsEmittedBefore: 0,
        } as const;
        const batchSize = events.length + unreadEvents;
        const request = { ...seen, responseText: null, batchSize, indexInBatch, copies: 1, carriedEvent: null };
        const firedBy = { type: 'panel', requestId: seen.id } as const;
        const record = add({ ...fromEvent(observation, raw, guard), ...UNKNOWN_SOURCE, firedBy, requests: [request] });
        rows.add(record.row);
        addEvent(event, record.row);
        return record;
      });
      records.setRowsOfRequest(seen.id, rows);
      return changed;
    },
  };
}
