import { isJsonArray, isJsonObject, type Json } from '#core/json/json';
import { copyStart } from '#core/secrets/truncate-point';
import { dataIndexOf } from '#core/telemetry/kinds';
import { hash53 } from '#core/util/hash53';
import { estimateJsonBytes } from '../estimate-json-bytes';
import type {
  Change,
  LongValueLocation,
  ObservedCall,
  ObservedRecord,
  ObservedRequest,
  TelemetryRecord,
  Truncation,
} from '../record';

/**
 * Returns a record with truncated long values: it takes a few kilobytes, whatever its size was.
 * Its journey is unchanged. Each truncated value has a mark.
 */
export function shortenRecord(record: ObservedRecord, longValues: LongValueLocation): TelemetryRecord {
  const { call, event, requests, changes } = record;
  return {
    ...record,
    longValues,
    call: call && { ...call, ...shortenArgs(call) },
    event: event && { ...event, ...withTruncations(shortenEvent(event.json), event.truncations) },
    requests: requests.map(shortenRequest),
    changes: changes.map(shortenChange),
  };
}

/** Returns a hash of a truncated record's long values. It differs if the original values differed. */
export function hashShortened({ call, event, requests, changes }: TelemetryRecord): number {
  const ofRequests = requests.map(({ carriedEvent, responseText }) => [carriedEvent, responseText]);
  return hash53(JSON.stringify([call?.args, event?.json, ofRequests, changes]), 0);
}

/** Truncates an event as in a truncated record, so that equal events remain equal. */
export function shortenEvent(event: Json): ReturnType<typeof shortenJson> {
  return shortenJson(event);
}

/** Truncates arguments like the parts of the event that they become: `data` like `edata`, options like the rest. */
function shortenArgs({ method, args, truncations }: ObservedCall): Pick<ObservedCall, 'args' | 'truncations'> {
  const dataIndex = dataIndexOf(method);
  const shortened = args.map((arg, index) => {
    const { json, truncations: newTruncations } = shortenJson(arg, index > dataIndex ? 0 : 1);
    return { json, truncations: newTruncations.map(({ path, reason }) => ({ path: [index, ...path], reason })) };
  });
  return {
    args: shortened.map(({ json }) => json),
    truncations: [...truncations, ...shortened.flatMap((each) => each.truncations)].slice(0, MAX_MARKS),
  };
}

/** Limit of the marks: twice the number that the details show of one copy. */
const MAX_MARKS = 100;

const withTruncations = ({ json, truncations }: ReturnType<typeof shortenJson>, before: readonly Truncation[]) => ({
  json,
  truncations: [...before, ...truncations].slice(0, MAX_MARKS),
});

function shortenRequest(request: ObservedRequest): ObservedRequest {
  const { carriedEvent, responseText } = request;
  return {
    ...request,
    carriedEvent: carriedEvent && shortenEvent(carriedEvent).json,
    responseText: shortenResponse(responseText),
  };
}

/** Truncates the text of a response as in a truncated record. */
export function shortenResponse(text: string | null): string | null {
  return text && shortenText(text);
}

function shortenChange(change: Change): Change {
  const level = Math.max(0, change.path.length);
  const short = (json: Json): Json => shortenJson(json, level).json;
  if (change.type === 'dropped') return { ...change, called: short(change.called) };
  if (change.type === 'added') return { ...change, sent: short(change.sent) };
  return { ...change, called: short(change.called), sent: short(change.sent) };
}

/** Maximum length of a string that is not truncated, in UTF-16 units. */
const MAX_SHORT_TEXT = 512;
const TEXT_START_CHARS = 256;
/** Limit of the fields or items of an object at the first levels. Events have fewer than 20. */
const MAX_ENTRIES = 200;
/** From this level of the event on, an object or array above {@link MAX_INNER_BYTES} is replaced. */
const MAX_OPEN_LEVEL = 2;
const MAX_INNER_BYTES = 4_096;
/** The limit of marks in the snapshot of one value. */
const MAX_CUTS = 50;

/** A truncated value, and the paths of its truncated texts and lists. */
interface ShortenedJson<Value extends Json = Json> {
  readonly json: Value;
  readonly truncations: readonly Truncation[];
}

/**
 * Truncates long strings and large lists, so that a value takes a few kilobytes.
 * Each is replaced by its start and a hash, so that equal values remain equal. `level` is the level of the value in its
 * event.
 */
function shortenJson(value: Json, level = 0): ShortenedJson {
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
    if (at >= MAX_OPEN_LEVEL && estimateJsonBytes(part, MAX_INNER_BYTES) > MAX_INNER_BYTES)
      return cut(path, shortList(part));
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

/** Returns a string of at most 512 UTF-16 units unchanged; of a longer one the start, its length and a hash. */
function shortenText(text: string): string {
  if (text.length <= MAX_SHORT_TEXT) return text;
  return `${copyStart(text, TEXT_START_CHARS)}… (${text.length}, ${hashOf(text)})`;
}

function shortList(json: Json): string {
  const text = JSON.stringify(json);
  const count = isJsonObject(json) ? Object.keys(json).length : isJsonArray(json) ? json.length : 0;
  return `${copyStart(text, TEXT_START_CHARS)}… (${count}, ${hashOf(text)})`;
}

const hashOf = (text: string): string => hash53(text, SEED).toString(36);
