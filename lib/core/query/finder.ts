import { kindLabel } from '#core/journey/record';
import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { valuesAt } from './path-reader';

/** Keys of terms about what the list of a record knows of it: what becomes of it, and its user sessions. */
export type FactKey = 'fate' | 'user-session';

/**
 * Whether a fact of a record has a value, or any value for `null`.
 * Nothing has one where facts are not known.
 */
export type HasFact = (key: FactKey, record: JudgedRecord, value: string | null) => boolean;

/** Looks into records: for free text, and for the values at a path. */
export interface Finder {
  /** Makes a test whether one of a record's {@link searchTextsOf texts} passes. */
  test(passes: (text: string) => boolean): (record: JudgedRecord) => boolean;
  /** Makes a test whether one of them has a text in it, which must be in lower case. */
  has(wanted: string): (record: JudgedRecord) => boolean;
  /** Creates a reader of all values at a path, as {@link valuesAt} does. */
  valuesAt(path: string): (record: JudgedRecord) => readonly Json[];
  readonly hasFact: HasFact;
}

/** For records by themselves, wherever they come from. */
export const plainFinder: Finder = {
  test: (passes) => (record) => searchTextsOf(record).some(passes),
  has: (wanted) => (record) => searchTextsOf(record).some((text) => text.includes(wanted)),
  valuesAt,
  hasFact: () => false,
};

/** Returns the texts of a record that free text is searched in, each by itself, in lower case. */
export function searchTextsOf(record: JudgedRecord): readonly string[] {
  const parts = commonPartsOf(record);
  const common = commonTextOf(parts);
  return [ownTextOf(record, parts, common), common];
}

/** What a record has in common with others, as a rule: the address of the page, and objects of the event such as `context`. */
export interface CommonParts {
  readonly url: string;
  readonly names: readonly string[];
  /** Under these names, in the event. Events of one list that have equal ones have the same. */
  readonly objects: readonly JsonObject[];
}

const NO_NAMES: readonly string[] = [];
const NO_OBJECTS: readonly JsonObject[] = [];

/** Returns the parts of a record that others may have, too. */
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

/** Returns the text of such parts, in lower case. */
export function commonTextOf({ url, names, objects }: CommonParts): string {
  const fields = objects.map((value, index) => `${JSON.stringify(names[index])}:${JSON.stringify(value)}`);
  return [url, ...fields].join('\n').toLowerCase();
}

/**
 * Returns the text of a record without the parts that others may have, in lower case.
 * As a rule the event contains a call's arguments; then they are not in it twice.
 *
 * @param common the text of those parts.
 */
export function ownTextOf(record: JudgedRecord, { names }: CommonParts, common: string): string {
  const json = record.event?.json;
  const event = jsonOf(names.length === 0 ? json : without(json as JsonObject, names)).toLowerCase();
  const data = isJsonObject(json) ? json.edata : undefined;
  const others = record.call?.args.filter((arg) => arg !== data).map((arg) => jsonOf(arg).toLowerCase()) ?? [];
  const args = others.filter((text) => !event.includes(text) && !common.includes(text));
  return [kindLabel(record).toLowerCase(), record.headline.toLowerCase(), ...args, event].join('\n');
}

function without(json: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
}

function jsonOf(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(value);
}
