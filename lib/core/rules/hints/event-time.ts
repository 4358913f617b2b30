import type { Json } from '#core/json/json';
import { MIN_TIMESTAMP_MS } from '#core/util/epoch';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Limit by which an event may be ahead of its receipt, because clocks of devices differ. */
const MAX_AHEAD_MS = HOUR_MS;
/** Limit of the age, because the pipeline drops events older than three months, which have at most 92 days. */
const MAX_AGE_MS = 92 * DAY_MS;
/** Smallest number that is read as epoch seconds: in March 1973. */
const MIN_TIMESTAMP_S = 100_000_000;

/** A probable mistake in the time of an event. */
export type EtsHint =
  | { readonly reason: 'ets-in-seconds'; readonly value: number }
  | { readonly reason: 'ets-in-future'; readonly hours: number }
  | { readonly reason: 'ets-too-old'; readonly days: number };

/**
 * Returns a probable mistake in the time of an event, or `null`.
 *
 * @param receivedAt epoch milliseconds; `null` to skip the check of the age.
 */
export function findEtsHint(ets: Json | undefined, receivedAt: number | null): EtsHint | null {
  if (typeof ets !== 'number' || ets < MIN_TIMESTAMP_S) return null;
  if (ets < MIN_TIMESTAMP_MS) return { reason: 'ets-in-seconds', value: ets };
  if (receivedAt === null || isTimely(ets, receivedAt)) return null;
  return ets > receivedAt
    ? { reason: 'ets-in-future', hours: Math.round((ets - receivedAt) / HOUR_MS) }
    : { reason: 'ets-too-old', days: Math.round((receivedAt - ets) / DAY_MS) };
}

/** Whether the time of an event is plausible for its time of receipt, both in epoch milliseconds. */
export function isTimely(ets: number, receivedAt: number): boolean {
  return ets <= receivedAt + MAX_AHEAD_MS && ets >= receivedAt - MAX_AGE_MS;
}
