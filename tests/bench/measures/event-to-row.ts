import type { Frame, Page } from 'playwright';
import { type Figures, percentile, rounded } from '../figures';

const EVENTS = 60;
const PATIENCE_MS = 5000;

/** From the page's call to the frame in which its row is painted, one call at a time. Both sides read the same clock. */
export async function measureEventToRow(page: Page, panel: Frame): Promise<Figures['eventToRowMs']> {
  const times: number[] = [];
  for (let index = 0; index < EVENTS; index += 1) {
    const name = `single-${index}-`;
    const seen = panel.evaluate<number>(`probe.rowIsSeen('${name}', ${PATIENCE_MS})`);
    const called = await page.evaluate<number>(`bench.one('${name}')`);
    times.push((await seen) - called);
  }
  return { p50: rounded(percentile(times, 0.5)), p95: rounded(percentile(times, 0.95)) };
}
