import { type Json, valueAt } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { takeFirst } from '#core/util/lists';
import type { PendingEvents } from '../pending-events';
import type { TelemetryRecord } from '../record';
import type { RecordIndex } from '../record-index';
import type { ObservationSource } from './observations';

/** Limit of the rows that an event is compared with. An SDK without a device id gives all END events one `mid`. */
const MAX_COMPARED_ROWS = 50;

/** Fields that identify an event whose `mid` was changed. */
const RENAMED_FIELDS = ['eid', 'ets', 'edata'] as const;

/** Whether an event of a request differs from a record with the same `eid` and `mid`. */
export type IsOtherEvent = (record: TelemetryRecord, event: Json) => boolean;

/** A request, and the rows that were found for its events so far. */
export interface RequestRows {
  readonly id: string;
  /** By the rows of equal events, the index from which the search continues. */
  readonly searchedTo: Map<readonly number[], number>;
}

interface SentRowFinderDeps {
  readonly records: RecordIndex;
  readonly documents: PendingEvents;
  readonly isOtherEvent: IsOtherEvent;
}

/** Finds the rows of events that a request contains. */
export interface SentRowFinder {
  /** Finds the record of the oldest of these rows that the request does not have yet. */
  findFree(event: Json, rows: readonly number[], request: RequestRows): TelemetryRecord | null;
  /** Finds the record of the oldest of these rows that has the event. */
  findSame(event: Json, rows: readonly number[]): TelemetryRecord | null;
  /** Finds the unsent event that a script of the page, such as its own `fetch`, has given another `mid`. */
  claimRenamed(event: Json, source: ObservationSource): TelemetryRecord | null;
}

export function createSentRowFinder({ records, documents, isOtherEvent }: SentRowFinderDeps): SentRowFinder {
  const isInRequest = (row: number, requestId: string): boolean =>
    records.get(row)?.requests.some(({ id }) => id === requestId) ?? true;

  const findFree = (event: Json, rows: readonly number[], { id, searchedTo }: RequestRows): TelemetryRecord | null => {
    // Earlier rows remain in the request, so that they are not checked again.
    let index = searchedTo.get(rows) ?? 0;
    while (index < rows.length && isInRequest(rows[index] ?? 0, id)) index += 1;
    searchedTo.set(rows, index);
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

  const claimRenamed = (event: Json, { documentKey }: ObservationSource): TelemetryRecord | null => {
    if (typeof valueAt(event, ['ets']) !== 'number') return null;
    for (const row of takeFirst(documents.unsentRows(documentKey), MAX_COMPARED_ROWS)) {
      const record = records.get(row);
      const isEqual = (name: string) => jsonEquals(valueAt(record?.event?.json, [name]), valueAt(event, [name]));
      if (!record || !RENAMED_FIELDS.every(isEqual)) continue;
      records.addEvent(event, row);
      return record;
    }
    return null;
  };

  return { findFree, findSame, claimRenamed };
}
