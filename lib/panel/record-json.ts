import type { TelemetryRecord } from '../journey/record';

/** An event as text to copy: as it travels where it was seen so, else the call with its arguments. */
export function recordJson(record: TelemetryRecord): string {
  const { event, call } = record;
  if (event) return JSON.stringify(event.json, null, 2);
  return JSON.stringify({ method: record.name, args: call?.args ?? [] }, null, 2);
}
