import { isJsonArray, type Json, stringAt, valueAt } from '#core/json/json';
import { decodeBase64Text } from '#core/util/base64';

/** Returns the entries of a HAR file (HTTP Archive 1.2), or null for other JSON. */
export function harEntries(json: Json): readonly Json[] | null {
  const entries = valueAt(json, ['log', 'entries']);
  return isJsonArray(entries) ? entries : null;
}

/** Returns the text of a request's body (`postData`). A form given by its fields is encoded as posted. */
export function postDataText(postData: Json): string | null {
  return harBodyText(postData) || formText(valueAt(postData, ['params']));
}

function formText(params: Json | undefined): string | null {
  if (!isJsonArray(params)) return null;
  const pairs = params.flatMap((param) => {
    const [name, value] = [stringAt(param, ['name']), stringAt(param, ['value'])];
    return name === null || value === null ? [] : [`${encode(name)}=${encode(value)}`];
  });
  return pairs.join('&');
}

/**
 * Matches a value that is encoded already: Chrome writes values as posted.
 * Raw JSON never starts with `%7B`, `%5B` or `%22`.
 */
const IS_ENCODED = /^[\s\w.!~*'()+-]*%(?:7B|5B|22)/i;

/** Percent-encodes a string. A lone surrogate, which a page can write, has no encoding. */
function encode(text: string): string {
  if (IS_ENCODED.test(text)) return text;
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
}

/** Returns the text of a request or response body. Some tools write binary bodies as base64. */
export function harBodyText(body: Json | undefined): string | null {
  const text = valueAt(body, ['text']);
  if (typeof text !== 'string') return null;
  if (valueAt(body, ['encoding']) !== 'base64') return text;
  return decodeBase64Text(text);
}
