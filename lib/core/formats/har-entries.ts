import { isJsonArray, type Json, parseJson, valueAt } from '#core/json/json';
import { cutDeepParts } from '#core/json/json-depth';
import { bytesOfBase64 } from '#core/util/base64';

/** The entries of a HAR file (HTTP Archive 1.2), or null if the JSON is something else. */
export function harEntries(json: Json): readonly Json[] | null {
  const entries = valueAt(json, ['log', 'entries']);
  return isJsonArray(entries) ? entries : null;
}

/**
 * The body that a request posted, where it is JSON.
 * Without what is too deep, as a page could hide events behind it.
 */
export function readPostedJson(entry: Json): Json | null {
  const text = textOf(valueAt(entry, ['request', 'postData']));
  const json = text === null ? undefined : parseJson(text);
  return json === undefined ? null : cutDeepParts(json).json;
}

/** The text of a body, a request's or a response's. Some tools write what is not plain text as base64. */
export function textOf(body: Json | undefined): string | null {
  const text = valueAt(body, ['text']);
  if (typeof text !== 'string') return null;
  if (valueAt(body, ['encoding']) !== 'base64') return text;
  const bytes = bytesOfBase64(text);
  return bytes && new TextDecoder().decode(bytes);
}
