import { isJsonArray, isJsonObject, type Json, parseJson } from '#core/json/json';
import { JsonTextStream } from '#core/json/json-in-text';
import { parseBoundedJson } from '#core/json/json-values';
import { mayHaveEvent } from '#core/json/text-parts';
import { isAttempt, isSdkBatch, telemetryOfJson, telemetryOfText } from '#core/telemetry/body/telemetry-body';
import { decodeBase64Text } from '#core/util/base64';

/**
 * Limit of strings within strings.
 * A log line with a table row with an event needs 3 layers. More layers are an attack.
 */
const MAX_TEXT_LAYERS = 3;
/** Limit of the objects and lists around an event. The examples of an OpenAPI document need 11. */
const MAX_LEVELS = 14;

/**
 * Returns the events in the fields of another value, such as a table row, a log line or a stored list.
 * A field may be a string with an event in it, a list of such strings or of events, or an object that is telemetry.
 * A string with a broken event, such as a truncated message of a log, is returned unchanged.
 * In lists of other objects, lists of events are ignored, because course progress repeats events in this way.
 */
export function findEmbeddedEvents(json: Json): readonly Json[] {
  const events: Json[] = [];
  findIn(json, { layers: MAX_TEXT_LAYERS, levels: MAX_LEVELS, isInList: false }, (event) => void events.push(event));
  return events;
}

/** Returns the events and calls in a string, which may be JSON, a form, or have JSON in it. */
export function findEventsInText(text: string): readonly Json[] {
  return findEmbeddedEvents(text).filter(isJsonObject);
}

interface Search {
  readonly layers: number;
  readonly levels: number;
  readonly isInList: boolean;
}

function findIn(json: Json, search: Search, onEvent: (event: Json) => void): void {
  if (typeof json === 'string') {
    findInString(json, search, onEvent);
    return;
  }
  if (search.levels === 0) return;
  const innerSearch = { ...search, levels: search.levels - 1 };
  if (isJsonArray(json)) {
    if (isTextInLines(json)) {
      findInString(json.join(''), search, onEvent);
      return;
    }
    const itemSearch = { ...innerSearch, isInList: true };
    for (const item of json)
      if (isSdkBatch(item)) findInParsed(item, itemSearch, onEvent);
      else if (typeof item === 'object' || typeof item === 'string') findIn(item, itemSearch, onEvent);
    return;
  }
  if (!isJsonObject(json)) return;
  const isList = (value: Json) => isJsonArray(value) && !search.isInList && !isAttempt(json);
  for (const value of Object.values(json)) {
    const body = isJsonObject(value) || isList(value) ? telemetryOfJson(value) : null;
    const isAmbiguous = search.isInList && body !== null && body.shape.path.length > 0 && !isSdkBatch(body.json);
    if (body === null || isAmbiguous) findIn(value, innerSearch, onEvent);
    else for (const event of body.events) onEvent(event);
  }
}

/** Whether a list has the lines of one text, as in a notebook of Jupyter. */
function isTextInLines(list: readonly Json[]): boolean {
  return list.length > 1 && list.every((line, index) => isLine(line, index === list.length - 1));
}

function isLine(line: Json, isLast: boolean): boolean {
  return typeof line === 'string' && (isLast || line.endsWith('\n'));
}

function findInString(original: string, search: Search, onEvent: (event: Json) => void): void {
  if (search.layers === 0) return;
  const text = JSON_IN_BASE64.test(original) ? (decodeBase64Text(original) ?? '') : original;
  if (!mayHaveEvent(text)) return;
  const innerSearch = { layers: search.layers - 1, levels: MAX_LEVELS, isInList: false };
  const parsed = parseBoundedJson(text);
  if (parsed !== undefined) {
    findInParsed(parsed, innerSearch, onEvent);
    return;
  }
  const form = telemetryOfText(text);
  if (form !== null) {
    for (const event of form.events) onEvent(event);
    return;
  }
  const stream = new JsonTextStream();
  const parts = [...stream.push(text), ...stream.end()];
  if (/^\s*[[{]/.test(text) && parts.some(({ type }) => type === 'fault')) onEvent(original);
  for (const part of parts) {
    const json = part.type === 'json' && mayHaveEvent(part.text) ? parseJson(part.text) : undefined;
    if (json !== undefined) findInParsed(json, innerSearch, onEvent);
  }
}

/** The start of an object or a list in base64, as in the records of streams and of cloud functions. */
const JSON_IN_BASE64 = /^(?:e[wy]|W[1w3])[\w+/\s]+=*$/;

function findInParsed(json: Json, search: Search, onEvent: (event: Json) => void): void {
  const body = telemetryOfJson(json);
  if (body !== null) for (const event of body.events) onEvent(event);
  else if (isCall(json)) onEvent(json);
  else findIn(json, search, onEvent);
}

function isCall(json: Json): boolean {
  return isJsonObject(json) && typeof json.method === 'string' && isJsonArray(json.args);
}
