import { kindLabel } from '#core/journey/record';
import { isJsonObject, type Json } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { valuesAt } from './path-reader';

/** Looks into records: for free text, and for the values at a path. */
export interface Finder {
  textOf(record: JudgedRecord): string;
  /** Makes a test whether a record has a text in it; the text must be in lower case. */
  has(wanted: string): (record: JudgedRecord) => boolean;
  /** Creates a reader of all values at a path, as {@link valuesAt} does. */
  valuesAt(path: string): (record: JudgedRecord) => readonly Json[];
}

/** For records by themselves, wherever they come from. */
export const plainFinder: Finder = {
  textOf: searchTextOf,
  has: (wanted) => (record) => searchTextOf(record).includes(wanted),
  valuesAt,
};

/**
 * Returns the text of a record that free text is searched in, in lower case.
 * As a rule the event contains a call's arguments; then they are not in it twice.
 */
export function searchTextOf(record: JudgedRecord): string {
  const json = record.event?.json;
  const event = jsonOf(json);
  const data = isJsonObject(json) ? json.edata : undefined;
  const others = record.call?.args.filter((arg) => arg !== data).map(jsonOf) ?? [];
  const args = others.filter((text) => !event.includes(text));
  return [kindLabel(record), record.headline, record.frame.url, ...args, event].join('\n').toLowerCase();
}

function jsonOf(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(value);
}
