import type { ObservedBatch } from '#core/journey/correlator/observations';
import { estimateJsonBytes } from '#core/journey/estimate-json-bytes';
import type { Truncation } from '#core/journey/record';
import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { isDeeperThan, MAX_JSON_DEPTH, replaceDeepParts } from '#core/json/json-depth';
import { type TelemetryBody, telemetryOfText } from '#core/telemetry/body/telemetry-body';
import { isSdkShape, putEvents } from './body-shape';
import { keyOfBody } from './request-body';

/** The events of a request body, with its size, shape and key. */
export type ParsedBatchBody = Pick<
  ObservedBatch,
  'events' | 'unreadEvents' | 'eventTruncations' | 'bodyFields' | 'bodyShape' | 'bodyBytes' | 'bodyKey'
>;

/** A parsed body whose key is not computed yet. */
export interface UnkeyedBody {
  readonly body: Omit<ParsedBatchBody, 'bodyKey'>;
  /** The bytes whose key is the key of the body: see {@link keyOfBody}. */
  readonly keyBytes: Uint8Array;
}

const encoder = new TextEncoder();

/** Parses a request body. Returns `null` if it contains no telemetry. */
export function parseBatchBody(text: string): ParsedBatchBody | null {
  const parsed = parseUnkeyedBody(text);
  return parsed && { ...parsed.body, bodyKey: keyOfBody(parsed.keyBytes) };
}

/**
 * Like {@link parseBatchBody}, but leaves the key to the caller, who may not need it.
 *
 * @param utf8 the text in UTF-8, if it is known.
 */
export function parseUnkeyedBody(text: string, utf8: Uint8Array | null = null): UnkeyedBody | null {
  const body = telemetryOfText(text);
  if (body === null) return null;
  const bytes = utf8 ?? encoder.encode(text);
  // The boundary of a multipart body is random, and the hook cannot observe it. Of a blob in a form, it observes only
  // the content.
  const isMultipart = body.shape.form?.type === 'multipart';
  const keyBytes = isMultipart ? encoder.encode(JSON.stringify(body.json)) : bytes;
  return { body: { ...truncateDeepEvents(body.events), ...shapeOf(body), bodyBytes: bytes.length }, keyBytes };
}

function truncateDeepEvents(events: readonly Json[]): Pick<ObservedBatch, 'events' | 'eventTruncations'> {
  const eventTruncations = new Map<number, readonly Truncation[]>();
  const shallow = events.map((event, index) => {
    const { json, replacedPaths } = replaceDeepParts(event);
    if (replacedPaths.length > 0) {
      eventTruncations.set(
        index,
        replacedPaths.map((path) => ({ path, reason: 'too-deep' })),
      );
    }
    return json;
  });
  return eventTruncations.size === 0 ? { events } : { events: shallow, eventTruncations };
}

/**
 * The SDKs send at most 1,000 events at once.
 * A body of 2 MB could have 150,000, which take some seconds.
 */
export const MAX_BATCH_EVENTS = 5_000;

/**
 * Returns a batch with at most {@link MAX_BATCH_EVENTS} events.
 * The others are counted in `unreadEvents`.
 */
export function withFirstEvents<Batch extends Pick<ObservedBatch, 'events' | 'unreadEvents'>>(batch: Batch): Batch {
  const unreadEvents = batch.events.length - MAX_BATCH_EVENTS;
  return unreadEvents <= 0 ? batch : { ...batch, events: batch.events.slice(0, MAX_BATCH_EVENTS), unreadEvents };
}

/**
 * The SDKs write four short fields around their events.
 * Longer fields are dropped, because each event of the batch stores them.
 */
const MAX_BODY_FIELDS_CHARS = 2_000;
/** Upper bound of the memory of such fields. Larger ones are dropped without serializing them. */
const MAX_BODY_FIELDS_BYTES = 20 * MAX_BODY_FIELDS_CHARS;

function shapeOf(body: TelemetryBody): Pick<ObservedBatch, 'bodyFields' | 'bodyShape'> {
  const bodyFields = bodyFieldsOf(body);
  return {
    ...(bodyFields === null ? {} : { bodyFields }),
    ...(isSdkShape(body.shape) ? {} : { bodyShape: body.shape }),
  };
}

function bodyFieldsOf({ json, shape }: TelemetryBody): JsonObject | null {
  if (!isJsonObject(json) || shape.path.length === 0) return null;
  const bodyFields = putEvents(json, shape, []);
  if (
    estimateJsonBytes(bodyFields, MAX_BODY_FIELDS_BYTES) > MAX_BODY_FIELDS_BYTES ||
    isDeeperThan(bodyFields, MAX_JSON_DEPTH)
  )
    return null;
  return isJsonObject(bodyFields) && JSON.stringify(bodyFields).length <= MAX_BODY_FIELDS_CHARS ? bodyFields : null;
}
