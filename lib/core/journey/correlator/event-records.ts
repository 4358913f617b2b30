import type { Json } from '#core/json/json';
import { findChanges } from '../changes';
import type { ObservedEvent, ObservedSecret, TelemetryRecord } from '../record';
import { createStickyOptions } from '../sticky-options';
import { findSecrets, toStoredObservation, withSecrets } from './new-record';
import type { SecretGuard } from './observations';

/** Adds events to records. */
export interface EventRecords {
  /** Adds the event to a call's record, with the changes and secrets of the event. */
  withEvent(record: TelemetryRecord, observed: ObservedEvent, raw: Json): TelemetryRecord;
  /** Adds the secrets of an event to a record without secrets. */
  withEventSecrets(record: TelemetryRecord, raw: Json): TelemetryRecord;
}

export function createEventRecords(guard: SecretGuard): EventRecords {
  const sticky = createStickyOptions();

  const withEventSecrets = (record: TelemetryRecord, raw: Json): TelemetryRecord => {
    if (record.event !== null) return record;
    const secrets = findSecrets({ type: 'event', json: raw }, guard).filter((secret) => isOnlyInEvent(record, secret));
    return secrets.length === 0 ? record : { ...record, ...withSecrets([...(record.secrets ?? []), ...secrets]) };
  };

  const withEvent = (record: TelemetryRecord, observed: ObservedEvent, raw: Json): TelemetryRecord => {
    const event = toStoredObservation(record, observed);
    if (!record.call) return { ...record, event };
    const sdkKey = `${record.documentKey} ${record.sdk?.global}`;
    const changes = [
      ...findChanges(record.call, event.json),
      ...sticky.findLeaks(sdkKey, record.call, record.row, event.json),
    ];
    return { ...withEventSecrets(record, raw), event, changes };
  };

  return { withEvent, withEventSecrets };
}

/** Whether a secret was not found in the call: `edata` is the data of the call. */
function isOnlyInEvent({ call }: TelemetryRecord, { path }: ObservedSecret): boolean {
  return call === null || path[0] !== 'edata';
}
