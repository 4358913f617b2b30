import { getOrCreateEntry } from '#core/util/get-or-create-entry';
import {
  batchKeyOf,
  type CarriedRow,
  type EarlierRows,
  midOf,
  type RecordWithMid,
  receivedRequest,
} from './record-fate';

/** An index of the rows of a changing list, for fast predictions of their fates. */
export interface FateRowIndex extends EarlierRows {
  /** Adds a row, or replaces its earlier state. */
  put(record: RecordWithMid): void;
  /** Whether the fate of a record may depend on rows with its `mid`, or on other requests with its batch key. */
  dependsOnRows(record: RecordWithMid): boolean;
}

/** Creates an index of rows by `mid` and `msgid`. It avoids a scan of all rows for each prediction. */
export function createFateRowIndex(records: readonly RecordWithMid[] = []): FateRowIndex {
  const requestsByKey = new Map<string, Map<string, CarriedRow>>();
  const rowsByMid = new Map<string, Map<number, RecordWithMid>>();
  /** Sorted rows by `mid`, dropped when a row changes. Sorting for each prediction would take quadratic time. */
  const sortedByMid = new Map<string, readonly RecordWithMid[]>();
  const index: FateRowIndex = {
    put(record) {
      const { row, requests } = record;
      for (const request of requests) {
        const key = batchKeyOf(record, request);
        if (key === '') continue;
        const requestsWithKey = getOrCreateEntry(requestsByKey, key);
        const first = requestsWithKey.get(request.id)?.row ?? row;
        requestsWithKey.set(request.id, { row: Math.min(first, row), request });
      }
      const mid = midOf(record);
      sortedByMid.delete(mid);
      if (record.sharesMid) getOrCreateEntry(rowsByMid, mid).set(row, record);
      else rowsByMid.get(mid)?.delete(row);
    },
    dependsOnRows(record) {
      if (record.sharesMid) return true;
      const request = receivedRequest(record);
      const requests = requestsByKey.get(batchKeyOf(record, request));
      // The state with this request may not be in the index yet.
      return requests !== undefined && (requests.size > 1 || !requests.has(request?.id ?? ''));
    },
    requestsWith: (batchKey) => inOrder(requestsByKey.get(batchKey)),
    recordsWith(mid) {
      const sorted = sortedByMid.get(mid) ?? inOrder(rowsByMid.get(mid));
      sortedByMid.set(mid, sorted);
      return sorted;
    },
  };
  for (const record of records) index.put(record);
  return index;
}

function inOrder<Row extends { readonly row: number }>(rows: ReadonlyMap<unknown, Row> | undefined): readonly Row[] {
  return rows === undefined ? [] : [...rows.values()].sort((one, other) => one.row - other.row);
}
