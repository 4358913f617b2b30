import type { Json } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import type { TelemetryRecord } from '../record';

/**
 * Whether an event differs from that of a record with the same `mid`.
 * SDKs without a device id give different events one `mid`. If only requests are known, the content distinguishes them.
 * A truncated event counts as the same.
 */
export function isOtherEvent({ event, longValues }: TelemetryRecord, other: Json): boolean {
  const isComplete = longValues === undefined && event?.truncations.length === 0;
  return isComplete && !jsonEquals(event.json, other);
}
