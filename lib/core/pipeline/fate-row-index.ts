import { type CarriedRow, type EarlierRows, midOf, msgidOf, type RecordWithMid } from './record-fate';

/** An index of the rows of a changing list, for fast predictions of their fates. */
export interface FateRowIndex extends EarlierRows {
  /** Adds a row, or replaces its earlier state. */
  put(record: RecordWithMid): void;
}

/** Creates an index of rows by `mid` and `msgid`. It avoids a scan of all rows for each prediction. */
export function createFateRowIndex(records: readonly RecordWithMid[] = []): FateRowIndex {
  const requestsByMsgid = new Map<string, Map<string, CarriedRow>>();
  const rowsByMid = new Map<string, Map<number, RecordWithMid>>();
  const index: FateRowIndex = {
    put(record) {
      const { row, requests } = record;
      for (const request of requests) {
        const msgid = msgidOf(request);
        if (msgid === null) continue;
        const known = entryOf(requestsByMsgid, msgid);
        const first = known.get(request.id)?.row ?? row;
        known.set(request.id, { row: Math.min(first, row), request });
      }
      const mid = midOf(record);
      if (record.sharesMid) entryOf(rowsByMid, mid).set(row, record);
      else rowsByMid.get(mid)?.delete(row);
    },
    requestsWith: (msgid) => inOrder(requestsByMsgid.get(msgid)),
    recordsWith: (mid) => inOrder(rowsByMid.get(mid)),
  };
  for (const record of records) index.put(record);
  return index;
}

function entryOf<Key, Value>(entries: Map<string, Map<Key, Value>>, name: string): Map<Key, Value> {
  const known = entries.get(name) ?? new Map<Key, Value>();
  entries.set(name, known);
  return known;
}

function inOrder<Row extends { readonly row: number }>(rows: ReadonlyMap<unknown, Row> | undefined): readonly Row[] {
  return rows === undefined ? [] : [...rows.values()].sort((one, other) => one.row - other.row);
}
