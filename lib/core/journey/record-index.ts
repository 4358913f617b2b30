import { type Json, stringAt } from '#core/json/json';
import { createSimilarRows, type SimilarRows } from './equal-events/alike-rows';
import type { ObservedRequest, TelemetryRecord } from './record';

/** Changes a request of a record. */
type RequestChange = (request: ObservedRequest, record: TelemetryRecord) => ObservedRequest;

/**
 * Holds the records of a journal, each under its row, and finds them by call, event and request.
 * Decides nothing: what belongs together is the correlator's business.
 */
export interface RecordIndex {
  get(row: number | null): TelemetryRecord | null;
  all(): readonly TelemetryRecord[];
  lastRow(): number;
  /** Gives a new record its row. */
  add(record: Omit<TelemetryRecord, 'row'>): TelemetryRecord;
  /** Puts a record in the place of the one with its row. */
  put(record: TelemetryRecord): TelemetryRecord;
  /** The same, for a record whose call is new to its row. */
  putCall(record: TelemetryRecord): TelemetryRecord;
  ofCall(callId: string, documentKey: string): TelemetryRecord | null;
  /** By `mid` and `eid`. */
  readonly alike: Pick<SimilarRows, 'findUnsent' | 'findWithoutEvent' | 'rowsOf'>;
  /** Makes the event of a row known, so that a request that carries it finds the row. */
  addEvent(event: Json, row: number): void;
  rowsOfRequest(id: string): Iterable<number>;
  hasRequest(id: string): boolean;
  setRowsOfRequest(id: string, rows: Set<number>): void;
  renameRequest(from: string, to: string): void;
  /** Changes a request in all rows that it carried. Returns the new records. */
  changeRequest(id: string, change: RequestChange): readonly TelemetryRecord[];
  /**
   * Adds stored records, and returns those whose row is new.
   * Existing records are unchanged.
   */
  restore(records: readonly TelemetryRecord[]): readonly TelemetryRecord[];
  /** Frees everything but these records. */
  retainOnly(records: readonly TelemetryRecord[]): void;
}

/** `takenRow`: rows up to it have records that are not here. */
export function createRecordIndex(takenRow: () => number = () => 0): RecordIndex {
  const records = new Map<number, TelemetryRecord>();
  /** By document, whose key is longer than the id of a call. */
  const rowsOfCalls = new Map<string, Map<string, number>>();
  const firstRowOfMid = new Map<string, number>();
  const alike = createSimilarRows((row) => records.get(row));
  const rowsOfRequest = new Map<string, Set<number>>();
  let lastRow = 0;

  const get = (row: number | null): TelemetryRecord | null => records.get(row ?? 0) ?? null;
  const put = (record: TelemetryRecord): TelemetryRecord => {
    records.set(record.row, record);
    return record;
  };
  const putCall = (record: TelemetryRecord): TelemetryRecord => {
    if (record.call) {
      const ofDocument = rowsOfCalls.get(record.documentKey) ?? new Map<string, number>();
      rowsOfCalls.set(record.documentKey, ofDocument.set(record.call.id, record.row));
    }
    return put(record);
  };
  const index = (record: TelemetryRecord): void => {
    putCall(record);
    const mid = stringAt(record.event?.json, ['mid']);
    if (mid && !firstRowOfMid.has(mid)) firstRowOfMid.set(mid, record.row);
    if (record.event) alike.add(record.event.json, record.row);
    for (const { id } of record.requests) rowsOfRequest.set(id, (rowsOfRequest.get(id) ?? new Set()).add(record.row));
  };

  return {
    get,
    put,
    putCall,
    alike,
    all: () => [...records.values()],
    lastRow: () => lastRow,
    add(record) {
      lastRow = Math.max(lastRow, takenRow()) + 1;
      return putCall({ row: lastRow, ...record });
    },
    ofCall: (callId, documentKey) => get(rowsOfCalls.get(documentKey)?.get(callId) ?? null),
    addEvent(event, row) {
      const mid = stringAt(event, ['mid']);
      if (!mid) return;
      const first = firstRowOfMid.get(mid);
      if (first === row) return;
      alike.add(event, row);
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
          put({ ...record, requests: record.requests.map((seen) => (seen.id === id ? change(seen, record) : seen)) }),
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
      if (isOlder) alike.sort();
      return added;
    },
    retainOnly(retained) {
      for (const map of [records, rowsOfCalls, firstRowOfMid, alike, rowsOfRequest]) map.clear();
      for (const record of retained) index(record);
    },
  };
}
