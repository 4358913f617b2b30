import { type Json, stringAt } from '#core/json/json';
import { getOrCreateEntry } from '#core/util/get-or-create-entry';
import { createSimilarRows, type SimilarRows } from './equal-events/similar-rows';
import type { ObservedRequest, TelemetryRecord } from './record';

/** Changes a request of a record. */
type RequestChange = (request: ObservedRequest, record: TelemetryRecord) => ObservedRequest;

/**
 * Stores the records by row, and finds them by call, event and request.
 * The correlator decides which observations belong to one record.
 */
export interface RecordIndex {
  get(row: number | null): TelemetryRecord | null;
  all(): readonly TelemetryRecord[];
  lastRow(): number;
  /** Adds a new record, and returns it with its row. */
  add(record: Omit<TelemetryRecord, 'row'>): TelemetryRecord;
  /** Replaces the record with the same row. */
  put(record: TelemetryRecord): TelemetryRecord;
  /** Replaces the record with the same row, and indexes its new call. */
  putCall(record: TelemetryRecord): TelemetryRecord;
  findByCall(callId: string, documentKey: string): TelemetryRecord | null;
  /** Rows by `mid` and `eid`. */
  readonly similarRows: Pick<SimilarRows, 'findUnsent' | 'findWithoutEvent' | 'rowsOf'>;
  /** Indexes the event of a row, so that the row is found by a request with the event. */
  addEvent(event: Json, row: number): void;
  rowsOfRequest(id: string): Iterable<number>;
  hasRequest(id: string): boolean;
  setRowsOfRequest(id: string, rows: Set<number>): void;
  renameRequest(from: string, to: string): void;
  /** Changes a request in all of its rows. Returns the new records. */
  changeRequest(id: string, change: RequestChange): readonly TelemetryRecord[];
  /**
   * Adds stored records, and returns those whose row is new.
   * Existing records are unchanged.
   */
  restore(records: readonly TelemetryRecord[]): readonly TelemetryRecord[];
  /** Drops all records but these. */
  retainOnly(records: readonly TelemetryRecord[]): void;
}

/** @param lastRowElsewhere returns the last row that is used elsewhere. New rows are greater. */
export function createRecordIndex(lastRowElsewhere: () => number = () => 0): RecordIndex {
  const records = new Map<number, TelemetryRecord>();
  /** Rows by document key and call ID. Nested maps because combined keys would be long. */
  const rowsOfCalls = new Map<string, Map<string, number>>();
  const firstRowOfMid = new Map<string, number>();
  const similarRows = createSimilarRows((row) => records.get(row));
  const rowsOfRequest = new Map<string, Set<number>>();
  let lastRow = 0;

  const get = (row: number | null): TelemetryRecord | null => records.get(row ?? 0) ?? null;
  const put = (record: TelemetryRecord): TelemetryRecord => {
    records.set(record.row, record);
    return record;
  };
  const putCall = (record: TelemetryRecord): TelemetryRecord => {
    if (record.call) getOrCreateEntry(rowsOfCalls, record.documentKey).set(record.call.id, record.row);
    return put(record);
  };
  const index = (record: TelemetryRecord): void => {
    putCall(record);
    const mid = stringAt(record.event?.json, ['mid']);
    if (mid && !firstRowOfMid.has(mid)) firstRowOfMid.set(mid, record.row);
    if (record.event) similarRows.add(record.event.json, record.row);
    for (const { id } of record.requests) rowsOfRequest.set(id, (rowsOfRequest.get(id) ?? new Set()).add(record.row));
  };

  return {
    get,
    put,
    putCall,
    similarRows,
    all: () => [...records.values()],
    lastRow: () => lastRow,
    add(record) {
      lastRow = Math.max(lastRow, lastRowElsewhere()) + 1;
      return putCall({ row: lastRow, ...record });
    },
    findByCall: (callId, documentKey) => get(rowsOfCalls.get(documentKey)?.get(callId) ?? null),
    addEvent(event, row) {
      const mid = stringAt(event, ['mid']);
      if (!mid) return;
      const first = firstRowOfMid.get(mid);
      if (first === row) return;
      similarRows.add(event, row);
      if (first === undefined) firstRowOfMid.set(mid, row);
    },
    rowsOfRequest: (id) => rowsOfRequest.get(id) ?? [],
    hasRequest: (id) => rowsOfRequest.has(id),
    setRowsOfRequest: (id, rows) => void rowsOfRequest.set(id, rows),
    renameRequest(from, to) {
      rowsOfRequest.set(to, rowsOfRequest.get(from) ?? new Set());
      rowsOfRequest.delete(from);
    },
    changeRequest: (id, change) =>
      [...(rowsOfRequest.get(id) ?? [])].flatMap((row) => {
        const record = records.get(row);
        if (!record) return [];
        return [
          put({
            ...record,
            requests: record.requests.map((request) => (request.id === id ? change(request, record) : request)),
          }),
        ];
      }),
    restore(restored) {
      const added = restored.filter(({ row }) => !records.has(row));
      let isOlder = false;
      for (const record of added) {
        isOlder ||= record.row < lastRow;
        lastRow = Math.max(lastRow, record.row);
        index(record);
      }
      if (isOlder) similarRows.sort();
      return added;
    },
    retainOnly(retained) {
      for (const map of [records, rowsOfCalls, firstRowOfMid, similarRows, rowsOfRequest]) map.clear();
      for (const record of retained) index(record);
    },
  };
}
