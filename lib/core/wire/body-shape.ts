import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import type { BodyShape } from '#core/telemetry/body/telemetry-body';

/** The shape of the SDKs' bodies: JSON with the list `events`. */
export const SDK_SHAPE: BodyShape = { path: ['events'], content: 'list' };

/** Whether a body has the shape of the SDKs' bodies: JSON with the list `events`. */
export function isSdkShape({ path, content, form }: BodyShape): boolean {
  return form === undefined && content === 'list' && path.length === 1 && path[0] === 'events';
}

/**
 * Returns the JSON of a body with these events.
 * Without events, it contains `null` instead of a single event, or an empty list.
 */
export function putEvents(
  bodyFields: JsonObject | undefined,
  { path, content }: Pick<BodyShape, 'path' | 'content'>,
  events: readonly Json[],
): Json {
  const value = content === 'list' ? events : (events[0] ?? null);
  return putAt(bodyFields ?? {}, path, value);
}

function putAt(json: Json, [name, ...rest]: readonly string[], value: Json): Json {
  if (name === undefined) return value;
  const parent = isJsonObject(json) ? json : {};
  const part = Object.hasOwn(parent, name) ? (parent[name] ?? null) : null;
  return { ...parent, [name]: putAt(part, rest, value) };
}
