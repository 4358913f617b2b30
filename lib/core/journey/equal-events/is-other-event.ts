import type { Json } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import type { TelemetryRecord } from '../record';

/**
 * Whether an event differs from the one of a record that has its `mid`: SDKs without a device id give different events one.
 * Where only requests are known, no call tells them apart. A record without all of its event is taken for the same one.
 */
export function isOtherEvent({ event, longValues }: TelemetryRecord, other: Json): boolean {
  const isWhole = longValues === undefined && event?.truncations.length === 0;
  return isWhole && !jsonEquals(event.json, other);
}
