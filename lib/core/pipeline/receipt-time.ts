import { type Json, valueAt } from '#core/json/json';
import { MAX_EPOCH_MS } from '#core/util/epoch';

/**
 * Returns when a pipeline received an event, in epoch milliseconds, or `null` if nothing tells.
 * The collector or the extractor sets `syncts` and `@timestamp`.
 */
export function receiptTimeOf(event: Json): number | null {
  const synced = valueAt(event, ['syncts']);
  if (typeof synced === 'number' && isTime(synced)) return synced;
  const stamp = valueAt(event, ['@timestamp']);
  const parsed = typeof stamp === 'string' ? Date.parse(stamp) : Number.NaN;
  return isTime(parsed) ? parsed : null;
}

/** Returns the time so many months before, as calendars count: a day that the month lacks is its last one. */
export function monthsBefore(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}

const DAY_MS = 86_400_000;

/** Returns the last millisecond of the day in UTC. */
export function endOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS + DAY_MS - 1;
}

function isTime(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) <= MAX_EPOCH_MS;
}
