import type { Frame, Page } from 'playwright';
import { type Latency, percentile, roundMs } from '../measurements';

/** One batch, with its request: what the engine has never run before takes several times as long. */
const WARMING = 20;
const EVENTS = 60;
const TIMEOUT_MS = 5000;

/**
 * From the page's call to the frame in which its row is painted, one call at a time, after a first batch. Both sides
 * read the same clock. Every event is named after `series`, as no other one is.
 */
export async function measureEventToRow(page: Page, panel: Frame, series: string): Promise<Latency> {
  const times: number[] = [];
  for (let index = 0; index < WARMING + EVENTS; index += 1) {
    const name = `${series}-${index}-`;
    const seen = panel.evaluate<number>(`probe.rowIsSeen('${name}', ${TIMEOUT_MS})`);
    const called = await page.evaluate<number>(`bench.one('${name}')`);
    const took = (await seen) - called;
    if (index >= WARMING) times.push(took);
  }
  return { p50: roundMs(percentile(times, 0.5)), p95: roundMs(percentile(times, 0.95)) };
}
