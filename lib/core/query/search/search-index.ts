import type { ListChange, RecordList } from '#core/journey/record-list';
import type { JudgedRecord } from '#core/stream/judged-record';
import { setBounded } from '#core/util/lru';
import type { Scheduler } from '#core/util/scheduler';
import { compileFilter } from '../compile-filter';
import type { Matcher } from '../compile-query';
import type { ParsedFilter } from '../event-filter';
import type { FactKey, HasFact } from '../finder';
import { findFactTerm } from '../journey-terms';
import type { Term } from '../query';
import { createIndexedFinder } from './indexed-finder';
import { createSearchTextCache } from './search-text-cache';

/**
 * Finds the records of one list that pass a filter, as {@link compileFilter} decides for each.
 * It reuses results between keystrokes. docs/search.md describes the design.
 */
export interface SearchIndex {
  /** The last applied filter. */
  appliedFilter(): ParsedFilter;
  /**
   * Returns the records that pass, in the order of rows.
   * Callers must copy the result before they change it.
   */
  apply(filter: ParsedFilter): readonly JudgedRecord[];
  /** Whether a record passes the last applied filter. */
  matches(record: JudgedRecord): boolean;
  /** Counts the records that pass a filter without applying it. */
  count(filter: ParsedFilter): number;
  /** Compiles a filter, with the cached data of the records, without applying it. */
  matcherOf(filter: ParsedFilter): Matcher;
  /**
   * Computes the search texts of the records in batches.
   * Call when the filter gets the focus.
   */
  prepare(): void;
  /**
   * Calls `callback` as soon as the filter can be applied without a delay, possibly synchronously.
   * A later call replaces an earlier one.
   */
  whenReady(filter: ParsedFilter, callback: () => void): void;
  /** Always false for facts that no filter has requested. */
  readonly hasFact: HasFact;
  stop(): void;
}

/** The facts of the records of one list for one key. */
export interface RowFacts {
  /** Whether the fact of a record has a value, or any value for `null`. */
  has(record: JudgedRecord, value: string | null): boolean;
  /** Calls `callback` as soon as the facts of all records can be read without a delay. */
  whenReady(callback: () => void): void;
  stop(): void;
}

/**
 * Loads the facts of a list. Resolves with `null` if their code cannot be loaded.
 *
 * @param onChange called when any fact may have changed.
 */
export type LoadRowFacts = (
  key: FactKey,
  records: SearchIndexDeps['records'],
  onChange: () => void,
) => Promise<RowFacts | null>;

/** The list to search, and its records that pass the current filter. */
export interface SearchIndexDeps {
  readonly records: Pick<RecordList<JudgedRecord>, 'all' | 'subscribe'>;
  readonly scheduler: Pick<Scheduler, 'nextTask'>;
  readonly filter: ParsedFilter;
  /** Returns the current records that pass the last filter. */
  readonly passingRecords: () => readonly JudgedRecord[];
  /** If unset, no record has a fact. */
  readonly loadFacts?: LoadRowFacts | undefined;
  /** Called when changed facts require applying the filter again. */
  readonly onOutdated?: () => void;
}

/** Creates the search of one list, updated with its records and its filter (`docs/search.md`). */
export function createSearchIndex({
  records,
  scheduler,
  filter,
  passingRecords,
  loadFacts = async () => null,
  onOutdated,
}: SearchIndexDeps): SearchIndex {
  let isStopped = false;
  /** Whether facts have changed since the filter was applied, so that records that did not pass may pass now. */
  let isOutdated = false;
  const createFacts = (key: FactKey): RowFacts =>
    createLazyFacts(() =>
      loadFacts(key, records, () => {
        cachedResults.clear();
        if (findFactTerm(applied.query, key) === null) return;
        isOutdated = true;
        onOutdated?.();
      }),
    );
  const facts: Readonly<Record<FactKey, RowFacts>> = {
    fate: createFacts('fate'),
    'user-session': createFacts('user-session'),
  };
  const hasFact: HasFact = (key, record, value) => facts[key].has(record, value);
  const finder = createIndexedFinder(hasFact);
  const texts = createSearchTextCache(records, finder, scheduler);
  const cachedResults = createQueryResultCache();
  /** Shared copy of all records, for results with all of them. */
  let allRecords: readonly JudgedRecord[] | null = null;
  let applied = filter;
  let matches: Matcher = compileFilter(filter, finder);

  const handleChange = (change: ListChange<JudgedRecord>): void => {
    cachedResults.clear();
    allRecords = null;
    if (change.type === 'cleared' || change.type === 'forgotten') finder.forget(change.throughRow);
  };
  const unsubscribe = records.subscribe(handleChange);
  /** Number of the last call of `whenReady`. Earlier callbacks are dropped. */
  let lastRequest = 0;

  return {
    appliedFilter: () => applied,
    apply(next) {
      const isRefined = !isOutdated && next !== applied && isRefinementOf(next, applied);
      const candidates = isRefined ? passingRecords() : records.all();
      isOutdated = false;
      applied = next;
      matches = compileFilter(next, finder);
      let result = cachedResults.find(next) ?? filterRecords(candidates, matches);
      if (result === records.all()) {
        allRecords ??= [...result];
        result = allRecords;
      }
      cachedResults.set(next, result);
      return result;
    },
    matches: (record) => matches(record),
    count(other) {
      const passes = compileFilter(other, finder);
      return records.all().reduce((count, record) => count + Number(passes(record)), 0);
    },
    matcherOf: (other) => compileFilter(other, finder),
    prepare: texts.prepare,
    whenReady({ query }, callback) {
      lastRequest += 1;
      const request = lastRequest;
      const whenTextsReady = () => {
        if (request !== lastRequest || isStopped) return;
        if (query.some(({ key }) => key === null)) texts.whenReady(callback);
        else texts.skipWaiting(callback);
      };
      const waitForFacts = ([key, ...others]: readonly FactKey[]): void => {
        if (key === undefined) whenTextsReady();
        else facts[key].whenReady(() => waitForFacts(others));
      };
      waitForFacts(FACT_KEYS.filter((key) => findFactTerm(query, key) !== null));
    },
    hasFact,
    stop() {
      isStopped = true;
      unsubscribe();
      texts.stop();
      for (const key of FACT_KEYS) facts[key].stop();
    },
  };
}

const FACT_KEYS: readonly FactKey[] = ['fate', 'user-session'];

/** Creates facts that are loaded when a filter first needs them. Until then, no record has a fact. */
function createLazyFacts(load: () => Promise<RowFacts | null>): RowFacts {
  let facts: RowFacts | null = null;
  let loading: Promise<void> | null = null;
  let isStopped = false;
  const loadOnce = async (): Promise<void> => {
    const loaded = await load();
    if (isStopped) loaded?.stop();
    else facts = loaded;
    // A failed load is retried with the next request.
    if (loaded === null) loading = null;
  };
  const whenLoaded = async (callback: () => void): Promise<void> => {
    loading ??= loadOnce();
    await loading;
    if (facts === null) callback();
    else facts.whenReady(callback);
  };
  return {
    has: (record, value) => facts?.has(record, value) ?? false,
    whenReady(callback) {
      if (facts === null) void whenLoaded(callback);
      else facts.whenReady(callback);
    },
    stop() {
      isStopped = true;
      facts?.stop();
    },
  };
}

/** Returns `candidates` itself if all of them pass. */
function filterRecords(candidates: readonly JudgedRecord[], matches: Matcher): readonly JudgedRecord[] {
  const firstMismatch = candidates.findIndex((record) => !matches(record));
  if (firstMismatch < 0) return candidates;
  const passed = candidates.slice(0, firstMismatch);
  for (let index = firstMismatch + 1; index < candidates.length; index += 1) {
    const record = candidates[index];
    if (record && matches(record)) passed.push(record);
  }
  return passed;
}

/** Whether all records that pass `next` pass `previous`, too, so only earlier matches need a check. */
export function isRefinementOf(next: ParsedFilter, previous: ParsedFilter): boolean {
  if (next.hidden !== previous.hidden) return false;
  // Every old term is unchanged or replaced by a stricter one.
  return previous.query.every((old) => next.query.some((term) => implies(term, old)));
}

function implies(term: Term, old: Term): boolean {
  if (term.text === old.text) return isAtLeastAsStrict(term, old);
  if (term.key !== null || old.key !== null || term.isNegated !== old.isNegated) return false;
  const [text, oldText] = [plainText(term), plainText(old)];
  if (text === null || oldText === null) return false;
  return term.isNegated ? oldText.includes(text) : text.includes(oldText);
}

/**
 * Whether a term with the same text passes no more records than before.
 * A term that is being entered passes more records; if negated, fewer.
 */
function isAtLeastAsStrict(term: Term, old: Term): boolean {
  const [stricter, weaker] = term.isNegated ? [old, term] : [term, old];
  return !stricter.isPartial || weaker.isPartial === true;
}

function plainText({ tests: [test] }: Term): string | null {
  return test?.type === 'has' ? test.value : null;
}

/**
 * Caches the results of filters while the records stay the same.
 * Deleting a character of the filter then reuses a result.
 */
interface QueryResultCache {
  find(filter: ParsedFilter): readonly JudgedRecord[] | null;
  set(filter: ParsedFilter, records: readonly JudgedRecord[]): void;
  clear(): void;
}

/** Enough for a word and its prefixes. A result takes 8 bytes per record. */
const MAX_CACHED_RESULTS = 16;

function createQueryResultCache(): QueryResultCache {
  const results = new Map<string, readonly JudgedRecord[]>();
  return {
    find: (filter) => results.get(cacheKeyOf(filter)) ?? null,
    set(filter, records) {
      setBounded(results, cacheKeyOf(filter), records, MAX_CACHED_RESULTS);
    },
    clear: () => results.clear(),
  };
}

function cacheKeyOf({ query, hidden }: ParsedFilter): string {
  return JSON.stringify([
    query.map(({ text, isPartial }) => (isPartial ? [text] : text)),
    hidden && [[...hidden.rows], hidden.similarTo],
  ]);
}
