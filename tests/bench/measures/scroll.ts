import type { Frame } from 'playwright';
import { type Figures, percentile, roundMs } from '../measurements';

const FRAMES = 300;

/** Scrolls through all rows, a step with every frame, and looks how long the frames take. */
export async function measureScroll(panel: Frame): Promise<Figures['scroll100k']> {
  const times = await panel.evaluate<number[]>(`probe.scroll(${FRAMES})`);
  return { p95FrameMs: roundMs(percentile(times, 0.95)) };
}
