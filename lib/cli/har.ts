import { isJsonArray, type Json, valueAt } from '../json';
import { readJson } from '../telemetry/read-json';

/** The entries of a HAR file (HTTP Archive 1.2), or null where the JSON is something else. */
export function harEntries(json: Json): readonly Json[] | null {
  const entries = valueAt(json, ['log', 'entries']);
  return isJsonArray(entries) ? entries : null;
}

/** The body that a request posted, where it is JSON. */
export function postedJson(entry: Json): Json | null {
  const text = textOf(valueAt(entry, ['request', 'postData']));
  const parsed = text === null ? null : readJson(text);
  return parsed?.ok ? parsed.value : null;
}

/** The text of a body, a request's or an answer's. Some tools write what is not plain text as base64. */
export function textOf(body: Json | undefined): string | null {
  const text = valueAt(body, ['text']);
  if (typeof text !== 'string') return null;
  return valueAt(body, ['encoding']) === 'base64' ? decodeBase64(text) : text;
}

/** Null where it is not base64. */
function decodeBase64(text: string): string | null {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0)));
  } catch {
    return null;
  }
}
