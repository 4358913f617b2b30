import type { TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { formatJson } from '#core/quoting/json-text';

/** Formats the emitted event as JSON, or the call with its arguments if no event was observed. */
export function formatRecordJson(record: TelemetryRecord): string {
  return formatJson(recordValue(record), 2);
}

/** Formats several events as one JSON list. */
export function formatRecordsJson(records: readonly TelemetryRecord[]): string {
  return formatJson(records.map(recordValue), 2);
}

/** Returns the emitted event, or the call with its arguments if no event was observed. */
export function recordValue({ event, call, name }: TelemetryRecord): Json {
  return event ? event.json : { method: name, args: call?.args ?? [] };
}
