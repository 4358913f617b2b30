import type { Json, JsonObject } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { setBounded } from '#core/util/lru';
import { type CommonParts, commonPartsOf, commonTextOf, type Finder, ownTextOf, plainFinder } from '../finder';
import { valuesAt } from '../path-reader';

/** For the records of one list, of which all are looked through with every key. */
export interface IndexedFinder extends Finder {
  /** Makes the texts of a record, for a test that comes later. */
  prepare(record: JudgedRecord): void;
  /** Drops the cached texts of all rows up to this one. */
  forget(throughRow: number): void;
}

/** A text that many rows have in common. It is held once, and searched once. */
interface CommonText {
  /** Counts from 0. */
  readonly id: number;
  readonly text: string;
}

interface Finds {
  readonly wanted: string;
  /** Offset before which the word does not occur in a row's own text, by row. 0 if unknown: the whole text is searched. */
  at: Int32Array;
  /** Whether a common text has the word, by its id. */
  readonly inCommon: (boolean | undefined)[];
}

/** A word and its first letters; each costs 4 bytes for each row. */
const MAX_CACHED_WORDS = 8;
const NOWHERE = 0x7f_ff_ff_ff;
const NO_PLACES: Int32Array = new Int32Array(0);

/** Limit of paths whose values are cached: the one that is being typed, and the one before. */
const MAX_PATHS = 2;

/**
 * Caches the texts of the records for the next key press.
 * A search text that extends an earlier one is searched only from the earlier match.
 */
export function createIndexedFinder(hasFact = plainFinder.hasFact): IndexedFinder {
  const cached = new Map<string, Finds>();
  const commonTexts = createCommonTexts();
  /** By row. */
  const commons: (CommonText | undefined)[] = [];
  const texts = createRowMemo(
    (record) => {
      const parts = commonPartsOf(record);
      const common = commonTexts.of(parts);
      commons[record.row] = common;
      return ownTextOf(record, parts, common.text);
    },
    (row) => {
      for (const { at } of cached.values()) at[row] = 0;
    },
  );
  const paths = new Map<string, RowMemo<readonly Json[]>>();
  /** The array of an evicted word, for reuse: allocating one of this size with every key causes garbage collections. */
  let spare: Int32Array = NO_PLACES;

  const findsOf = (wanted: string): Finds => {
    const finds = cached.get(wanted) ?? { wanted, at: NO_PLACES, inCommon: [] };
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
    prepare: texts.of,
    test(passes) {
      const inCommon: (boolean | undefined)[] = [];
      return (record) => {
        const own = texts.of(record);
        const { id, text } = commons[record.row] as CommonText;
        inCommon[id] ??= passes(text);
        return inCommon[id] || passes(own);
      };
    },
    has(wanted) {
      const finds = findsOf(wanted);
      const { inCommon } = finds;
      /** Offset of the last match: most events have it at the same offset as the event before. */
      let lastOffset = 0;
      return (record) => {
        const text = texts.of(record);
        const common = commons[record.row] as CommonText;
        inCommon[common.id] ??= common.text.includes(wanted);
        if (inCommon[common.id]) return true;
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
    hasFact,
    forget(throughRow) {
      for (const memo of [texts, ...paths.values()]) memo.forget(throughRow);
      commons.fill(undefined, 0, Math.min(throughRow + 1, commons.length));
      commonTexts.forget();
    },
  };
}

/** Equals `text.startsWith(wanted, at)`, which takes several times as long for a few letters. */
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

/** Most events have the same value as the event before them: then it is stored once. */
function sharedWithLast(read: (record: JudgedRecord) => readonly Json[]): (record: JudgedRecord) => readonly Json[] {
  let last: readonly Json[] = [];
  return (record) => {
    const values = read(record);
    if (values.length !== 1 || last.length !== 1 || values[0] !== last[0]) last = values;
    return last;
  };
}

/** Returns the longest cached word that `wanted` begins with: itself, or it without its last letters. */
function longestStartOf(wanted: string, cached: Iterable<Finds>): Finds | undefined {
  return [...cached]
    .filter((finds) => wanted.startsWith(finds.wanted))
    .sort((one, other) => other.wanted.length - one.wanted.length)[0];
}

/** Texts of what records have in common. */
interface CommonTexts {
  of(parts: CommonParts): CommonText;
  /** Holds none of them any more; those that are in use stay as they are. */
  forget(): void;
}

/** A list where more parts come is one whose events have hardly anything in common. */
const MAX_COMMON_TEXTS = 1_000;

/** Creates the texts once for all records that have the same objects under the same names. */
function createCommonTexts(): CommonTexts {
  const numbers = new WeakMap<JsonObject, number>();
  const texts = new Map<string, CommonText>();
  let nextNumber = 0;
  let nextId = 0;
  /** Most records have the parts of the one before them. */
  let last: { readonly parts: CommonParts; readonly text: CommonText } | null = null;
  const numberOf = (value: JsonObject): number => {
    const number = numbers.get(value) ?? nextNumber++;
    numbers.set(value, number);
    return number;
  };
  const find = (parts: CommonParts): CommonText => {
    const { url, names, objects } = parts;
    const key = JSON.stringify([url, names, objects.map(numberOf)]);
    const text = texts.get(key) ?? { id: nextId++, text: commonTextOf(parts) };
    setBounded(texts, key, text, MAX_COMMON_TEXTS);
    return text;
  };
  return {
    of(parts) {
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

/** Memoizes a value per row, and computes it again if another record is in the row. */
interface RowMemo<Value> {
  of(record: JudgedRecord): Value;
  /** One more than the highest row that anything was made of. */
  readonly end: number;
  /** Lets go of all rows up to this one. */
  forget(throughRow: number): void;
}

/** Lies in the order of the rows: 100,000 values are read faster so than through their records. */
function createRowMemo<Value>(make: (record: JudgedRecord) => Value, onOther?: (row: number) => void): RowMemo<Value> {
  const records: (JudgedRecord | undefined)[] = [];
  const values: (Value | undefined)[] = [];
  const remake = (record: JudgedRecord): Value => {
    const value = make(record);
    if (values[record.row] !== value) onOther?.(record.row);
    records[record.row] = record;
    values[record.row] = value;
    return value;
  };
  return {
    of: (record) => (records[record.row] === record ? (values[record.row] as Value) : remake(record)),
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
