import { isJsonArray, isJsonObject, type Json, type JsonObject, ownValue } from '#core/json/json';
import { hasMoreValuesThan, MAX_JSON_VALUES, parseBoundedJson } from '#core/json/json-values';
import { withoutByteOrderMark } from '#core/util/byte-order-mark';

/** Location of the events in a request body. */
export interface BodyShape {
  /** Path of the events in the JSON. Empty if the JSON itself is an event or a list of events. */
  readonly path: readonly string[];
  readonly content: 'list' | 'event';
  /** The form field whose value is the JSON. Absent if the body is the JSON. */
  readonly form?: BodyForm;
}

interface BodyForm {
  readonly type: FormType;
  readonly field: string;
  /** Whether the form has other fields, too. */
  readonly hasOtherFields: boolean;
}

/** A request body that carries telemetry. */
export interface TelemetryBody {
  /** The body, or the value of the form field. */
  readonly json: Json;
  /** The unvalidated events of the body. */
  readonly events: readonly Json[];
  readonly shape: BodyShape;
}

/**
 * Limit of the items that are searched for an event: SDKs send at most 1000 events at once.
 * A list without an event among them isn't telemetry.
 */
const MAX_SEARCHED_ITEMS = 1000;

/** Fields that both SDK generations write around `events`. */
const BATCH_FIELDS = ['id', 'ver', 'params'] as const;

/** `edata` may be absent: SDK 2.0.1 sends none after `$t.interact()`. */
const EVENT_FIELDS = ['ets', 'ver', 'mid', 'actor', 'context', 'edata'] as const;

/** Fields of Sunbird's API for course progress, which repeats the ASSESS events of an attempt. */
export const ATTEMPT_FIELDS = ['attemptId', 'assessmentTs'] as const;

/**
 * Returns the telemetry of a body by its JSON alone, or `null`. Ignores the URL.
 * The events are those of SDKs, of Obsrv 2 (`{"data": {"id", "events"}}`, `{"data": {"event"}}`, `{"data": […]}`), of
 * Sunbird's learner service (`{"request": {"events"}}`), and of forks of them. A list with at least one event is a list
 * of events. In a field named for events, an event needs a string `eid` and one other field of an event. Elsewhere, it
 * needs a string `eid` and `edata`, or two other fields.
 */
export function telemetryOfJson(json: Json): TelemetryBody | null {
  // Each line of a file comes here, so that nothing is created before an event is found.
  if (!isJsonObject(json)) return isJsonArray(json) ? bodyAt(json, json, [], isUnambiguousEvent) : null;
  if (!isAttempt(json)) {
    const body =
      bodyAt(json, json, [], isUnambiguousEvent) ??
      bodyInNamedField(json, json, [], isSdkBatch(json) ? hasEid : isEventLike);
    if (body !== null) return body;
  }
  return bodyInWrapper(json, 'data') ?? bodyInWrapper(json, 'request');
}

function bodyInWrapper(json: JsonObject, name: 'data' | 'request'): TelemetryBody | null {
  const inside = ownValue(json, name);
  if (inside === undefined) return null;
  const inner = isJsonObject(inside) && !isAttempt(inside) ? bodyInNamedField(json, inside, [name], isEventLike) : null;
  return inner ?? (isAttempt(json) ? null : bodyAt(json, inside, [name], isUnambiguousEvent));
}

type EventTest = (item: Json) => boolean;

function bodyInNamedField(json: Json, parent: JsonObject, path: readonly string[], isEvent: EventTest) {
  return (
    bodyAt(json, ownValue(parent, 'events'), [...path, 'events'], isEvent) ??
    bodyAt(json, ownValue(parent, 'event'), [...path, 'event'], isEvent)
  );
}

function bodyAt(
  json: Json,
  value: Json | undefined,
  path: readonly string[],
  isEvent: EventTest,
): TelemetryBody | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!isJsonArray(value)) return isEvent(value) ? { json, events: [value], shape: { path, content: 'event' } } : null;
  if (!value.slice(0, MAX_SEARCHED_ITEMS).some(isEvent)) return null;
  return { json, events: value, shape: { path, content: 'list' } };
}

/** Whether JSON has the fields that the SDKs write around `events`. */
export function isSdkBatch(json: Json): boolean {
  return isJsonObject(json) && BATCH_FIELDS.every((name) => ownValue(json, name) !== undefined);
}

/** Whether JSON is an attempt of course progress, which repeats events. */
export function isAttempt(json: JsonObject): boolean {
  return ATTEMPT_FIELDS.some((name) => ownValue(json, name) !== undefined);
}

function hasEid(item: Json): boolean {
  return isJsonObject(item) && typeof ownValue(item, 'eid') === 'string';
}

function isEventLike(item: Json): boolean {
  return isJsonObject(item) && hasEid(item) && EVENT_FIELDS.some((name) => ownValue(item, name) !== undefined);
}

function isUnambiguousEvent(item: Json): boolean {
  if (!isJsonObject(item) || !hasEid(item)) return false;
  if (ownValue(item, 'edata') !== undefined) return true;
  return EVENT_FIELDS.filter((name) => ownValue(item, name) !== undefined).length >= 2;
}

/**
 * Returns the telemetry of a body's text, or `null`.
 * The text is JSON, or a form with JSON in a field (`event={…}`).
 * JSON with more than {@link MAX_JSON_VALUES} fields and items is not read.
 */
export function telemetryOfText(text: string): TelemetryBody | null {
  if (!mayCarryTelemetry(text)) return null;
  // Some HTTP clients write a byte order mark before the JSON.
  const json = parseBoundedJson(withoutByteOrderMark(text));
  if (json !== undefined) return telemetryOfJson(json);
  const form = readForm(text);
  return form && telemetryOfForm(form.fields, form.type);
}

/** Returns the telemetry of a form: of all fields with the name of the first field with telemetry. */
export function telemetryOfForm(fields: readonly FormField[], type: FormType): TelemetryBody | null {
  const candidates = fields.flatMap(([field, value]) => {
    const json = mayCarryTelemetry(value) ? parseBoundedJson(value) : undefined;
    const body = json === undefined ? null : telemetryOfJson(json);
    return body === null ? [] : [{ field, body }];
  });
  const [first] = candidates;
  if (first === undefined) return null;
  const { field, body } = first;
  const { content } = body.shape;
  const matching =
    content === 'list'
      ? [first]
      : candidates.filter((other) => other.field === field && other.body.shape.content === content);
  return {
    json: body.json,
    events: matching.flatMap((match) => match.body.events),
    shape: { ...body.shape, form: { type, field, hasOtherFields: fields.length > matching.length } },
  };
}

/**
 * Whether a text may be a body with telemetry: it has the name `eid`, in JSON or encoded.
 * Avoids parsing all other bodies that a page sends.
 */
export function mayCarryTelemetry(text: string): boolean {
  return text.includes('"eid"') || text.includes('%22eid%22');
}

/** Whether a body that may carry telemetry has too many values to parse. */
export function isTelemetryTooLarge(text: string): boolean {
  return mayCarryTelemetry(text) && hasMoreValuesThan(text, MAX_JSON_VALUES);
}

/**
 * Encoding of a form.
 * `application/x-www-form-urlencoded` (URL Standard) or `multipart/form-data` (RFC 7578).
 */
export type FormType = 'urlencoded' | 'multipart';

export type FormField = readonly [name: string, value: string];

interface Form {
  readonly type: FormType;
  readonly fields: readonly FormField[];
}

/** Limit of the fields of a form, each of which is parsed. */
const MAX_FIELDS = 1_000;

/** A name and `=`. Neither JSON nor prose begins like this. */
const URLENCODED = /^[^\s{}[\]"<>=&]{1,100}=/;

/** Reads a form by its text alone, or returns `null` if the text isn't a form. */
function readForm(text: string): Form | null {
  const boundary = /^--[^\r\n]{1,200}/.exec(text)?.[0];
  if (boundary !== undefined) return { type: 'multipart', fields: readParts(text, boundary) };
  if (!URLENCODED.test(text)) return null;
  return { type: 'urlencoded', fields: [...new URLSearchParams(text)].slice(0, MAX_FIELDS) };
}

function readParts(text: string, boundary: string): readonly FormField[] {
  return text.split(boundary, MAX_FIELDS).flatMap((part): readonly FormField[] => {
    const [head = '', ...value] = part.replace(/\r\n$/, '').split('\r\n\r\n');
    const name = /^content-disposition:[^\r\n]*?;\s*name="([^"\r\n]*)"/im.exec(head)?.[1];
    return name === undefined || value.length === 0 ? [] : [[name, value.join('\r\n\r\n')]];
  });
}
