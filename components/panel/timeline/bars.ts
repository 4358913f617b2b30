import { findMax } from '#core/util/extremes';
import type { Density } from './density';

/** Paths of the bars, in a rendering of `count` by 48; y grows downwards. */
export interface Bars {
  readonly valid: string;
  readonly invalid: string;
  readonly lost: string;
}

export const STRIP_HEIGHT = 48;
/** Above it what is well, below it what is not: read by place, not only by colour. */
export const AXIS = 34;
const MAX_HEIGHT_PX = AXIS - 16;
const MAX_DEPTH_PX = STRIP_HEIGHT - AXIS - 3;
/** One event among thousands is to be seen too. */
const MIN_HEIGHT_PX = 1.5;
const WIDTH = 0.64;

/**
 * Renders each sort of event as one path.
 * Heights grow with the root of the count, so that few are seen beside many.
 */
export function barsOf({ buckets }: Density): Bars {
  const most = Math.max(1, findMax(buckets.map(({ valid }) => valid)));
  const worst = Math.max(1, findMax(buckets.map(({ invalid, lost }) => invalid + lost)));
  const bars = { valid: '', invalid: '', lost: '' };
  buckets.forEach(({ valid, invalid, lost }, index) => {
    bars.valid += bar(index, AXIS - heightOf(valid, most, MAX_HEIGHT_PX), AXIS);
    const solid = heightOf(invalid, worst, MAX_DEPTH_PX);
    bars.invalid += bar(index, AXIS + 1, AXIS + 1 + solid);
    const top = AXIS + 1 + solid + (solid > 0 && lost > 0 ? 1 : 0);
    bars.lost += bar(index, top, Math.min(STRIP_HEIGHT - 1, top + heightOf(lost, worst, MAX_DEPTH_PX)));
  });
  return bars;
}

function heightOf(count: number, most: number, highest: number): number {
  return count === 0 ? 0 : Math.max(MIN_HEIGHT_PX, Math.sqrt(count / most) * highest);
}

function bar(index: number, top: number, bottom: number): string {
  if (bottom - top < 0.01) return '';
  const left = index + (1 - WIDTH) / 2;
  return `M${left.toFixed(2)} ${top.toFixed(1)}h${WIDTH}V${bottom.toFixed(1)}h-${WIDTH}z`;
}
