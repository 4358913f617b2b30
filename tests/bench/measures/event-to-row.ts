import type { Frame, Page } from 'playwright';
import { type Latency, percentile, roundTo } from '../measurements';

/** Number of unmeasured events, which are one batch. Code runs several times slower at first. */
const WARM_UP_EVENTS = 20;
const EVENTS = 60;
const TIMEOUT_MS = 5000;

/**
 * Measures the time from the page's call to the frame that paints its row, one call at a time.
 * Page and panel read the same clock. `series` is a part of the name of each of these events, and of no other event.
 */
export async function measureEventToRow(page: Page, panel: Frame, series: string): Promise<Latency> {
  const times: number[] = [];
  for (let index = 0; index < WARM_UP_EVENTS + EVENTS; index += 1) {
    const name = `${series}-${index}-`;
    const paintedAt = panel.evaluate<number>(`probe.waitForRow('${name}', ${TIMEOUT_MS})`);
    const calledAt = await page.evaluate<number>(`bench.callOnce('${name}')`);
    const elapsedMs = (await paintedAt) - calledAt;
    if (index >= WARM_UP_EVENTS) times.push(elapsedMs);
  }
  return { p50: roundTo(percentile(times, 0.5)), p95: roundTo(percentile(times, 0.95)) };
}
