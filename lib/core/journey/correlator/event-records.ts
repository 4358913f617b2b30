import type { Json } from '#core/json/json';
import { findChanges } from '../changes';
import type { ObservedEvent, TelemetryRecord } from '../record';
import type { RecordIndex } from '../record-index';
import { withFindings } from '../record-updates';
import { createStickyOptions } from '../sticky-options';
import { findingsWithoutSecrets, observationFor } from './new-record';
import type { Changed, CorrelatorRules } from './observations';

/** Gives records their events. */
export interface EventRecords {
  /** Gives a call its event, with what only the event shows. */
  withEvent(record: TelemetryRecord, observed: ObservedEvent, raw: Json): TelemetryRecord;
  /** Makes the event known, and marks all rows that now share its mid. */
  noteMid(event: Json, row: number): Changed;
}

export function createEventRecords(rules: CorrelatorRules, records: RecordIndex): EventRecords {
  const sticky = createStickyOptions();

  const withEvent = (record: TelemetryRecord, observed: ObservedEvent, raw: Json): TelemetryRecord => {
    const event = observationFor(record, observed);
    if (!record.call) return { ...record, event };
    const sdkKey = `${record.documentKey} ${record.sdk?.global}`;
    const changes = [
      ...findChanges(record.call, event.json),
      ...sticky.leaks(sdkKey, record.call, record.row, event.json),
    ];
    const { findings } = rules.validateEvent(raw);
    return withFindings({ ...record, event, changes }, findingsWithoutSecrets(findings, rules));
  };

  const noteMid = (event: Json, row: number): Changed => {
    const first = records.addEvent(event, row);
    if (first === null) return [];
    return [first, row].flatMap((other) => {
      const record = records.get(other);
      return record && !record.sharesMid ? [records.put({ ...record, sharesMid: true })] : [];
    });
  };

  return { withEvent, noteMid };
}
