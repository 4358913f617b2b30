import type { Frame } from 'playwright';
import { type Metrics, percentile, roundTo } from '../measurements';

const ANIMATION_FRAMES = 300;

/** Scrolls down from the first row, one step per animation frame. Returns the 95th percentile of the frame times. */
export async function measureScroll(panel: Frame): Promise<Metrics['scroll100k']> {
  const times = await panel.evaluate<number[]>(`probe.scroll(${ANIMATION_FRAMES})`);
  return { p95FrameMs: roundTo(percentile(times, 0.95)) };
}
