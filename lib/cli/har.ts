import { isJsonArray, type Json, valueAt } from '../json';
import { readJson } from '../telemetry/read-json';

/** The entries of a HAR file (HTTP Archive 1.2), or null where the JSON is something else. */
export function harEntries(json: Json): readonly Json[] | null {
  const entries = valueAt(json, ['log', 'entries']);
  return isJsonArray(entries) ? entries : null;
}

/** The body that a request posted, where it is JSON. Some tools write a body that is not plain text as base64. */
export function postedJson(entry: Json): Json | null {
  const text = valueAt(entry, ['request', 'postData', 'text']);
  if (typeof text !== 'string') return null;
  const isEncoded = valueAt(entry, ['request', 'postData', 'encoding']) === 'base64';
  const parsed = readJson(isEncoded ? Buffer.from(text, 'base64').toString('utf8') : text);
  return parsed.ok ? parsed.value : null;
}
