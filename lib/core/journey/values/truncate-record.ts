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
 * Truncates the long values of a record, which then takes a few kilobytes.
 * Its journey is unchanged. Each truncated value is listed in `truncations`.
 */
export function truncateRecord(record: ObservedRecord, longValues: LongValueLocation): TelemetryRecord {
  const { call, event, requests, changes } = record;
  return {
    ...record,
    longValues,
    call: call && { ...call, ...truncateArgs(call) },
    event: event && { ...event, ...withTruncations(truncateEvent(event.json), event.truncations) },
    requests: requests.map(truncateRequest),
    changes: changes.map(truncateChange),
  };
}

/**
 * Hashes the values of a truncated record.
 * These contain hashes of the original values, so results differ if the original values differed.
 */
export function hashTruncated({ call, event, requests, changes }: TelemetryRecord): number {
  const requestValues = requests.map(({ carriedEvent, responseText }) => [carriedEvent, responseText]);
  return hash53(JSON.stringify([call?.args, event?.json, requestValues, changes]), SEED);
}

/** Truncates an event as in a truncated record, so that equal events remain equal. */
export function truncateEvent(event: Json): TruncatedJson {
  return truncateJson(event);
}

/** Truncates arguments like the parts of the event that they become: `data` like `edata`, options like the rest. */
function truncateArgs({ method, args, truncations }: ObservedCall): Pick<ObservedCall, 'args' | 'truncations'> {
  const dataIndex = dataIndexOf(method);
  const truncated = args.map((arg, index) => {
    const { json, truncations: newTruncations } = truncateJson(arg, index > dataIndex ? 0 : 1);
    return { json, truncations: newTruncations.map(({ path, reason }) => ({ path: [index, ...path], reason })) };
  });
  return {
    args: truncated.map(({ json }) => json),
    truncations: [...truncations, ...truncated.flatMap((each) => each.truncations)].slice(0, MAX_TRUNCATIONS),
  };
}

/** Limit of the listed truncations of arguments and of an event. The details view shows half as many. */
const MAX_TRUNCATIONS = 100;

const withTruncations = ({ json, truncations }: TruncatedJson, before: readonly Truncation[]) => ({
  json,
  truncations: [...before, ...truncations].slice(0, MAX_TRUNCATIONS),
});

function truncateRequest(request: ObservedRequest): ObservedRequest {
  const { carriedEvent, responseText } = request;
  return {
    ...request,
    carriedEvent: carriedEvent && truncateEvent(carriedEvent).json,
    responseText: shortenResponse(responseText),
  };
}

/** Shortens the text of a response as in a truncated record. */
export function shortenResponse(text: string | null): string | null {
  return text && truncateText(text);
}

function truncateChange(change: Change): Change {
  const truncate = (json: Json): Json => truncateJson(json, change.path.length).json;
  if (change.type === 'dropped') return { ...change, called: truncate(change.called) };
  if (change.type === 'added') return { ...change, sent: truncate(change.sent) };
  return { ...change, called: truncate(change.called), sent: truncate(change.sent) };
}

/** Maximum length of a string that is not truncated, in UTF-16 units. */
const MAX_TEXT_CHARS = 512;
const TEXT_START_CHARS = 256;
/** Limit of the fields or items of an object at the first levels. Events have fewer than 20. */
const MAX_ENTRIES = 200;
/** From this level of the event on, an object or array above {@link MAX_INNER_BYTES} is replaced. */
const MAX_OPEN_LEVEL = 2;
const MAX_INNER_BYTES = 4_096;
const MAX_TRUNCATIONS_PER_VALUE = 50;

/** A truncated value, and the paths of its truncated texts and lists. */
interface TruncatedJson {
  readonly json: Json;
  readonly truncations: readonly Truncation[];
}

/**
 * Truncates long strings and large lists, so that a value takes a few kilobytes.
 * Each is replaced by its start and a hash, so that equal values remain equal. `level` is the level of the value in its
 * event.
 */
function truncateJson(value: Json, level = 0): TruncatedJson {
  const truncations: Truncation[] = [];
  const addTruncation = (path: Truncation['path'], json: string): string => {
    if (truncations.length < MAX_TRUNCATIONS_PER_VALUE) truncations.push({ path, reason: 'memory-limit' });
    return json;
  };
  const truncate = (part: Json, path: Truncation['path'], partLevel: number): Json => {
    if (typeof part === 'string') {
      const text = truncateText(part);
      return text === part ? part : addTruncation(path, text);
    }
    if (typeof part !== 'object' || part === null) return part;
    if (partLevel >= MAX_OPEN_LEVEL && estimateJsonBytes(part, MAX_INNER_BYTES) > MAX_INNER_BYTES)
      return addTruncation(path, truncateList(part));
    if (isJsonArray(part)) {
      const items = part.slice(0, MAX_ENTRIES).map((item, index) => truncate(item, [...path, index], partLevel + 1));
      if (part.length > MAX_ENTRIES) items.push(addTruncation([...path, MAX_ENTRIES], truncateList(part)));
      return items;
    }
    const names = Object.keys(part);
    const entries = names
      .slice(0, MAX_ENTRIES)
      .map((name): [string, Json] => [
        truncateText(name),
        truncate(part[name] ?? null, [...path, name], partLevel + 1),
      ]);
    if (names.length > MAX_ENTRIES) entries.push([REST_KEY, addTruncation([...path, REST_KEY], truncateList(part))]);
    return Object.fromEntries(entries);
  };
  return { json: truncate(value, [], level), truncations };
}

const REST_KEY = '…';
const SEED = 0;

/** Replaces a string of more than 512 UTF-16 units by its start, its length and a hash. */
function truncateText(text: string): string {
  if (text.length <= MAX_TEXT_CHARS) return text;
  return `${copyStart(text, TEXT_START_CHARS)}… (${text.length}, ${hashOf(text)})`;
}

function truncateList(json: Json): string {
  const text = JSON.stringify(json);
  return `${copyStart(text, TEXT_START_CHARS)}… (${countEntries(json)}, ${hashOf(text)})`;
}

function countEntries(json: Json): number {
  if (isJsonArray(json)) return json.length;
  return isJsonObject(json) ? Object.keys(json).length : 0;
}

const hashOf = (text: string): string => hash53(text, SEED).toString(36);
