import { eventJson, kindLabel } from '#core/journey/record';
import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createPathReader } from './path-reader';

/** Keys of terms about facts that depend on the list of a record: its fate and its user sessions. */
export type FactKey = 'fate' | 'user-session';

/**
 * Whether a fact of a record has a value, or any value for `null`.
 * Always false if facts are unknown.
 */
export type HasFact = (key: FactKey, record: JudgedRecord, value: string | null) => boolean;

/** Searches records for free text and for the values at a path. */
export interface Finder {
  /** Creates a test whether one of a record's {@link computeSearchTexts texts} passes. */
  test(passes: (text: string) => boolean): (record: JudgedRecord) => boolean;
  /** Creates a test whether one of a record's texts contains `substring`, which must be in lower case. */
  has(substring: string): (record: JudgedRecord) => boolean;
  /** Creates a reader of all values at a path, as {@link createPathReader} does. */
  readerAt(path: string): (record: JudgedRecord) => readonly Json[];
  readonly hasFact: HasFact;
}

/** A finder for single records, without an index. */
export const plainFinder: Finder = {
  test: (passes) => (record) => computeSearchTexts(record).some(passes),
  has: (substring) => (record) => computeSearchTexts(record).some((text) => text.includes(substring)),
  readerAt: createPathReader,
  hasFact: () => false,
};

/** Returns the texts of a record for a free-text search, in lower case. Each is searched separately. */
export function computeSearchTexts(record: JudgedRecord): readonly string[] {
  const parts = commonPartsOf(record);
  const common = computeCommonText(parts);
  return [computeOwnText(record, parts, common), common];
}

/** The parts that records usually share: the page URL, and objects of the event such as `context`. */
export interface CommonParts {
  readonly url: string;
  readonly names: readonly string[];
  /** The objects of the event with these names. Events of one list share the same object if equal. */
  readonly objects: readonly JsonObject[];
}

const NO_NAMES: readonly string[] = [];
const NO_OBJECTS: readonly JsonObject[] = [];

/** Returns the parts of a record that other records may share. */
export function commonPartsOf({ event, frame: { url } }: JudgedRecord): CommonParts {
  const json = event?.json;
  if (!isJsonObject(json)) return { url, names: NO_NAMES, objects: NO_OBJECTS };
  const names: string[] = [];
  const objects: JsonObject[] = [];
  for (const name in json) {
    const value = json[name] as Json;
    if (name === 'edata' || !isJsonObject(value)) continue;
    names.push(name);
    objects.push(value);
  }
  return { url, names, objects };
}

/** Returns the text of shared parts, in lower case. */
export function computeCommonText({ url, names, objects }: CommonParts): string {
  const fields = objects.map((value, index) => `${JSON.stringify(names[index])}:${JSON.stringify(value)}`);
  return [url, ...fields].join('\n').toLowerCase();
}

/**
 * Returns the text of a record without its shared parts, in lower case.
 * The arguments of the call are omitted if the event contains them. The sent event is included if it differs from the
 * emitted event.
 *
 * @param common the text of the shared parts.
 */
export function computeOwnText(record: JudgedRecord, { names }: CommonParts, common: string): string {
  const json = record.event?.json;
  const event = toJsonText(names.length === 0 ? json : omitKeys(json as JsonObject, names)).toLowerCase();
  const sent = eventJson(record);
  const sentTexts = sent === json ? [] : [toJsonText(sent).toLowerCase()];
  const data = isJsonObject(json) ? json.edata : undefined;
  const others = record.call?.args.filter((arg) => arg !== data).map((arg) => toJsonText(arg).toLowerCase()) ?? [];
  const args = others.filter((text) => !event.includes(text) && !common.includes(text));
  return [kindLabel(record).toLowerCase(), record.headline.toLowerCase(), ...args, event, ...sentTexts].join('\n');
}

function omitKeys(json: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
}

function toJsonText(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(value);
}
