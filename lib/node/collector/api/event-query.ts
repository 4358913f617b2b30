import type { CollectedEvent } from '#core/collector/collected-change';
import { compileQuery } from '#core/query/compile-query';
import { parseFilterText } from '#core/query/filter-text';
import type { Query } from '#core/query/query';
import type { JudgedRecord } from '#core/stream/judged-record';
import { fail, type Result, succeed } from '#core/util/result';
import { forEachInSlices, type TimeSliceDeps } from '#core/util/time-slices';
import { queryProblemText } from '../../filter-problem';
import { parseDuration } from '../duration';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 10_000;
const DEFAULT_WAIT_MS = 5_000;
const MAX_WAIT_MS = 10 * 60 * 1000;

/** The selection of events by a request to the REST interface. */
export interface EventQuery {
  /** Only events of this run, or `null` for all runs. */
  readonly run: string | null;
  readonly query: Query;
  /** Only events of rows after this one. */
  readonly after: number;
  readonly matches: (event: CollectedEvent) => boolean;
}

/** Parses the parameters `filter`, `run` and `after`. Fails with a sentence. */
export function readEventQuery(params: URLSearchParams): Result<EventQuery, string> {
  const filter = parseFilterText(params.get('filter') ?? '');
  if (!filter.ok) return fail(`Invalid filter. ${queryProblemText(filter.failure)}`);
  const after = readNumber(params, 'after', 0, { min: 0, max: Number.MAX_SAFE_INTEGER });
  if (!after.ok) return after;
  const run = params.get('run');
  const matcher = compileQuery(filter.value);
  const matches = ({ record, source }: CollectedEvent): boolean =>
    record.row > after.value && (run === null || source.run === run) && matcher(record);
  return succeed({ run, query: filter.value, after: after.value, matches });
}

/** Parses the parameter `limit`, the maximum number of listed events. Fails with a sentence. */
export function readLimit(params: URLSearchParams): Result<number, string> {
  return readNumber(params, 'limit', DEFAULT_LIMIT, { min: 1, max: MAX_LIMIT });
}

/**
 * Parses the parameter `through`, the last row to clear.
 * The default is `lastRow`. Fails with a sentence.
 */
export function readThrough(params: URLSearchParams, lastRow: number): Result<number, string> {
  return readNumber(params, 'through', lastRow, { min: 0, max: Number.MAX_SAFE_INTEGER });
}

/** The number of events to wait for, and the timeout. */
interface WaitQuery {
  readonly count: number;
  readonly timeoutMs: number;
}

/** Parses the parameters `count` and `timeout`. Fails with a sentence. */
export function readWaitQuery(params: URLSearchParams): Result<WaitQuery, string> {
  const count = readNumber(params, 'count', 1, { min: 1, max: 100_000 });
  if (!count.ok) return count;
  const text = params.get('timeout');
  const timeoutMs = text === null ? DEFAULT_WAIT_MS : parseDuration(text);
  if (timeoutMs === null || timeoutMs > MAX_WAIT_MS)
    return fail(`timeout must be a time of up to 10 minutes, such as 5s or 500ms; got ${JSON.stringify(text)}.`);
  return succeed({ count: count.value, timeoutMs });
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

function readNumber(
  params: URLSearchParams,
  name: string,
  defaultValue: number,
  { min, max }: Bounds,
): Result<number, string> {
  const text = params.get(name);
  if (text === null) return succeed(defaultValue);
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return succeed(number);
  return fail(`${name} must be a whole number from ${min} to ${max}; got ${JSON.stringify(text)}.`);
}

/** The event that meets the most terms of a filter, and the terms that it does not meet. */
export interface NearestEvent {
  readonly event: CollectedEvent;
  readonly unmetTerms: readonly string[];
}

/**
 * Finds the event that meets the most terms, the newest of several such events.
 * Returns `null` if no event is selected.
 */
export async function findNearest(
  events: Iterable<CollectedEvent>,
  { query, run, after }: EventQuery,
  sliceDeps: TimeSliceDeps,
): Promise<NearestEvent | null> {
  const terms = query.map((term) => ({ text: term.text, matches: compileQuery([term]) }));
  const findUnmetTerms = (record: JudgedRecord) =>
    terms.filter(({ matches }) => !matches(record)).map(({ text }) => text);
  let nearest: NearestEvent | null = null;
  const compare = (event: CollectedEvent): void => {
    if (event.record.row <= after || (run !== null && event.source.run !== run)) return;
    const unmetTerms = findUnmetTerms(event.record);
    // An event that meets all terms was counted as a match already.
    if (unmetTerms.length > 0 && unmetTerms.length <= (nearest?.unmetTerms.length ?? Number.POSITIVE_INFINITY))
      nearest = { event, unmetTerms };
  };
  await forEachInSlices(events, compare, sliceDeps);
  return nearest;
}
