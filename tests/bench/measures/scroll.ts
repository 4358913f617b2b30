import type { Frame } from 'playwright';
import { type Metrics, percentile, roundTo } from '../measurements';

const FRAMES = 300;

/** Scrolls through all rows, one step per frame, and measures the frames. */
export async function measureScroll(panel: Frame): Promise<Metrics['scroll100k']> {
  const times = await panel.evaluate<number[]>(`probe.scroll(${FRAMES})`);
  return { p95FrameMs: roundTo(percentile(times, 0.95)) };
}
