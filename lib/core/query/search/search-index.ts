import type { ListChange, RecordList } from '#core/journey/record-list';
import type { JudgedRecord } from '#core/stream/judged-record';
import { setBounded } from '#core/util/lru';
import type { Scheduler } from '#core/util/scheduler';
import { compileFilter } from '../compile-filter';
import type { Matcher } from '../compile-query';
import type { ReadFilter } from '../event-filter';
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
  /** Nothing is known until a filter has asked for it. */
  readonly hasFact: HasFact;
  stop(): void;
}

/** What is known of the records of one list by one key of terms. */
export interface RowFacts {
  /** Whether the fact of a record has a value, or any for `null`. */
  has(record: JudgedRecord, value: string | null): boolean;
  /** Calls back as soon as those of all records can be read without a pause. */
  whenReady(call: () => void): void;
  stop(): void;
}

/**
 * Loads facts of a list; `null` if their code does not load.
 *
 * @param onChange called when all of them may differ.
 */
export type LoadRowFacts = (
  key: FactKey,
  records: SearchIndexDeps['records'],
  onChange: () => void,
) => Promise<RowFacts | null>;

/** The list to search, and which of its records pass the filter now. */
export interface SearchIndexDeps {
  readonly records: Pick<RecordList<JudgedRecord>, 'all' | 'listen'>;
  readonly scheduler: Pick<Scheduler, 'nextTask'>;
  readonly filter: ReadFilter;
  /** Returns the current records that pass the last filter. */
  readonly passing: () => readonly JudgedRecord[];
  /** Without it, no record has a fact. */
  readonly loadFacts?: LoadRowFacts | undefined;
  /** Call when the filter that was applied last is to be applied again: facts are others. */
  readonly onOutdated?: () => void;
}

/** Creates the search of one list, updated with its records and its filter (`docs/search.md`). */
export function createSearchIndex({
  records,
  scheduler,
  filter,
  passing,
  loadFacts = async () => null,
  onOutdated,
}: SearchIndexDeps): SearchIndex {
  let isStopped = false;
  const factsOf = (key: FactKey): RowFacts =>
    createLazyFacts(() =>
      loadFacts(key, records, () => {
        recent.clear();
        if (findFactTerm(applied.query, key) !== null) onOutdated?.();
      }),
    );
  const facts: Readonly<Record<FactKey, RowFacts>> = { fate: factsOf('fate'), 'user-session': factsOf('user-session') };
  const hasFact: HasFact = (key, record, value) => facts[key].has(record, value);
  const finder = createIndexedFinder(hasFact);
  const texts = createSearchTextCache(records, finder, scheduler);
  const recent = createQueryResultCache();
  /** All records, for results in which all are: one copy instead of one for each key. */
  let everything: readonly JudgedRecord[] | null = null;
  let applied = filter;
  let matches: Matcher = compileFilter(filter, finder);

  const follow = (change: ListChange<JudgedRecord>): void => {
    recent.clear();
    everything = null;
    if (change.type === 'cleared' || change.type === 'forgotten') finder.forget(change.throughRow);
  };
  const stopListening = records.listen(follow);
  /** Counts the callers of `whenReady`: only the last one is called. */
  let asked = 0;

  return {
    applied: () => applied,
    apply(next) {
      const candidates = next !== applied && isRefinementOf(next, applied) ? passing() : records.all();
      applied = next;
      matches = compileFilter(next, finder);
      let result = recent.find(next) ?? filtered(candidates, matches);
      if (result === records.all()) {
        everything ??= [...result];
        result = everything;
      }
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
    whenReady({ query }, call) {
      asked += 1;
      const own = asked;
      const whenTextsReady = () => {
        if (own !== asked || isStopped) return;
        if (query.some(({ key }) => key === null)) texts.whenReady(call);
        else texts.skipWaiting(call);
      };
      const needed = FACT_KEYS.filter((key) => findFactTerm(query, key) !== null);
      const ready = needed.reduce((next, key) => () => facts[key].whenReady(next), whenTextsReady);
      ready();
    },
    hasFact,
    stop() {
      isStopped = true;
      stopListening();
      for (const key of FACT_KEYS) facts[key].stop();
    },
  };
}

const FACT_KEYS: readonly FactKey[] = ['fate', 'user-session'];

/** Creates facts that are loaded once a filter asks for them. Until then, no record has one. */
function createLazyFacts(load: () => Promise<RowFacts | null>): RowFacts {
  let facts: RowFacts | null = null;
  let loading: Promise<void> | null = null;
  let isStopped = false;
  const loadOnce = async (): Promise<void> => {
    const loaded = await load();
    if (isStopped) loaded?.stop();
    else facts = loaded;
    // What did not load is asked for again.
    if (loaded === null) loading = null;
  };
  const whenLoaded = async (call: () => void): Promise<void> => {
    loading ??= loadOnce();
    await loading;
    if (facts === null) call();
    else facts.whenReady(call);
  };
  return {
    has: (record, value) => facts?.has(record, value) ?? false,
    whenReady(call) {
      if (facts === null) void whenLoaded(call);
      else facts.whenReady(call);
    },
    stop() {
      isStopped = true;
      facts?.stop();
    },
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
