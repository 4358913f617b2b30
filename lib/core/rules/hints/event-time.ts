import type { Json } from '#core/json/json';
import { MIN_TIMESTAMP_MS } from '#core/util/epoch';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Clocks of devices differ, and a batch takes its time: no event comes before it happened by more. */
const MAX_AHEAD_MS = HOUR_MS;
/** Three months have at most so many days: the pipeline drops older events. */
const MAX_AGE_MS = 92 * DAY_MS;
/** As seconds since 1970, it is in 1973. */
const MIN_TIMESTAMP_S = 100_000_000;

/** What cannot be meant by the time of an event. */
export type EtsHint =
  | { readonly reason: 'ets-in-seconds'; readonly value: number }
  | { readonly reason: 'ets-in-future'; readonly hours: number }
  | { readonly reason: 'ets-too-old'; readonly days: number };

/**
 * Returns what cannot be meant by the time of an event, or `null`.
 *
 * @param receivedAt milliseconds since 1970; without it, the age is not judged.
 */
export function findEtsHint(ets: Json | undefined, receivedAt: number | null): EtsHint | null {
  if (typeof ets !== 'number' || ets < MIN_TIMESTAMP_S) return null;
  if (ets < MIN_TIMESTAMP_MS) return { reason: 'ets-in-seconds', value: ets };
  if (receivedAt === null || isTimely(ets, receivedAt)) return null;
  return ets > receivedAt
    ? { reason: 'ets-in-future', hours: Math.round((ets - receivedAt) / HOUR_MS) }
    : { reason: 'ets-too-old', days: Math.round((receivedAt - ets) / DAY_MS) };
}

/** Whether an event may have happened at a time and been received at another, both in milliseconds since 1970. */
export function isTimely(ets: number, receivedAt: number): boolean {
  return ets <= receivedAt + MAX_AHEAD_MS && ets >= receivedAt - MAX_AGE_MS;
}
