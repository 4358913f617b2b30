import type { EpochMilliseconds } from '#core/journey/record';
import { isGroupLine, type Lines } from './list-lines';

export interface TimeSpan {
  readonly from: EpochMilliseconds;
  readonly to: EpochMilliseconds;
}

/** Returns the earliest and the latest time in a range of lines, or null if all of them are group headers. */
export function findTimeSpan(lines: Pick<Lines, 'at'>, first: number, last: number): TimeSpan | null {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let index = first; index <= last; index += 1) {
    const line = lines.at(index);
    if (!line || isGroupLine(line)) continue;
    from = Math.min(from, line.at);
    to = Math.max(to, line.at);
  }
  return from <= to ? { from, to } : null;
}

export function isSameSpan(one: TimeSpan | null, other: TimeSpan | null): boolean {
  return one?.from === other?.from && one?.to === other?.to;
}
