import type { ObservedRecord, TelemetryRecord } from '#core/journey/record';
import { isJsonObject, type Json, type JsonObject, valueAt } from '#core/json/json';
import { compiledOf } from '#core/telemetry/compiled';
import type { EventKind } from '#core/telemetry/kinds';
import { toEventParts } from '#core/telemetry/wire-format';

/** The parts of an event that `options` are merged into. */
const OPTION_PARTS: readonly string[] = ['actor', 'context', 'object', 'tags'];

/**
 * Replaces the event of a record by the event that the arguments of a sample would cause.
 * Parts that the sample does not set, such as the SDK's context, stay those of the record, so that they do not differ.
 */
export function withSampleArguments(record: ObservedRecord, kind: EventKind, args: JsonObject): TelemetryRecord {
  const recordEvent = isJsonObject(record.event?.json) ? record.event.json : {};
  const options = valueAt(args, ['options']);
  const samplePartsByName: Record<string, Json> = { ...toEventParts(compiledOf(kind).mappings, args) };
  if (isJsonObject(options)) for (const part of OPTION_PARTS) addPart(samplePartsByName, part, options[part]);
  const json: Record<string, Json> = { ...recordEvent, eid: kind.toUpperCase() };
  for (const [part, value] of Object.entries(samplePartsByName)) {
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
