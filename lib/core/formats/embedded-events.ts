import { isJsonArray, isJsonObject, type Json, parseJson } from '#core/json/json';
import { JsonTextStream, mayHaveEvent } from '#core/json/json-in-text';
import { parseBoundedJson } from '#core/json/json-values';
import { telemetryOfJson, telemetryOfText } from '#core/telemetry/body/telemetry-body';

/** Texts in texts: a log line with a row of a table with an event. More are an attack. */
const MAX_TEXT_LAYERS = 3;
/** Levels of objects and lists around an event. */
const MAX_LEVELS = 6;

/**
 * Returns the events in the fields of a value that is none itself: a row of a table, a line of a log, a stored list.
 * A field may be a text that is an event, that has one in it, or a list of such texts; or an object that is telemetry.
 * A list of objects that are events is not looked into: other APIs repeat events so.
 */
export function findEmbedded(json: Json): readonly Json[] {
  const found: Json[] = [];
  findIn(json, { layers: MAX_TEXT_LAYERS, levels: MAX_LEVELS, isInList: false }, (event) => void found.push(event));
  return found;
}

/** Returns the events and calls in a text: it is JSON, a form, or has JSON in it. */
export function findInText(text: string): readonly Json[] {
  return findEmbedded(text);
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
  const inside = { ...search, levels: search.levels - 1 };
  if (isJsonArray(json)) {
    for (const item of json)
      if (typeof item === 'object' || typeof item === 'string') findIn(item, { ...inside, isInList: true }, onEvent);
    return;
  }
  if (!isJsonObject(json)) return;
  for (const value of Object.values(json)) {
    const body = isJsonObject(value) ? telemetryOfJson(value) : null;
    if (body === null || (search.isInList && body.shape.path.length > 0)) findIn(value, inside, onEvent);
    else for (const event of body.events) onEvent(event);
  }
}

function findInString(text: string, search: Search, onEvent: (event: Json) => void): void {
  if (search.layers === 0 || !mayHaveEvent(text)) return;
  const inside = { layers: search.layers - 1, levels: MAX_LEVELS, isInList: false };
  const found = parseBoundedJson(text);
  if (found !== undefined) {
    takeFound(found, inside, onEvent);
    return;
  }
  const form = telemetryOfText(text);
  if (form !== null) {
    for (const event of form.events) onEvent(event);
    return;
  }
  const stream = new JsonTextStream();
  for (const part of [...stream.push(text), ...stream.end()]) {
    const json = part.type === 'json' && mayHaveEvent(part.text) ? parseJson(part.text) : undefined;
    if (json !== undefined) takeFound(json, inside, onEvent);
  }
}

function takeFound(json: Json, search: Search, onEvent: (event: Json) => void): void {
  const body = telemetryOfJson(json);
  if (body !== null) for (const event of body.events) onEvent(event);
  else if (isCall(json)) onEvent(json);
  else findIn(json, search, onEvent);
}

function isCall(json: Json): boolean {
  return isJsonObject(json) && typeof json.method === 'string' && isJsonArray(json.args);
}
