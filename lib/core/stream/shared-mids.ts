import type { TelemetryRecord } from '#core/journey/record';
import { stringAt } from '#core/json/json';

const MID = ['mid'];

/** Finds the rows whose `mid` is also that of another row. */
export interface SharedMids {
  /**
   * Adds a record, or puts it in the place of `before`, which has its row.
   * Returns the rows for which {@link SharedMids.isShared} has changed; the record's own may be one of them.
   */
  add(record: TelemetryRecord, before: TelemetryRecord | null): readonly number[];
  isShared(record: TelemetryRecord): boolean;
}

/** Creates a finder of shared `mid`s for one list. */
export function createSharedMids(): SharedMids {
  /** One row of a `mid`, as nearly always, or several. */
  const rowsOfMid = new Map<string, number | Set<number>>();

  const add = (row: number, mid: string): readonly number[] => {
    const rows = rowsOfMid.get(mid);
    if (rows === undefined) {
      rowsOfMid.set(mid, row);
      return [];
    }
    if (typeof rows === 'object') {
      rows.add(row);
      return [row];
    }
    rowsOfMid.set(mid, new Set([rows, row]));
    return [rows, row];
  };
  const remove = (row: number, mid: string): readonly number[] => {
    const rows = rowsOfMid.get(mid);
    if (typeof rows !== 'object') {
      rowsOfMid.delete(mid);
      return [];
    }
    rows.delete(row);
    const [last = row] = rows;
    if (rows.size > 1) return [row];
    rowsOfMid.set(mid, last);
    return [row, last];
  };

  return {
    add(record, before) {
      const mid = midOf(record);
      const midBefore = before ? midOf(before) : '';
      if (mid === midBefore) return [];
      const parted = midBefore === '' ? [] : remove(record.row, midBefore);
      return mid === '' ? parted : [...parted, ...add(record.row, mid)];
    },
    isShared: (record) => typeof rowsOfMid.get(midOf(record)) === 'object',
  };
}

/** Empty if the event has none, or there is no event. */
function midOf({ event }: TelemetryRecord): string {
  return (event && stringAt(event.json, MID)) ?? '';
}
