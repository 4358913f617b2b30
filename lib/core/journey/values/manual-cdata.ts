import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';

/** An entry of `context.cdata` by which manually fired events can be filtered out downstream. */
export const FIRED_MANUALLY = { id: 'telemetry-v3-devtools', type: 'FiredManually' } as const;

/** Appends the entry to the context's own entries. A context that isn't an object is unchanged. */
export function addManualCdata(context: Json | undefined): Json | undefined {
  if (context !== undefined && !isJsonObject(context)) return context;
  const cdata = context && Object.hasOwn(context, 'cdata') ? context.cdata : undefined;
  if (cdata !== undefined && cdata !== null && !isJsonArray(cdata)) return context;
  const extended: JsonObject = { ...context, cdata: [...(cdata ?? []), FIRED_MANUALLY] };
  return extended;
}

/** An event without the entry of manually fired events, and the entry if it had one. */
export interface WithoutManualCdata {
  readonly event: Json;
  readonly cdataEntry: Json | undefined;
}

/** Removes the entry of a manually fired event. Also removes a list without other entries. */
export function removeManualCdata(event: Json): WithoutManualCdata {
  const context = isJsonObject(event) ? ownValue(event, 'context') : undefined;
  const cdata = isJsonObject(context) ? ownValue(context, 'cdata') : undefined;
  const cdataEntry = isJsonArray(cdata) ? cdata.find((entry) => jsonEquals(entry, FIRED_MANUALLY)) : undefined;
  if (cdataEntry === undefined || !isJsonObject(event) || !isJsonObject(context) || !isJsonArray(cdata))
    return { event, cdataEntry: undefined };
  const { cdata: _, ...others } = context;
  const rest = cdata.filter((entry) => entry !== cdataEntry);
  return { event: { ...event, context: rest.length > 0 ? { ...context, cdata: rest } : others }, cdataEntry };
}
