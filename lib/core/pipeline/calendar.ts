import { MAX_EPOCH_MS } from '#core/util/epoch';

/** Returns the time some calendar months earlier. Clamps to the last day of the month. */
export function subtractMonths(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, lastDay));
}

const DAY_MS = 86_400_000;

/** Returns the last millisecond of the day in UTC, or the last one that `Date` can represent. */
export function endOfDay(time: number): number {
  return Math.min(Math.floor(time / DAY_MS) * DAY_MS + DAY_MS - 1, MAX_EPOCH_MS);
}
