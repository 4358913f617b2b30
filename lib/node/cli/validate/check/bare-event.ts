import type { InputStep } from '#core/formats/read/read-parts';
import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { kindOfEvent } from '#core/telemetry/valid-event';

/** A step of reading an input that has a JSON text. */
export type TextPart = Extract<InputStep, { text: string }>;

/**
 * Fields of batches, HAR files and capture files.
 * An object with one of them is not treated as a plain event.
 */
const CONTAINER_FIELDS = ['events', 'event', 'data', 'log', 'records', 'info', 'item'] as const;
/** Fields of events. An object without any of them may be a row of a table. */
const EVENT_FIELDS = ['edata', 'context', 'actor'] as const;

/** Whether the JSON is an event of a V3 kind. */
export function isEventObject(json: Json): json is JsonObject {
  return isJsonObject(json) && kindOfEvent(json) !== undefined;
}

/** Whether the JSON is a plain event: no batch, capture, HAR file or row of a table. */
export function isBareEvent(part: TextPart, json: Json): json is JsonObject {
  if (!canBeEvent(part) || !isEventObject(json)) return false;
  for (const name of CONTAINER_FIELDS) if (json[name] !== undefined) return false;
  return EVENT_FIELDS.some((name) => json[name] !== undefined);
}

function canBeEvent(part: TextPart): boolean {
  return part.type === 'item' ? part.path === 'events' || part.path === 'all' : part.type !== 'around';
}

/** Returns a batch whose only event is a placeholder. */
export function withPlaceholderEvent(wrapper: Json): Json {
  const events = [{ eid: '', ets: 0 }];
  return typeof wrapper === 'object' && wrapper !== null ? { ...wrapper, events } : wrapper;
}
