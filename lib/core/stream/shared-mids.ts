import type { TelemetryRecord } from '#core/journey/record';
import { stringAt } from '#core/json/json';
import { createDuplicateMidRule } from './duplicate-mid-rule';
import { createRowsWithFindings } from './rows-with-findings';

const MID = ['mid'];

/** Finds the rows whose `mid` is also that of another row. */
export interface SharedMids {
  /**
   * Adds a record, or puts it in the place of the one with its row.
   * Returns the rows for which {@link SharedMids.isShared} has changed; the record's own may be one of them.
   */
  add(record: TelemetryRecord): readonly number[];
  isShared(row: number): boolean;
}

/** Creates a finder of shared `mid`s for one list. */
export function createSharedMids(): SharedMids {
  const rule = createDuplicateMidRule(midOfRecord);
  const rows = createRowsWithFindings();
  return {
    add: (record) => rows.apply(rule.add([record])),
    isShared: rows.has,
  };
}

/** Empty if the event has none, or there is no event. */
function midOfRecord({ event }: TelemetryRecord): string {
  return (event && stringAt(event.json, MID)) ?? '';
}
