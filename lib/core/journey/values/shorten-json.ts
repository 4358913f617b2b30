import { isJsonArray, isJsonObject, type Json } from '#core/json/json';
import { copyStart } from '#core/secrets/truncate-point';
import { hash53 } from '#core/util/hash53';
import { weighJson } from '../json-weight';
import type { Truncation } from '../record';

/** A text of at most so many UTF-16 units stays as it is. */
const MAX_SHORT_TEXT = 512;
const TEXT_START = 256;
/** Fields and items of the first levels: an event has fewer than 20 in each. */
const MAX_ENTRIES = 200;
/** From this level on, counted from the event, an object or array is either light or replaced. */
const MAX_OPEN_LEVEL = 2;
const MAX_INNER_BYTES = 4_096;
/** As many as one copy has. */
const MAX_CUTS = 50;

/** A value without its long texts and lists, and where those stood. */
export interface ShortenedJson<Value extends Json = Json> {
  readonly json: Value;
  readonly truncations: readonly Truncation[];
}

/**
 * Shortens long texts and large lists of a value to a few kilobytes.
 * Each is replaced by its start and a hash of the whole, so that two shortened values are equal where the values were.
 * `level` is that of the value in its event.
 */
export function shortenJson(value: Json, level = 0): ShortenedJson {
  const truncations: Truncation[] = [];
  const cut = (path: Truncation['path'], json: string): string => {
    if (truncations.length < MAX_CUTS) truncations.push({ path, reason: 'memory-limit' });
    return json;
  };
  const shorten = (part: Json, path: Truncation['path'], at: number): Json => {
    if (typeof part === 'string') {
      const text = shortenText(part);
      return text === part ? part : cut(path, text);
    }
    if (typeof part !== 'object' || part === null) return part;
    if (at >= MAX_OPEN_LEVEL && weighJson(part, MAX_INNER_BYTES) > MAX_INNER_BYTES) return cut(path, shortList(part));
    if (isJsonArray(part)) {
      const items = part.slice(0, MAX_ENTRIES).map((item, index) => shorten(item, [...path, index], at + 1));
      if (part.length > MAX_ENTRIES) items.push(cut([...path, MAX_ENTRIES], shortList(part)));
      return items;
    }
    const names = Object.keys(part);
    const entries = names
      .slice(0, MAX_ENTRIES)
      .map((name): [string, Json] => [shortenText(name), shorten(part[name] ?? null, [...path, name], at + 1)]);
    if (names.length > MAX_ENTRIES) entries.push([REST, cut([...path, REST], shortList(part))]);
    return Object.fromEntries(entries);
  };
  return { json: shorten(value, [], level), truncations };
}

const REST = '…';
const SEED = 0;

/** A text of at most 512 UTF-16 units as it is; of a longer one the start, its length and a hash. */
export function shortenText(text: string): string {
  if (text.length <= MAX_SHORT_TEXT) return text;
  return `${copyStart(text, TEXT_START)}… (${text.length}, ${hashOf(text)})`;
}

function shortList(json: Json): string {
  const text = JSON.stringify(json);
  const count = isJsonObject(json) ? Object.keys(json).length : isJsonArray(json) ? json.length : 0;
  return `${copyStart(text, TEXT_START)}… (${count}, ${hashOf(text)})`;
}

const hashOf = (text: string): string => hash53(text, SEED).toString(36);
