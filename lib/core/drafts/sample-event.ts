import type { ObservedRecord, TelemetryRecord } from '#core/journey/record';
import { isJsonObject, type Json, type JsonObject, valueAt } from '#core/json/json';
import { compiledOf } from '#core/telemetry/compiled';
import type { EventKind } from '#core/telemetry/kinds';
import { eventParts } from '#core/telemetry/wire-format';

/** The parts of an event that `options` add to, where the SDK has filled them in. */
const OPTION_PARTS: readonly string[] = ['actor', 'context', 'object', 'tags'];

/**
 * The event that a record would be if it were called with the arguments of a sample, by name.
 * What a sample does not say, such as the SDK's context, is that of the record, so that the two differ only in what
 * the sample says.
 */
export function withSampleArguments(record: ObservedRecord, kind: EventKind, args: JsonObject): TelemetryRecord {
  const before = isJsonObject(record.event?.json) ? record.event.json : {};
  const options = valueAt(args, ['options']);
  const given: Record<string, Json> = { ...eventParts(compiledOf(kind).places, args) };
  if (isJsonObject(options)) for (const part of OPTION_PARTS) addPart(given, part, options[part]);
  const json: Record<string, Json> = { ...before, eid: kind.toUpperCase() };
  for (const [part, value] of Object.entries(given)) {
    const own = json[part];
    json[part] = part !== 'edata' && isJsonObject(own) && isJsonObject(value) ? { ...own, ...value } : value;
  }
  const event = { observedIn: 'file', json, truncations: [], at: record.at, eventsEmittedBefore: 0 } as const;
  return { ...record, kind, name: kind, call: null, event };
}

function addPart(parts: Record<string, Json>, name: string, value: Json | undefined): void {
  const own = parts[name];
  if (value !== undefined) parts[name] = isJsonObject(own) && isJsonObject(value) ? { ...own, ...value } : value;
}
