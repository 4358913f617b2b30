import type { ObservedRecord, TelemetryRecord } from '#core/journey/record';
import { isJsonObject, type Json, type JsonObject, valueAt } from '#core/json/json';
import { compiledOf } from '#core/telemetry/compiled';
import type { EventKind } from '#core/telemetry/kinds';
import { eventParts } from '#core/telemetry/wire-format';

/** The parts of an event that `options` are merged into. */
const OPTION_PARTS: readonly string[] = ['actor', 'context', 'object', 'tags'];

/**
 * Returns a record with the event that the arguments of a sample would cause, by name.
 * Parts that the sample does not set, such as the SDK's context, are those of the record, so that they do not differ.
 */
export function withSampleArguments(record: ObservedRecord, kind: EventKind, args: JsonObject): TelemetryRecord {
  const before = isJsonObject(record.event?.json) ? record.event.json : {};
  const options = valueAt(args, ['options']);
  const given: Record<string, Json> = { ...eventParts(compiledOf(kind).mappings, args) };
  if (isJsonObject(options)) for (const part of OPTION_PARTS) addPart(given, part, options[part]);
  const json: Record<string, Json> = { ...before, eid: kind.toUpperCase() };
  for (const [part, value] of Object.entries(given)) {
    const base = json[part];
    json[part] = part !== 'edata' && isJsonObject(base) && isJsonObject(value) ? { ...base, ...value } : value;
  }
  const event = { observedIn: 'file', json, truncations: [], at: record.at, eventsEmittedBefore: 0 } as const;
  return { ...record, kind, name: kind, call: null, event };
}

function addPart(parts: Record<string, Json>, name: string, value: Json | undefined): void {
  const base = parts[name];
  if (value !== undefined) parts[name] = isJsonObject(base) && isJsonObject(value) ? { ...base, ...value } : value;
}
