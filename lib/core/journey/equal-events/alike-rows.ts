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

/**
 * Creates an index of similar rows.
 * A page may make thousands of equal events, so no lookup scans them.
 */
export function createSimilarRows(recordOf: (row: number) => TelemetryRecord | undefined): SimilarRows {
  const queues = new Map<string, Queue>();

  const queueOf = (event: Json): Queue | undefined => queues.get(keyOf(event) ?? '');
  const firstFrom = ({ rows }: Queue, from: number, isIt: (record: TelemetryRecord) => boolean): number => {
    let index = from;
    for (; index < rows.length; index += 1) {
      const record = recordOf(rows[index] ?? 0);
      if (record && isIt(record)) break;
    }
    return index;
  };

  return {
    add(event, row) {
      const key = keyOf(event);
      if (key === null) return;
      const queue = queues.get(key) ?? { rows: [], unsentFrom: 0, withoutEventFrom: 0 };
      queue.rows.push(row);
      queues.set(key, queue);
    },
    findUnsent(event) {
      const queue = queueOf(event);
      if (!queue) return null;
      queue.unsentFrom = firstFrom(queue, queue.unsentFrom, ({ requests }) => requests.length === 0);
      return recordOf(queue.rows[queue.unsentFrom] ?? 0) ?? null;
    },
    findWithoutEvent(event) {
      const queue = queueOf(event);
      if (!queue) return null;
      queue.withoutEventFrom = firstFrom(
        queue,
        queue.withoutEventFrom,
        (record) => record.event?.observedIn === 'request',
      );
      return recordOf(queue.rows[queue.withoutEventFrom] ?? 0) ?? null;
    },
    rowsOf: (event) => queueOf(event)?.rows ?? [],
    sort() {
      for (const [key, { rows }] of queues) {
        queues.set(key, { rows: rows.sort((one, other) => one - other), unsentFrom: 0, withoutEventFrom: 0 });
      }
    },
    clear: () => queues.clear(),
  };
}

/** `null` without a `mid`: nothing says that two such events are one. */
function keyOf(event: Json): string | null {
  const mid = stringAt(event, ['mid']);
  return mid ? `${stringAt(event, ['eid']) ?? ''} ${mid}` : null;
}
