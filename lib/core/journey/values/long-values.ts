import { isJsonObject, type Json, type JsonObject, ownValue, stringAt } from '#core/json/json';
import { estimateJsonBytes } from '../estimate-json-bytes';
import type { Change, ObservedRecord, TelemetryRecord, Truncation } from '../record';

/**
 * A record of at least this size has long values.
 * Events of SDKs have 1 to 5 kB, so they are never truncated. 100,000 records below the limit take at most 1.6 GB.
 */
const MIN_LONG_BYTES = 16_384;

/**
 * Upper bound of the estimate.
 * The longest event that the hook copies takes less, even with its call and two bytes per character.
 */
const MAX_ESTIMATED_BYTES = 64_000_000;

/** The long values of a record, as JSON that can be stored as text. */
export interface LongValues {
  readonly args: readonly Json[] | null;
  readonly argTruncations: readonly Truncation[];
  readonly event: Json;
  readonly eventTruncations: readonly Truncation[];
  /** The event in each request, by request ID. */
  readonly carriedEvents: JsonObject;
  /** The text of each response, by request ID. */
  readonly responses: Readonly<Record<string, string>>;
  readonly changes: readonly Change[];
}

/**
 * Estimates the memory of a record's values, in bytes.
 * Parts that call and event share count once. The text of a response counts partly, because all rows of its batch share
 * it.
 */
export function estimateRecordBytes(record: TelemetryRecord): number {
  return estimateBytesUpTo(MAX_ESTIMATED_BYTES, record);
}

function estimateBytesUpTo(limit: number, { call, event, requests }: TelemetryRecord): number {
  let bytes = estimateCallAndEventUpTo(limit, call, event);
  for (const { responseText, batchSize, carriedEvent } of requests) {
    // A row with many retries has many requests.
    if (bytes > limit) break;
    bytes += estimateJsonBytes(carriedEvent, limit) + estimateJsonBytes(responseText, limit) / Math.max(1, batchSize);
  }
  return bytes;
}

/**
 * Short events, and short arguments without an event.
 * They are measured once, although a row changes with each step of its journey, and a call with its outcome.
 */
const shortEstimates = new WeakMap<object, { readonly args: readonly Json[] | undefined; readonly bytes: number }>();

function estimateCallAndEventUpTo(
  limit: number,
  call: TelemetryRecord['call'],
  event: TelemetryRecord['event'],
): number {
  const args = call?.args;
  const key = event ?? args;
  if (key === undefined) return 0;
  const estimate = shortEstimates.get(key);
  if (estimate !== undefined && estimate.args === args) return estimate.bytes;
  const bytes = estimateJsonBytes(args === undefined ? event?.json : [args, ownPartsOf(event, args)], limit);
  if (bytes <= MIN_LONG_BYTES) shortEstimates.set(key, { args, bytes });
  return bytes;
}

/** Returns the parts of an event that its call does not share. */
function ownPartsOf(event: TelemetryRecord['event'], args: readonly Json[]): unknown {
  if (!isJsonObject(event?.json)) return event?.json;
  const shared = new Set<unknown>(args);
  return Object.values(event.json).filter((part) => !shared.has(part));
}

/** Whether a record is large enough to store its values separately. */
export function hasLongValues(record: TelemetryRecord): boolean {
  return record.longValues === undefined && estimateBytesUpTo(MIN_LONG_BYTES, record) > MIN_LONG_BYTES;
}

/** Returns the values that `truncateRecord` truncates. */
export function longValuesOf({ call, event, requests, changes }: TelemetryRecord): LongValues {
  const carriedEvents = requests.flatMap(({ id, carriedEvent: json }): [string, Json][] =>
    json === null ? [] : [[id, json]],
  );
  const responses = requests.flatMap(({ id, responseText }): [string, string][] =>
    responseText === null ? [] : [[id, responseText]],
  );
  return {
    args: call?.args ?? null,
    argTruncations: call?.truncations ?? [],
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
    call: call && values.args ? { ...call, args: values.args, truncations: values.argTruncations } : call,
    event:
      event && values.event !== null ? { ...event, json: values.event, truncations: values.eventTruncations } : event,
    requests: requests.map((request) => {
      const carriedEvent = request.carriedEvent && (ownValue(values.carriedEvents, request.id) ?? request.carriedEvent);
      const response = request.responseText && (stringAt(values.responses, [request.id]) ?? request.responseText);
      return { ...request, carriedEvent, responseText: response };
    }),
    // The row may have changes that were found after its values were stored.
    changes: changes.length === values.changes.length ? values.changes : changes,
  };
}
