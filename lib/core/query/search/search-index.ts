import type { ListChange, RecordList } from '#core/journey/record-list';
import type { Json } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { setBounded } from '#core/util/lru';
import type { Scheduler } from '#core/util/scheduler';
import { compileFilter } from '../compile-filter';
import type { Matcher } from '../compile-query';
import type { ReadFilter } from '../event-filter';
import { type Finder, searchTextOf } from '../finder';
import { valuesAt } from '../path-reader';
import type { Term } from '../query';
import { createSearchTextCache } from './search-text-cache';

/**
 * Finds the records of one list that pass a filter, as {@link compileFilter} decides for each.
 * It reuses results between keystrokes. docs/search.md describes the design.
 */
export interface SearchIndex {
  /** The filter that was applied last. */
  applied(): ReadFilter;
  /** Returns the records that pass, in the order of rows. Callers must copy the result before they change it. */
  apply(filter: ReadFilter): readonly JudgedRecord[];
  /** Whether a record passes the filter that was applied last. */
  matches(record: JudgedRecord): boolean;
  /** How many records pass; what is applied stays. */
  count(filter: ReadFilter): number;
  /** Makes a test of a filter, with what is known of the records; what is applied stays. */
  matcherOf(filter: ReadFilter): Matcher;
  /**
   * Makes the texts of the records, a few at a time.
   * Call when a user goes to the filter: who never filters pays nothing.
   */
  prepare(): void;
  /**
   * Calls back as soon as the filter can be applied without a pause; at once if so.
   * Only the last caller is called.
   */
  whenReady(filter: ReadFilter, call: () => void): void;
  stop(): void;
}

/** The list to search, and which of its records pass the filter now. */
export interface SearchIndexDeps {
  readonly records: Pick<RecordList<JudgedRecord>, 'all' | 'listen'>;
  readonly scheduler: Pick<Scheduler, 'nextTask'>;
  readonly filter: ReadFilter;
  /** Returns the current records that pass the last filter. */
  readonly passing: () => readonly JudgedRecord[];
}

/** Creates the search of one list, updated with its records and its filter (`docs/search.md`). */
export function createSearchIndex({ records, scheduler, filter, passing }: SearchIndexDeps): SearchIndex {
  const finder = createIndexedFinder();
  const texts = createSearchTextCache(records, finder, scheduler);
  const recent = createQueryResultCache();
  let applied = filter;
  let matches: Matcher = compileFilter(filter, finder);

  const follow = (change: ListChange<JudgedRecord>): void => {
    recent.clear();
    if (change.type === 'cleared' || change.type === 'forgotten') finder.forget(change.throughRow);
  };
  const stop = records.listen(follow);

  return {
    applied: () => applied,
    apply(next) {
      const candidates = next !== applied && isRefinementOf(next, applied) ? passing() : records.all();
      applied = next;
      matches = compileFilter(next, finder);
      const found = recent.find(next) ?? filtered(candidates, matches);
      const result = found === records.all() ? [...found] : found;
      recent.keep(next, result);
      return result;
    },
    matches: (record) => matches(record),
    count(other) {
      const passes = compileFilter(other, finder);
      return records.all().reduce((count, record) => count + Number(passes(record)), 0);
    },
    matcherOf: (other) => compileFilter(other, finder),
    prepare: texts.prepare,
    whenReady: ({ query }, call) =>
      query.some(({ key }) => key === null) ? texts.whenReady(call) : texts.skipWaiting(call),
    stop,
  };
}

/** Returns `candidates` itself if all of them pass. */
function filtered(candidates: readonly JudgedRecord[], matches: Matcher): readonly JudgedRecord[] {
  const firstOut = candidates.findIndex((record) => !matches(record));
  if (firstOut < 0) return candidates;
  const passed = candidates.slice(0, firstOut);
  for (let index = firstOut + 1; index < candidates.length; index += 1) {
    const record = candidates[index];
    if (record && matches(record)) passed.push(record);
  }
  return passed;
}

/** For the records of one list, of which all are looked through with every key. */
interface IndexedFinder extends Finder {
  /** Drops the cached texts of all rows up to this one. */
  forget(throughRow: number): void;
}

/** Offset before which a word does not occur, by row. 0 if unknown: the whole text is searched. */
interface Finds {
  readonly wanted: string;
  at: Int32Array;
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
export function createIndexedFinder(): IndexedFinder {
  const cached = new Map<string, Finds>();
  const texts = createRowMemo(searchTextOf, (row) => {
    for (const { at } of cached.values()) at[row] = 0;
  });
  const paths = new Map<string, RowMemo<readonly Json[]>>();
  /** The array of an evicted word, for reuse: allocating one of this size with every key causes garbage collections. */
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
      /** Offset of the last match: most events have it at the same offset as the event before. */
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

/** Whether all that passes `next` passes `before` too: then only earlier matches need a check. */
export function isRefinementOf(next: ReadFilter, before: ReadFilter): boolean {
  if (next.hidden !== before.hidden) return false;
  // Every old term is still there, or replaced by a stricter one.
  return before.query.every((old) => next.query.some((term) => implies(term, old)));
}

function implies(term: Term, old: Term): boolean {
  if (term.text === old.text) return isAtLeastAsStrict(term, old);
  if (term.key !== null || old.key !== null || term.negated !== old.negated) return false;
  const [wanted, formerly] = [plainText(term), plainText(old)];
  if (wanted === null || formerly === null) return false;
  return term.negated ? formerly.includes(wanted) : wanted.includes(formerly);
}

/**
 * Whether a term of the same text passes no more than before.
 * A term that is still being typed passes more; a negated one, less.
 */
function isAtLeastAsStrict(term: Term, old: Term): boolean {
  const [next, before] = term.negated ? [old, term] : [term, old];
  return !next.isPartial || before.isPartial === true;
}

function plainText({ tests: [test] }: Term): string | null {
  return test?.type === 'has' ? test.value : null;
}

/**
 * Caches the results of filters while the records stay the same.
 * So deleting a character of the filter checks no record again.
 */
interface QueryResultCache {
  find(filter: ReadFilter): readonly JudgedRecord[] | null;
  keep(filter: ReadFilter, records: readonly JudgedRecord[]): void;
  clear(): void;
}

/** A word and its parts; each costs 8 bytes for each record that passed. */
const MAX_CACHED_RESULTS = 16;

function createQueryResultCache(): QueryResultCache {
  const results = new Map<string, readonly JudgedRecord[]>();
  return {
    find: (filter) => results.get(nameOf(filter)) ?? null,
    keep(filter, records) {
      setBounded(results, nameOf(filter), records, MAX_CACHED_RESULTS);
    },
    clear: () => results.clear(),
  };
}

function nameOf({ query, hidden }: ReadFilter): string {
  return JSON.stringify([
    query.map(({ text, isPartial }) => (isPartial ? [text] : text)),
    hidden && [[...hidden.rows], hidden.alike],
  ]);
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
