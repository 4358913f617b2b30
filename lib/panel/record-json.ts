import type { TelemetryRecord } from '../journey/record';
import type { Json } from '../json';

/** An event as text to copy: as it travels where it was seen so, else the call with its arguments. */
export function recordJson(record: TelemetryRecord): string {
  return JSON.stringify(copied(record), null, 2);
}

/** Several events as one JSON list. */
export function recordsJson(records: readonly TelemetryRecord[]): string {
  return JSON.stringify(records.map(copied), null, 2);
}

function copied({ event, call, name }: TelemetryRecord): Json {
  return event ? event.json : { method: name, args: call?.args ?? [] };
}
