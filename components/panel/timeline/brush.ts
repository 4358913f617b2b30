import { formatClockTime } from '#components/i18n/format.ts';
import type { EpochMilliseconds } from '#core/journey/record';
import { readTimes } from '#core/query/read-times';

export const TIME_KEY = 'time:';

interface Range {
  readonly from: EpochMilliseconds;
  readonly to: EpochMilliseconds;
}

/** The filter term for a stretch of time, ends included. */
export function timeTerm({ from, to }: Range): string {
  return `${TIME_KEY}${formatClockTime(Math.floor(from))}..${formatClockTime(Math.ceil(to))}`;
}

/** Where the time that the filter asks for lies in the rendering, in shares from 0 to 1, or null if it asks for none. */
export function brushedRange(tokens: readonly string[], { from, to }: Range): { start: number; end: number } | null {
  const term = tokens.find((token) => token.startsWith(TIME_KEY));
  const times = term === undefined ? null : readTimes(term.slice(TIME_KEY.length));
  if (!times?.ok || times.value.type !== 'between') return null;
  const midnight = new Date(from).setHours(0, 0, 0, 0);
  const share = (ofDay: number) => Math.min(1, Math.max(0, (midnight + ofDay - from) / (to - from)));
  return { start: share(times.value.from), end: share(times.value.to) };
}
