import type { Json } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { valuesAt } from './path-reader';
import { searchTextOf } from './search-text';

/** Looks into records: for free text, and for the values at a path. */
export interface Finder {
  textOf(record: JudgedRecord): string;
  /** Makes a test whether a record has a text in it; the text must be in lower case. */
  has(wanted: string): (record: JudgedRecord) => boolean;
  /** Makes what reads all values at a path, as {@link valuesAt} does. */
  valuesAt(path: string): (record: JudgedRecord) => readonly Json[];
}

/** For records by themselves, wherever they come from. */
export const plainFinder: Finder = {
  textOf: searchTextOf,
  has: (wanted) => (record) => searchTextOf(record).includes(wanted),
  valuesAt,
};
