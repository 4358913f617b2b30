import type { Json, JsonObject } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { setBounded } from '#core/util/lru';
import {
  type CommonParts,
  commonPartsOf,
  computeCommonText,
  computeOwnText,
  type Finder,
  plainFinder,
} from '../finder';
import { createPathReader } from '../path-reader';

/** A finder for the records of one list, which are searched with every key press. */
export interface IndexedFinder extends Finder {
  /** Computes the texts of a record in advance. */
  prepare(record: JudgedRecord): void;
  /** Drops the cached texts of all rows up to `throughRow`. */
  forget(throughRow: number): void;
}

/** A text that many rows share. It is stored and searched once. */
interface CommonText {
  /** Counts from 0. */
  readonly id: number;
  readonly text: string;
}

interface SearchPositions {
  readonly word: string;
  /** By row: offset before which the word does not occur in the row's own text. 0 if unknown. */
  offsets: Int32Array;
  /** By id of a common text: whether it contains the word. */
  readonly isInCommonById: (boolean | undefined)[];
}

/** Enough for a word and its prefixes. A word takes 4 bytes per row. */
const MAX_CACHED_WORDS = 8;
const NOT_FOUND = 0x7f_ff_ff_ff;
const NO_OFFSETS: Int32Array = new Int32Array(0);

/** Limit of the paths whose values are cached: the path that is being entered, and the previous path. */
const MAX_PATHS = 2;

/**
 * Caches the texts of the records for the next key press.
 * A search text that extends an earlier one is searched only from the earlier match.
 */
export function createIndexedFinder(hasFact = plainFinder.hasFact): IndexedFinder {
  const positionsByWord = new Map<string, SearchPositions>();
  const commonTexts = createCommonTexts();
  /** Common texts by row. */
  const commonTextByRow: (CommonText | undefined)[] = [];
  const texts = createRowMemo(
    (record) => {
      const parts = commonPartsOf(record);
      const common = commonTexts.get(parts);
      commonTextByRow[record.row] = common;
      return computeOwnText(record, parts, common.text);
    },
    (row) => {
      for (const { offsets } of positionsByWord.values()) offsets[row] = 0;
    },
  );
  const paths = new Map<string, RowMemo<readonly Json[]>>();
  /**
   * The array of an evicted word, for reuse.
   * A new array with every key press would cause garbage collections.
   */
  let reusableArray: Int32Array = NO_OFFSETS;

  const searchPositions = (word: string): SearchPositions => {
    const positions = positionsByWord.get(word) ?? { word, offsets: NO_OFFSETS, isInCommonById: [] };
    if (positions.offsets.length < texts.end) {
      const start = findLongestPrefix(word, positionsByWord.values())?.offsets ?? NO_OFFSETS;
      positions.offsets = fillPositions(
        reusableArray.length < texts.end ? new Int32Array(texts.end) : reusableArray,
        start,
      );
      reusableArray = NO_OFFSETS;
    }
    const evicted = setBounded(positionsByWord, word, positions, MAX_CACHED_WORDS);
    if (evicted) {
      reusableArray = evicted.offsets;
      evicted.offsets = NO_OFFSETS;
    }
    return positions;
  };

  return {
    prepare: texts.get,
    test(passes) {
      const isInCommonById: (boolean | undefined)[] = [];
      return (record) => {
        const ownText = texts.get(record);
        const { id, text } = commonTextByRow[record.row] as CommonText;
        isInCommonById[id] ??= passes(text);
        return isInCommonById[id] || passes(ownText);
      };
    },
    has(word) {
      const positions = searchPositions(word);
      const { isInCommonById } = positions;
      /** Offset of the last match. Most events match at the same offset as the previous event. */
      let lastOffset = 0;
      return (record) => {
        const text = texts.get(record);
        const common = commonTextByRow[record.row] as CommonText;
        isInCommonById[common.id] ??= common.text.includes(word);
        if (isInCommonById[common.id]) return true;
        const from = positions.offsets[record.row] ?? 0;
        if (from === NOT_FOUND) return false;
        // The stored offset is not updated, because the word may also occur earlier in the text.
        if (startsWithAt(lastOffset, text, word)) return true;
        const index = text.indexOf(word, from);
        positions.offsets[record.row] = index === -1 ? NOT_FOUND : index;
        if (index !== -1) lastOffset = index;
        return index !== -1;
      };
    },
    readerAt(path) {
      const values = paths.get(path) ?? createRowMemo(reuseSingleValueList(createPathReader(path)));
      setBounded(paths, path, values, MAX_PATHS);
      return values.get;
    },
    hasFact,
    forget(throughRow) {
      for (const memo of [texts, ...paths.values()]) memo.forget(throughRow);
      commonTextByRow.fill(undefined, 0, Math.min(throughRow + 1, commonTextByRow.length));
      commonTexts.forget();
    },
  };
}

/** Equals `text.startsWith(word, offset)`, which is several times as slow for a few letters. */
function startsWithAt(offset: number, text: string, word: string): boolean {
  for (let index = 0; index < word.length; index += 1) {
    if (text.charCodeAt(offset + index) !== word.charCodeAt(index)) return false;
  }
  return true;
}

function fillPositions(positions: Int32Array, start: Int32Array): Int32Array {
  positions.set(start.subarray(0, positions.length));
  return positions.fill(0, start.length);
}

/** Returns the previous list again if both lists consist of the same single value, as in most successive events. */
function reuseSingleValueList(
  read: (record: JudgedRecord) => readonly Json[],
): (record: JudgedRecord) => readonly Json[] {
  let last: readonly Json[] = [];
  return (record) => {
    const values = read(record);
    if (values.length !== 1 || last.length !== 1 || values[0] !== last[0]) last = values;
    return last;
  };
}

/** Returns the longest cached prefix of `word`, which may be `word` itself. */
function findLongestPrefix(word: string, cached: Iterable<SearchPositions>): SearchPositions | undefined {
  return [...cached]
    .filter((positions) => word.startsWith(positions.word))
    .sort((one, other) => other.word.length - one.word.length)[0];
}

/** The texts of shared parts of records. */
interface CommonTexts {
  get(parts: CommonParts): CommonText;
  /** Clears the cache. Texts that are in use stay valid. */
  forget(): void;
}

/** Limit of the cache. In a list with more common texts, events have hardly anything in common. */
const MAX_COMMON_TEXTS = 1_000;

/** Creates a cache with one text for all records with the same objects under the same names. */
function createCommonTexts(): CommonTexts {
  const numbers = new WeakMap<JsonObject, number>();
  const texts = new Map<string, CommonText>();
  let nextNumber = 0;
  let nextId = 0;
  /** The last result, because most records have the same parts as the previous record. */
  let last: { readonly parts: CommonParts; readonly text: CommonText } | null = null;
  const numberFor = (value: JsonObject): number => {
    const number = numbers.get(value) ?? nextNumber++;
    numbers.set(value, number);
    return number;
  };
  const find = (parts: CommonParts): CommonText => {
    const { url, names, objects } = parts;
    const key = JSON.stringify([url, names, objects.map(numberFor)]);
    const text = texts.get(key) ?? { id: nextId++, text: computeCommonText(parts) };
    setBounded(texts, key, text, MAX_COMMON_TEXTS);
    return text;
  };
  return {
    get(parts) {
      if (last === null || !hasSameParts(last.parts, parts)) last = { parts, text: find(parts) };
      return last.text;
    },
    forget() {
      texts.clear();
      last = null;
    },
  };
}

function hasSameParts(one: CommonParts, other: CommonParts): boolean {
  return (
    one.url === other.url &&
    one.objects.length === other.objects.length &&
    one.objects.every((value, index) => value === other.objects[index] && one.names[index] === other.names[index])
  );
}

/** Memoizes a value per row, and recomputes it if another record is in the row. */
interface RowMemo<Value> {
  get(record: JudgedRecord): Value;
  /** Highest row with a value, plus one. */
  readonly end: number;
  /** Drops the values of all rows up to `throughRow`. */
  forget(throughRow: number): void;
}

/**
 * Creates a memo with an array by row.
 * Reading 100,000 values from it is faster than through the records.
 */
function createRowMemo<Value>(
  compute: (record: JudgedRecord) => Value,
  onChange?: (row: number) => void,
): RowMemo<Value> {
  const records: (JudgedRecord | undefined)[] = [];
  const values: (Value | undefined)[] = [];
  const recompute = (record: JudgedRecord): Value => {
    const value = compute(record);
    if (values[record.row] !== value) onChange?.(record.row);
    records[record.row] = record;
    values[record.row] = value;
    return value;
  };
  return {
    get: (record) => (records[record.row] === record ? (values[record.row] as Value) : recompute(record)),
    get end() {
      return values.length;
    },
    forget(throughRow) {
      const end = Math.min(throughRow + 1, values.length);
      records.fill(undefined, 0, end);
      values.fill(undefined, 0, end);
    },
  };
}
