import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { isJsonObject, type Json, type JsonObject, ownValue, stringAt } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { findUnlistedFields } from '#core/query/unlisted-fields';
import { formatJavaScriptLiteral } from '#core/quoting/javascript-literal';
import { kindOfEid } from '#core/telemetry/kinds';
import { toStableEvent } from './stable-event';

/** Fields that describe the event itself. The rest of the envelope describes its sender and context. */
const ASSERTED_FIELDS = ['eid', 'object', 'edata'] as const;

/**
 * Writes an assertion of `telemetry-v3/playwright` for events like that of a record.
 * Returns `null` without an event. The assertion has the fields that are equal in each run. Redacted values are
 * omitted, because no event has their pseudonyms.
 */
export function writePlaywrightAssertion(
  record: Pick<TelemetryRecord, 'event' | 'requests'>,
  redact: (json: Json) => Json,
): string | null {
  const json = eventJson(record);
  if (!isJsonObject(json)) return null;
  const stable = toStableEvent(json);
  const unredacted = pickUnredacted(stable, redact(stable));
  const fields = isJsonObject(unredacted) ? ASSERTED_FIELDS.flatMap((field) => entryOf(unredacted, field)) : [];
  const literal = formatJavaScriptLiteral(Object.fromEntries(fields));
  return `await expect(telemetry).toHaveEvent(${areFieldsTyped(json, fields) ? literal : withEidPattern(literal)});\n`;
}

/** Whether the type of the matcher has all of these fields for this `eid`. */
function areFieldsTyped(json: JsonObject, fields: readonly (readonly [string, Json])[]): boolean {
  const kind = kindOfEid(stringAt(json, ['eid']) ?? '');
  return kind !== null && findUnlistedFields(Object.fromEntries(fields), kind).length === 0;
}

/** Replaces the `eid` by a pattern: with a pattern, the type of the matcher allows custom fields. */
function withEidPattern(literal: string): string {
  return literal.replace(
    /^(\{\s*"eid": )"([\w.-]+)"/,
    (_, before, eid) => `${before}/^${eid.replaceAll('.', '\\.')}$/`,
  );
}

function entryOf(json: JsonObject, field: string): readonly (readonly [string, Json])[] {
  const value = ownValue(json, field);
  const isEmpty = value === undefined || (isJsonObject(value) && Object.keys(value).length === 0);
  return isEmpty ? [] : [[field, value]];
}

/**
 * Returns the part that is equal in both values.
 * An array with a redacted item is omitted, because arrays are compared item by item.
 */
function pickUnredacted(value: Json, redacted: Json): Json | undefined {
  if (!isJsonObject(value) || !isJsonObject(redacted)) return jsonEquals(value, redacted) ? value : undefined;
  const entries = Object.entries(value).flatMap(([key, inner]): readonly (readonly [string, Json])[] => {
    const other = ownValue(redacted, key);
    const same = other === undefined ? undefined : pickUnredacted(inner, other);
    return same === undefined ? [] : [[key, same]];
  });
  return Object.fromEntries(entries);
}
