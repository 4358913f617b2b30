import { type Json, stringAt } from '#core/json/json';
import type { TelemetryRecord } from '../record';

/** The rows of the events that share `mid` and `eid`: what is one event, or a page's copies of it. */
export interface SimilarRows {
  add(event: Json, row: number): void;
  /** The oldest that no request has carried, or `null`. */
  findUnsent(event: Json): TelemetryRecord | null;
  /** The oldest that only a request has shown, or `null`. */
  findWithoutEvent(event: Json): TelemetryRecord | null;
  /** All of them, the oldest first. */
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

/** A queue of its own where an event has no row or one. */
function queueOf(held: number | Queue | undefined): Queue {
  if (typeof held === 'object') return held;
  return { rows: held === undefined ? [] : [held], unsentFrom: 0, withoutEventFrom: 0 };
}

/**
 * Creates an index of similar rows.
 * A page may make thousands of equal events, so no lookup scans them. Mostly an event has one row, which is held as a
 * number: at 100,000 events, a queue and a key for each of them take 18 MB more.
 */
export function createSimilarRows(recordOf: (row: number) => TelemetryRecord | undefined): SimilarRows {
  /** By `eid` and `mid`. */
  const rowsByEid = new Map<string, Map<string, number | Queue>>();

  /** Without a `mid` nothing says that two such events are one. */
  const midOf = (event: Json): string => stringAt(event, ['mid']) ?? '';
  const eidOf = (event: Json): string => stringAt(event, ['eid']) ?? '';
  const find = (event: Json): number | Queue | undefined => rowsByEid.get(eidOf(event))?.get(midOf(event));
  const findFirst = (
    event: Json,
    cursor: Cursor,
    isIt: (record: TelemetryRecord) => boolean,
  ): TelemetryRecord | null => {
    const queue = queueOf(find(event));
    for (; queue[cursor] < queue.rows.length; queue[cursor] += 1) {
      const record = recordOf(queue.rows[queue[cursor]] ?? 0);
      if (record !== undefined && isIt(record)) return record;
    }
    return null;
  };

  return {
    add(event, row) {
      const [eid, mid] = [eidOf(event), midOf(event)];
      if (mid === '') return;
      const byMid = rowsByEid.get(eid) ?? new Map<string, number | Queue>();
      rowsByEid.set(eid, byMid);
      const known = byMid.get(mid);
      const queue = queueOf(known);
      queue.rows.push(row);
      byMid.set(mid, known === undefined ? row : queue);
    },
    findUnsent: (event) => findFirst(event, 'unsentFrom', isUnsent),
    findWithoutEvent: (event) => findFirst(event, 'withoutEventFrom', isWithoutEvent),
    rowsOf: (event) => queueOf(find(event)).rows,
    sort() {
      for (const byMid of rowsByEid.values()) {
        for (const held of byMid.values()) {
          const queue = queueOf(held);
          queue.rows.sort((one, other) => one - other);
          queue.unsentFrom = queue.withoutEventFrom = 0;
        }
      }
    },
    clear: () => rowsByEid.clear(),
  };
}
