import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson, stringAt, valueAt } from '#core/json/json';
import { hasMoreValuesThan, MAX_JSON_VALUES } from '#core/json/json-values';
import { mayBeHar } from '#core/json/text-parts';
import { mayCarryTelemetry } from '#core/telemetry/body/telemetry-body';
import { decodeBase64 } from '#core/util/base64';
import { hasSameItems } from '#core/util/lists';
import { type Message, message } from '#core/util/message';
import { type BodyFault, type Decompress, decodeBody } from '#core/wire/decode-body';
import { harEntries } from '../har-entries';
import type { InputPart } from './input-reader';

/** Host functions for reading the bodies of HAR files. */
export interface BodyDeps {
  readonly decompress: Decompress;
  /** Reads a file beside the HAR file or from its archive, or `null` if it does not exist. */
  readonly readAttachment: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

/**
 * Limit of the bytes that are read from attachments or decompressed for one file.
 * A small archive may have an attachment that decompresses to megabytes, and any number of entries with it.
 */
const MAX_DECODED_BYTES = 1_000_000_000;

/** A part without this key has no request body. */
export const POST_DATA = '"postData"';
/** An entry without any of these texts has its body as plain text. */
const MAY_NEED_DECODING = /"(?:encoding|_file)"|content-encoding|"H4sI/i;
/** Gzip in base64. Apps send it, and proxies do not mark it as encoded. */
const GZIP_IN_BASE64 = /^H4sI[\w+/=\s]+$/;

/** Decodes the request bodies of HAR entries (HTTP Archive 1.2), and counts the undecodable bodies. */
export class HarBodies {
  readonly #deps: BodyDeps;
  readonly #undecoded = new Map<BodyFault, number>();
  #missingFiles = 0;
  #remainingBytes: number;

  readonly #decompress: Decompress = (bytes, compression) =>
    this.#deps.decompress(bytes, compression)?.pipeThrough(
      new TransformStream({
        transform: (chunk, controller) => {
          this.#remainingBytes -= chunk.length;
          controller.enqueue(chunk);
        },
      }),
    ) ?? null;

  constructor(deps: BodyDeps, maxBytes = MAX_DECODED_BYTES) {
    this.#deps = deps;
    this.#remainingBytes = maxBytes;
  }

  /**
   * Returns the parts with request bodies as plain text.
   * A part is a HAR entry, a whole HAR file, or anything else.
   */
  async decode(parts: readonly InputPart[]): Promise<readonly InputPart[]> {
    if (!parts.some(needsDecoding)) return parts;
    const decoded: InputPart[] = [];
    for (const part of parts) decoded.push(needsDecoding(part) ? await this.#decodePart(part) : part);
    return decoded;
  }

  /** Returns warnings about the entries that could not be decoded so far. */
  warnings(): readonly Message[] {
    const undecoded = [...this.#undecoded].map(([fault, n]) => message(`import.warning.bodies.${fault}`, n, { n }));
    const n = this.#missingFiles;
    return n === 0 ? undecoded : [...undecoded, message('import.warning.bodies.missingFile', n, { n })];
  }

  async #decodePart(part: JsonPart): Promise<InputPart> {
    if (hasMoreValuesThan(part.text, MAX_JSON_VALUES)) return part;
    const json = parseJson(part.text);
    if (json === undefined) return part;
    const decoded = part.type === 'item' ? await this.#decodeEntry(json) : await this.#decodeFile(json);
    return decoded === json ? part : { ...part, text: JSON.stringify(decoded) };
  }

  async #decodeFile(json: Json): Promise<Json> {
    const entries = harEntries(json);
    const log = valueAt(json, ['log']);
    if (entries === null || !isJsonObject(json) || !isJsonObject(log)) return json;
    const decoded: Json[] = [];
    for (const entry of entries) decoded.push(await this.#decodeEntry(entry));
    return hasSameItems(decoded, entries) ? json : { ...json, log: { ...log, entries: decoded } };
  }

  /** Returns the same object if the entry needs no decoding. */
  async #decodeEntry(entry: Json): Promise<Json> {
    const request = valueAt(entry, ['request']);
    const postData = valueAt(request, ['postData']);
    if (!isJsonObject(entry) || !isJsonObject(request) || !isJsonObject(postData)) return entry;
    const text = await this.#readBodyText(request, postData);
    if (text === null || text === postData.text) return entry;
    const { encoding: _, ...plain } = postData;
    return { ...entry, request: { ...request, postData: { ...plain, text } } };
  }

  async #readBodyText(request: JsonObject, postData: JsonObject): Promise<string | null> {
    const file = stringAt(postData, ['_file']);
    const text = stringAt(postData, ['text']);
    if (text) {
      if (mayCarryTelemetry(text)) return text;
      const bytes = bytesOfText(text, postData);
      return bytes && this.#decodedText(bytes, request);
    }
    if (file === null) return null;
    if (this.#remainingBytes <= 0) return this.#countUndecoded('too-large');
    const bytes = await this.#deps.readAttachment(file);
    if (bytes !== null) {
      this.#remainingBytes -= bytes.length;
      return this.#decodedText(bytes, request);
    }
    this.#missingFiles += 1;
    return null;
  }

  async #decodedText(bytes: Uint8Array<ArrayBuffer>, request: JsonObject): Promise<string | null> {
    if (this.#remainingBytes <= 0) return this.#countUndecoded('too-large');
    const decoded = await decodeBody(bytes, contentEncodingOf(request), this.#decompress);
    return decoded.ok ? decoded.value : this.#countUndecoded(decoded.failure);
  }

  #countUndecoded(fault: BodyFault): null {
    this.#undecoded.set(fault, (this.#undecoded.get(fault) ?? 0) + 1);
    return null;
  }
}

type JsonPart = Extract<InputPart, { type: 'item' | 'text' | 'found' }>;

function needsDecoding(part: InputPart): part is JsonPart {
  if (part.type !== 'item' && part.type !== 'text' && part.type !== 'found') return false;
  const isOfHar =
    part.type === 'item' ? part.path === 'log.entries' && part.text.includes(POST_DATA) : mayBeHar(part.text);
  return isOfHar && MAY_NEED_DECODING.test(part.text);
}

function contentEncodingOf(request: JsonObject): string | null {
  const headers = valueAt(request, ['headers']);
  if (!isJsonArray(headers)) return null;
  const header = headers.find((other) => stringAt(other, ['name'])?.toLowerCase() === 'content-encoding');
  return stringAt(header, ['value']);
}

/** Returns the bytes of a body in base64 or with one character per byte; `null` if it is plain text. */
function bytesOfText(text: string, postData: JsonObject): Uint8Array<ArrayBuffer> | null {
  if (postData.encoding === 'base64' || GZIP_IN_BASE64.test(text)) return decodeBase64(text);
  if (!text.startsWith('\u001f\u008b')) return null;
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}
