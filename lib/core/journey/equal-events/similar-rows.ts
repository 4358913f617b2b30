import { type Json, stringAt } from '#core/json/json';
import { getOrCreateEntry } from '#core/util/get-or-create-entry';
import type { TelemetryRecord } from '../record';

/** The rows of events that share `mid` and `eid`: observations of one event, or copies of it. */
export interface SimilarRows {
  add(event: Json, row: number): void;
  /** Returns the oldest record without a request, or `null`. */
  findUnsent(event: Json): TelemetryRecord | null;
  /** Returns the oldest record whose event is known only from a request, or `null`. */
  findWithoutEvent(event: Json): TelemetryRecord | null;
  /** Returns all rows, the oldest first. */
  rowsOf(event: Json): readonly number[];
  /** Sorts the rows. Call after older rows were added. */
  sort(): void;
  clear(): void;
}

/**
 * Rows with the index from which the search continues.
 * No earlier row can match again.
 */
interface Queue {
  rows: number[];
  unsentFrom: number;
  withoutEventFrom: number;
}

type Cursor = 'unsentFrom' | 'withoutEventFrom';

const isUnsent = ({ requests }: TelemetryRecord): boolean => requests.length === 0;
const isWithoutEvent = ({ event }: TelemetryRecord): boolean => event?.observedIn === 'request';

/** Returns the queue of an event, or a new one if the event has at most one row. */
function queueOf(rows: number | Queue | undefined): Queue {
  if (typeof rows === 'object') return rows;
  return { rows: rows === undefined ? [] : [rows], unsentFrom: 0, withoutEventFrom: 0 };
}

/**
 * Creates an index of similar rows.
 * A page may emit thousands of equal events. No lookup scans all of them.
 * Most events have one row, which is stored as a number: for 100,000 events, queues and keys would take 18 MB more.
 */
export function createSimilarRows(recordOf: (row: number) => TelemetryRecord | undefined): SimilarRows {
  /** Rows by `eid`, then by `mid`. */
  const rowsByEid = new Map<string, Map<string, number | Queue>>();

  /** Events without a `mid` are never similar. */
  const midOf = (event: Json): string => stringAt(event, ['mid']) ?? '';
  const eidOf = (event: Json): string => stringAt(event, ['eid']) ?? '';
  const find = (event: Json): number | Queue | undefined => rowsByEid.get(eidOf(event))?.get(midOf(event));
  const findFirst = (
    event: Json,
    cursor: Cursor,
    matches: (record: TelemetryRecord) => boolean,
  ): TelemetryRecord | null => {
    const queue = queueOf(find(event));
    for (; queue[cursor] < queue.rows.length; queue[cursor] += 1) {
      const record = recordOf(queue.rows[queue[cursor]] ?? 0);
      if (record !== undefined && matches(record)) return record;
    }
    return null;
  };

  return {
    add(event, row) {
      const [eid, mid] = [eidOf(event), midOf(event)];
      if (mid === '') return;
      const byMid = getOrCreateEntry(rowsByEid, eid);
      const rows = byMid.get(mid);
      const queue = queueOf(rows);
      queue.rows.push(row);
      byMid.set(mid, rows === undefined ? row : queue);
    },
    findUnsent: (event) => findFirst(event, 'unsentFrom', isUnsent),
    findWithoutEvent: (event) => findFirst(event, 'withoutEventFrom', isWithoutEvent),
    rowsOf: (event) => queueOf(find(event)).rows,
    sort() {
      for (const byMid of rowsByEid.values()) {
        for (const rows of byMid.values()) {
          const queue = queueOf(rows);
          queue.rows.sort((one, other) => one - other);
          queue.unsentFrom = queue.withoutEventFrom = 0;
        }
      }
    },
    clear: () => rowsByEid.clear(),
  };
}
