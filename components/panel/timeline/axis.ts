import { formatClockTime } from '#components/i18n/format.ts';
import type { EpochMilliseconds } from '#core/journey/record';

/** A time on the axis. `share` is its place from 0 to 1. */
export interface Tick {
  readonly share: number;
  readonly text: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400];
const MAX_TICKS = 6;

/** Round local times between two moments, few enough that their texts stand apart. */
export function ticksOf(from: EpochMilliseconds, to: EpochMilliseconds): readonly Tick[] {
  const seconds = steps.find((step) => (to - from) / (step * SECOND) <= MAX_TICKS) ?? 86_400;
  const step = seconds * SECOND;
  const offset = new Date(from).getTimezoneOffset() * MINUTE;
  const ticks: Tick[] = [];
  for (let at = Math.ceil((from - offset) / step) * step + offset; at < to; at += step) {
    ticks.push({ share: (at - from) / (to - from), text: formatClockTime(at).slice(0, seconds < 60 ? 8 : 5) });
  }
  return ticks;
}
