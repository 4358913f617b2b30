import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';

/**
 * Marks a manually fired event in `context.cdata`, so that it can be filtered out downstream.
 */
export const FIRED_MANUALLY = { id: 'telemetry-v3-devtools', type: 'FiredByHand' } as const;

/** The context with the mark behind its own entries; a context that is no object is left as it is. */
export function markEvent(context: Json | undefined): Json | undefined {
  if (context !== undefined && !isJsonObject(context)) return context;
  const cdata = context && Object.hasOwn(context, 'cdata') ? context.cdata : undefined;
  if (cdata !== undefined && cdata !== null && !isJsonArray(cdata)) return context;
  const marked: JsonObject = { ...context, cdata: [...(cdata ?? []), FIRED_MANUALLY] };
  return marked;
}
