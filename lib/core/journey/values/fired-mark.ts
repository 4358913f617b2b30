import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';

/**
 * Marks a manually fired event in `context.cdata`, so that it can be filtered out downstream.
 */
export const FIRED_MANUALLY = { id: 'telemetry-v3-devtools', type: 'FiredManually' } as const;

/** Returns the context with the mark after its own entries; a context that isn't an object is unchanged. */
export function markEvent(context: Json | undefined): Json | undefined {
  if (context !== undefined && !isJsonObject(context)) return context;
  const cdata = context && Object.hasOwn(context, 'cdata') ? context.cdata : undefined;
  if (cdata !== undefined && cdata !== null && !isJsonArray(cdata)) return context;
  const marked: JsonObject = { ...context, cdata: [...(cdata ?? []), FIRED_MANUALLY] };
  return marked;
}

/** An event without the mark of fired events, and the mark if it had one. */
export interface UnmarkedEvent {
  readonly event: Json;
  readonly mark: Json | undefined;
}

/** Removes the mark of fired events. Also removes its list if that becomes empty: the mark may have created it. */
export function unmarkEvent(event: Json): UnmarkedEvent {
  const context = isJsonObject(event) ? ownValue(event, 'context') : undefined;
  const cdata = isJsonObject(context) ? ownValue(context, 'cdata') : undefined;
  const mark = isJsonArray(cdata) ? cdata.find((entry) => jsonEquals(entry, FIRED_MANUALLY)) : undefined;
  if (mark === undefined || !isJsonObject(event) || !isJsonObject(context) || !isJsonArray(cdata))
    return { event, mark: undefined };
  const { cdata: _, ...others } = context;
  const rest = cdata.filter((entry) => entry !== mark);
  return { event: { ...event, context: rest.length > 0 ? { ...context, cdata: rest } : others }, mark };
}
