import { type Json, stringAt } from '#core/json/json';
import { MidRows } from '#core/stream/mid-rows';
import { hash53 } from '#core/util/hash53';

/** Limit of the rows that an event is compared with. An SDK without a device id gives all END events one `mid`. */
const MAX_COMPARED_ROWS = 50;

/** Index of events by run, `eid` and `mid`. The index takes 24 bytes per event. */
export interface SimilarEvents {
  /** Adds an event. Its row must be the greatest so far. An event without a `mid` is similar to none. */
  add(run: string, event: Json, row: number): void;
  /** Returns the rows of similar events, the oldest first, at most 50. */
  rowsOf(run: string, event: Json): readonly number[];
  remove(rows: readonly number[]): void;
}

export function createSimilarEvents(): SimilarEvents {
  const mids = new MidRows();
  return {
    add(run, event, row) {
      const hash = hashOf(run, event);
      if (hash !== null) mids.add(row, hash, null, 0);
    },
    rowsOf(run, event) {
      const hash = hashOf(run, event);
      const last = hash === null ? 0 : mids.lastRowOf(hash);
      const rows: number[] = [];
      // `MidRows` links the rows of a `mid` in a ring, so the row after the last one is the oldest.
      for (let row = last; last !== 0 && rows.length < MAX_COMPARED_ROWS; ) {
        row = mids.nextOf(row);
        rows.push(row);
        if (row === last) break;
      }
      return rows;
    },
    remove(rows) {
      const removed = new Set(rows);
      const hashes = new Set(rows.map((row) => mids.hashOf(row)));
      hashes.delete(0);
      for (const hash of hashes) mids.removeRows(hash, (row) => removed.has(row));
    },
  };
}

function hashOf(run: string, event: Json): number | null {
  const mid = stringAt(event, ['mid']) ?? '';
  return mid === '' ? null : hash53(`${run}\n${stringAt(event, ['eid']) ?? ''}\n${mid}`, 0);
}
