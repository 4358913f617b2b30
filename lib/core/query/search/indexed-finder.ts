import type { Json } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { setBounded } from '#core/util/lru';
import type { Finder } from '../finder';
import { valuesAt } from '../path-reader';
import { searchTextOf } from '../search-text';
import { createRowMemo, type RowMemo } from './row-memo';

/** For the records of one list, of which all are looked through with every key. */
export interface IndexedFinder extends Finder {
  /** Lets go of what is kept of all rows up to this one. */
  forget(throughRow: number): void;
}

/**
 * Before which place a word does not stand, by row.
 * 0 if nothing is known, so that the whole text is looked through.
 */
interface Finds {
  readonly wanted: string;
  at: Int32Array;
}

/** A word and its first letters; each costs 4 bytes for each row. */
const MAX_CACHED_WORDS = 8;
const NOWHERE = 0x7f_ff_ff_ff;
const NO_PLACES: Int32Array = new Int32Array(0);

/** Paths whose values are kept: the one that is typed at, and the one before. */
const MAX_PATHS = 2;

/**
 * Keeps what was read of the records for the next key.
 * A text that goes on where another ended is looked for only from where that was found.
 */
export function createIndexedFinder(): IndexedFinder {
  const cached = new Map<string, Finds>();
  const texts = createRowMemo(searchTextOf, (row) => {
    for (const { at } of cached.values()) at[row] = 0;
  });
  const paths = new Map<string, RowMemo<readonly Json[]>>();
  /** Of a word that is not kept any more, to be used again: so large a list with every key keeps the collector busy. */
  let spare: Int32Array = NO_PLACES;

  const findsOf = (wanted: string): Finds => {
    const finds = cached.get(wanted) ?? { wanted, at: NO_PLACES };
    if (finds.at.length < texts.end) {
      const start = longestStartOf(wanted, cached.values())?.at ?? NO_PLACES;
      finds.at = filled(spare.length < texts.end ? new Int32Array(texts.end) : spare, start);
      spare = NO_PLACES;
    }
    const dropped = setBounded(cached, wanted, finds, MAX_CACHED_WORDS);
    if (dropped) {
      spare = dropped.at;
      dropped.at = NO_PLACES;
    }
    return finds;
  };

  return {
    textOf: texts.of,
    has(wanted) {
      const finds = findsOf(wanted);
      /** Where the last one had it: most events have it in the same place as the one before them. */
      let lastOffset = 0;
      return (record) => {
        const text = texts.of(record);
        const from = finds.at[record.row] ?? 0;
        if (from === NOWHERE) return false;
        // The value may occur later in the text too; the known offset stays valid.
        if (standsAt(lastOffset, text, wanted)) return true;
        const found = text.indexOf(wanted, from);
        finds.at[record.row] = found === -1 ? NOWHERE : found;
        if (found !== -1) lastOffset = found;
        return found !== -1;
      };
    },
    valuesAt(path) {
      const values = paths.get(path) ?? createRowMemo(sharedWithLast(valuesAt(path)));
      setBounded(paths, path, values, MAX_PATHS);
      return values.of;
    },
    forget(throughRow) {
      for (const memo of [texts, ...paths.values()]) memo.forget(throughRow);
    },
  };
}

/** As `text.startsWith(wanted, at)`, which takes several times as long for a few letters. */
function standsAt(at: number, text: string, wanted: string): boolean {
  for (let index = 0; index < wanted.length; index += 1) {
    if (text.charCodeAt(at + index) !== wanted.charCodeAt(index)) return false;
  }
  return true;
}

function filled(places: Int32Array, start: Int32Array): Int32Array {
  places.set(start.subarray(0, places.length));
  return places.fill(0, start.length);
}

/** Most events have the one value that the event before them had: then it is held once. */
function sharedWithLast(read: (record: JudgedRecord) => readonly Json[]): (record: JudgedRecord) => readonly Json[] {
  let last: readonly Json[] = [];
  return (record) => {
    const values = read(record);
    if (values.length !== 1 || last.length !== 1 || values[0] !== last[0]) last = values;
    return last;
  };
}

/** What was looked for of all that `wanted` begins with, the longest first: itself, or it less its last letter. */
function longestStartOf(wanted: string, cached: Iterable<Finds>): Finds | undefined {
  return [...cached]
    .filter((finds) => wanted.startsWith(finds.wanted))
    .sort((one, other) => other.wanted.length - one.wanted.length)[0];
}
