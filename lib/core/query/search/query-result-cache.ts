import type { JudgedRecord } from '#core/stream/judged-record';
import { setBounded } from '#core/util/lru';
import type { ReadFilter } from '../event-filter';

/**
 * Caches the results of filters while the records stay the same.
 * So deleting a character of the filter checks no record again.
 */
export interface QueryResultCache {
  find(filter: ReadFilter): readonly JudgedRecord[] | null;
  keep(filter: ReadFilter, records: readonly JudgedRecord[]): void;
  clear(): void;
}

/** A word and its parts; each costs 8 bytes for each record that passed. */
const MAX_CACHED_RESULTS = 16;

export function createQueryResultCache(): QueryResultCache {
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
