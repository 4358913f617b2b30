import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { isJsonObject, type Json, type JsonObject, ownValue } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { formatJavaScriptLiteral } from '#core/quoting/javascript-literal';
import { stableEvent } from './stable-event';

/** What an event says of itself. The rest of the envelope says who, where and by what it was sent. */
const ASSERTED_FIELDS = ['eid', 'object', 'edata'] as const;

/**
 * Writes an assertion of `telemetry-v3/playwright` for an event like this one.
 * It has the fields that are the same in each run. A value that `mask` hides is omitted, as no event has its pseudonym.
 * Returns `null` without an event.
 */
export function writePlaywrightAssertion(
  record: Pick<TelemetryRecord, 'event' | 'requests'>,
  mask: (json: Json) => Json,
): string | null {
  const json = eventJson(record);
  if (!isJsonObject(json)) return null;
  const stable = stableEvent(json);
  const unmasked = keepUnmasked(stable, mask(stable));
  const fields = isJsonObject(unmasked) ? ASSERTED_FIELDS.flatMap((field) => fieldOf(unmasked, field)) : [];
  return `await expect(telemetry).toHaveEvent(${formatJavaScriptLiteral(Object.fromEntries(fields))});\n`;
}

function fieldOf(json: JsonObject, field: string): readonly (readonly [string, Json])[] {
  const value = ownValue(json, field);
  const isEmpty = value === undefined || (isJsonObject(value) && Object.keys(value).length === 0);
  return isEmpty ? [] : [[field, value]];
}

/** What is the same in both values. An array of which an item was masked is omitted: it is compared item by item. */
function keepUnmasked(value: Json, masked: Json): Json | undefined {
  if (!isJsonObject(value) || !isJsonObject(masked)) return jsonEquals(value, masked) ? value : undefined;
  const stable = Object.entries(value).flatMap(([key, inner]): readonly (readonly [string, Json])[] => {
    const other = ownValue(masked, key);
    const same = other === undefined ? undefined : keepUnmasked(inner, other);
    return same === undefined ? [] : [[key, same]];
  });
  return Object.fromEntries(stable);
}
