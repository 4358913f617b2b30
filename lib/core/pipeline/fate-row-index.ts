import { type CarriedRow, type EarlierRows, midOf, msgidOf, type RecordWithMid } from './record-fate';

/** The rows of a list that change while many of them are asked for their fates. */
export interface FateRowIndex extends EarlierRows {
  /** Adds a row, or replaces its earlier state. */
  put(record: RecordWithMid): void;
}

/** Creates an index of rows by `mid` and `msgid`, so that not all rows are looked at for each. */
export function createFateRowIndex(records: readonly RecordWithMid[] = []): FateRowIndex {
  const batches = new Map<string, Map<string, CarriedRow>>();
  const sharing = new Map<string, Map<number, RecordWithMid>>();
  const index: FateRowIndex = {
    put(record) {
      const { row, requests } = record;
      for (const request of requests) {
        const msgid = msgidOf(request);
        if (msgid === null) continue;
        const known = entryOf(batches, msgid);
        const first = known.get(request.id)?.row ?? row;
        known.set(request.id, { row: Math.min(first, row), request });
      }
      const mid = midOf(record);
      if (record.sharesMid) entryOf(sharing, mid).set(row, record);
      else sharing.get(mid)?.delete(row);
    },
    requestsWith: (msgid) => inOrder(batches.get(msgid)),
    recordsWith: (mid) => inOrder(sharing.get(mid)),
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
