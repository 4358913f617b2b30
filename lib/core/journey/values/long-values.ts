import { isJsonObject, type Json, type JsonObject, ownValue, stringAt } from '#core/json/json';
import { weighJson } from '../json-weight';
import type { Change, ObservedRecord, TelemetryRecord, Truncation } from '../record';

/**
 * A record of at least this size has long values.
 * Events of SDKs have 1 to 5 kB: none of them is ever shortened or stored apart. 100,000 lighter records take 1.6 GB at
 * most.
 */
const MIN_LONG_BYTES = 16_384;

/**
 * Upper bound of the estimate: the longest event that the hook copies, with its call and both in two-byte texts, has
 * less.
 */
const MAX_WEIGHED_BYTES = 64_000_000;

/** The long values of a record. JSON, so that a store takes it as text. */
export interface LongValues {
  readonly args: readonly Json[] | null;
  readonly argCuts: readonly Truncation[];
  readonly event: Json;
  readonly eventTruncations: readonly Truncation[];
  /** By request id: the event as the request carried it. */
  readonly carriedEvents: JsonObject;
  /** By request id: the text of the response. */
  readonly responses: Readonly<Record<string, string>>;
  readonly changes: readonly Change[];
}

/**
 * Estimates what the values of a record take in memory, in bytes.
 * What call and event share counts once. Of a response, which all rows of its batch share, a share counts.
 */
export function weighRecord(record: TelemetryRecord): number {
  return weighUpTo(MAX_WEIGHED_BYTES, record);
}

function weighUpTo(limit: number, { call, event, requests }: TelemetryRecord): number {
  let bytes = weighJson(call === null ? event?.json : [call.args, ownPartsOf(event, call.args)], limit);
  for (const { responseText, batchSize, carriedEvent } of requests) {
    // A row may have as many requests as there were retries.
    if (bytes > limit) break;
    bytes += weighJson(carriedEvent, limit) + weighJson(responseText, limit) / Math.max(1, batchSize);
  }
  return bytes;
}

/** What an event has that its call has not. */
function ownPartsOf(event: TelemetryRecord['event'], args: readonly Json[]): unknown {
  if (!isJsonObject(event?.json)) return event?.json;
  const shared = new Set<unknown>(args);
  return Object.values(event.json).filter((part) => !shared.has(part));
}

/** Whether a record has values that are worth storing apart. */
export function hasLongValues(record: TelemetryRecord): boolean {
  return record.longValues === undefined && weighUpTo(MIN_LONG_BYTES, record) > MIN_LONG_BYTES;
}

/** The values that `shortenRecord` shortens. */
export function longValuesOf({ call, event, requests, changes }: TelemetryRecord): LongValues {
  const carriedEvents = requests.flatMap(({ id, carriedEvent: json }): [string, Json][] =>
    json === null ? [] : [[id, json]],
  );
  const responses = requests.flatMap(({ id, responseText }): [string, string][] =>
    responseText === null ? [] : [[id, responseText]],
  );
  return {
    args: call?.args ?? null,
    argCuts: call?.truncations ?? [],
    event: event?.json ?? null,
    eventTruncations: event?.truncations ?? [],
    carriedEvents: Object.fromEntries(carriedEvents),
    responses: Object.fromEntries(responses),
    changes,
  };
}

/** Restores the long values of a row's current record. */
export function restoreLongValues(record: ObservedRecord, values: LongValues): TelemetryRecord {
  const { longValues: _, ...row } = record;
  const { call, event, requests, changes } = row;
  return {
    ...row,
    call: call && values.args ? { ...call, args: values.args, truncations: values.argCuts } : call,
    event:
      event && values.event !== null ? { ...event, json: values.event, truncations: values.eventTruncations } : event,
    requests: requests.map((request) => {
      const carriedEvent = request.carriedEvent && (ownValue(values.carriedEvents, request.id) ?? request.carriedEvent);
      const response = request.responseText && (stringAt(values.responses, [request.id]) ?? request.responseText);
      return { ...request, carriedEvent, responseText: response };
    }),
    // Only the row has a change that was found later.
    changes: changes.length === values.changes.length ? values.changes : changes,
  };
}
