import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from '#core/json/json';
import { MAX_EPOCH_MS } from '#core/util/epoch';

/**
 * Returns when a pipeline received an event, in epoch milliseconds, or `null` if unknown.
 * The collector or the extractor sets `syncts` and `@timestamp`.
 *
 * @param earliest earlier times are ignored.
 */
export function receiptTimeOf(event: Json, earliest = -MAX_EPOCH_MS): number | null {
  const isTime = (value: number) => value >= earliest && value <= MAX_EPOCH_MS;
  if (!isJsonObject(event)) return null;
  const syncts = ownValue(event, 'syncts');
  if (typeof syncts === 'number' && isTime(syncts)) return syncts;
  const timestamp = ownValue(event, '@timestamp');
  const time = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return isTime(time) ? time : null;
}

interface EventOfFile {
  readonly json: Json;
  /** The time of its batch, in epoch milliseconds. */
  readonly receivedAt?: number | undefined;
}

/** Returns when a pipeline received an event of a file, in epoch milliseconds, or `null` if unknown. */
export function receiptTimeInFile({ json, receivedAt }: EventOfFile): number | null {
  return receivedAt ?? receiptTimeOf(json);
}

/**
 * Returns the object around the events of a batch, or `null` if the JSON is no batch.
 * This object is the JSON itself, or `data` of Obsrv 2. The collector adds its time of receipt there.
 */
export function batchObjectOf(json: Json): JsonObject | null {
  if (!isJsonObject(json)) return null;
  if (isJsonArray(ownValue(json, 'events') ?? null)) return json;
  const data = ownValue(json, 'data') ?? null;
  return isJsonObject(data) && isJsonArray(ownValue(data, 'events') ?? null) ? data : null;
}
