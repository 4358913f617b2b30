import { isJsonArray, isJsonObject, type Json, stringAt, valueAt } from '#core/json/json';
import { type FormField, type FormType, telemetryOfForm, telemetryOfText } from '#core/telemetry/body/telemetry-body';
import { findEventsInText } from './embedded-events';

/** A request of a Postman collection with telemetry, or with an event in invalid JSON. */
export interface PostmanRequest {
  /** Number of the request in the collection, from 1. */
  readonly entry: number;
  readonly url: string;
  readonly events: readonly Json[];
  readonly isBroken: boolean;
}

/** A variable in the position of a value: `"ets": {{now}}`. */
const BARE_VARIABLE = /(:\s*)(\{\{[^{}"\\\n]{1,200}\}\})/g;

/**
 * Returns the Postman collection in a value, or `null`.
 * Supports the formats 1, 2.0 and 2.1 (https://schema.postman.com).
 * Postman's API wraps a collection: `{"collection": {…}}`.
 */
export function postmanCollectionOf(json: Json): Json | null {
  if (isPostmanCollection(json)) return json;
  const inside = valueAt(json, ['collection']);
  return inside !== undefined && isPostmanCollection(inside) ? inside : null;
}

function isPostmanCollection(json: Json): boolean {
  if (!isJsonObject(json)) return false;
  if (isJsonObject(valueAt(json, ['info'])) && isJsonArray(valueAt(json, ['item']))) return true;
  const requests = valueAt(json, ['requests']);
  return isJsonArray(requests) && requests.some((request) => valueAt(request, ['dataMode']) !== undefined);
}

/** Reads the requests with telemetry of a collection, with saved examples that differ from them. */
export function readPostmanRequests(collection: Json): readonly PostmanRequest[] {
  const requests: PostmanRequest[] = [];
  let entry = 0;
  const take = (request: Json): void => {
    entry += 1;
    const { events, isBroken } = readBody(request);
    if (events.length > 0 || isBroken) requests.push({ entry, url: urlOf(request), events, isBroken });
  };
  for (const item of flatItems(collection)) {
    const request = valueAt(item, ['request']) ?? item;
    take(request);
    const raw = rawBodyOf(request);
    const examples = valueAt(item, ['response']);
    for (const example of isJsonArray(examples) ? examples : []) {
      const original = valueAt(example, ['originalRequest']);
      const other = original === undefined ? null : rawBodyOf(original);
      if (original !== undefined && other !== null && other !== raw) take(original);
    }
  }
  return requests;
}

/**
 * Returns the items of all nested folders.
 * A loop and no recursion, because a file may nest thousands of folders.
 */
function flatItems(collection: Json): readonly Json[] {
  const requests = valueAt(collection, ['requests']);
  if (isJsonArray(requests)) return requests;
  const items: Json[] = [];
  const stack: Json[] = [collection];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const inside = valueAt(next, ['item']);
    if (!isJsonArray(inside)) items.push(next);
    else for (let index = inside.length - 1; index >= 0; index -= 1) stack.push(inside[index] ?? null);
  }
  return items;
}

function urlOf(request: Json): string {
  const url = valueAt(request, ['url']);
  return typeof url === 'string' ? url : (stringAt(url, ['raw']) ?? '');
}

/** Returns the raw body, which format 1 stores as `rawModeData`. */
function rawBodyOf(request: Json): string | null {
  return stringAt(request, ['body', 'raw']) ?? stringAt(request, ['rawModeData']);
}

function readBody(request: Json): Pick<PostmanRequest, 'events' | 'isBroken'> {
  const form = formOf(request);
  if (form !== null) return { events: telemetryOfForm(form.fields, form.type)?.events ?? [], isBroken: false };
  const raw = rawBodyOf(request)?.replace(BARE_VARIABLE, '$1"$2"') ?? '';
  const events = telemetryOfText(raw)?.events ?? findEventsInText(raw);
  return { events, isBroken: events.length === 0 && /"eid"\s*:/.test(raw) };
}

function formOf(request: Json): { readonly type: FormType; readonly fields: readonly FormField[] } | null {
  const mode = stringAt(request, ['body', 'mode']) ?? stringAt(request, ['dataMode']);
  if (mode !== 'urlencoded' && mode !== 'formdata' && mode !== 'params') return null;
  const list = valueAt(request, ['body', mode]) ?? valueAt(request, ['data']);
  const fields = (isJsonArray(list) ? list : []).flatMap((field): readonly FormField[] => {
    const [key, value] = [stringAt(field, ['key']), stringAt(field, ['value'])];
    return key === null || value === null || valueAt(field, ['disabled']) === true ? [] : [[key, value]];
  });
  // Format 1 calls multipart forms `params`.
  return { type: mode === 'urlencoded' ? 'urlencoded' : 'multipart', fields };
}
