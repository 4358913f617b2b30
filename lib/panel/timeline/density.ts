import type { EpochMilliseconds, NavigationMark, TelemetryRecord } from '../../journey/record';
import { isLost } from '../../journey/state';

/** How many events of each sort fell into one stretch of time. An event that is both is invalid. */
export interface Stretch {
  readonly valid: number;
  readonly invalid: number;
  readonly lost: number;
}

/** All events over time, in stretches of equal length. */
export interface Density {
  readonly from: EpochMilliseconds;
  readonly to: EpochMilliseconds;
  readonly stretches: readonly Stretch[];
  readonly navigations: readonly EpochMilliseconds[];
}

/** Less than that is drawn as if it were that: one event alone is no line from edge to edge. */
const SHORTEST_MS = 1000;

/** Counts the events into so many stretches, from the first to the last; null where there are none. */
export function densityOf(
  records: readonly TelemetryRecord[],
  marks: readonly NavigationMark[],
  count: number,
): Density | null {
  if (records.length === 0) return null;
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at } of records) {
    if (at < from) from = at;
    if (at > to) to = at;
  }
  to = Math.max(to, from + SHORTEST_MS);
  const stretches = Array.from({ length: count }, () => ({ valid: 0, invalid: 0, lost: 0 }));
  for (const record of records) {
    const stretch = stretches[Math.min(count - 1, Math.floor(((record.at - from) / (to - from)) * count))];
    if (stretch) stretch[sortOf(record)] += 1;
  }
  const navigations = marks.map(({ at }) => at).filter((at) => at >= from && at <= to);
  return { from, to, stretches, navigations };
}

function sortOf(record: TelemetryRecord): keyof Stretch {
  if (record.verdict === 'invalid') return 'invalid';
  return isLost(record) ? 'lost' : 'valid';
}
