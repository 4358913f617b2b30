import type { Frame, Page } from 'playwright';
import { BATCH_SIZE } from '#demo/site/sdk-pages';
import { type Metrics, percentile, roundTo } from '../measurements';

const CALLS = 10_000;
const TIMEOUT_MS = 60_000;

/** Metrics of one burst. */
export type Burst = Omit<Metrics['burst10k'], 'worstStallMs' | 'longestWorkMs'>;

/** Returns the median times of several bursts, and the worst of all other metrics. */
export function summarizeBursts(bursts: readonly Burst[]): Omit<Metrics['burst10k'], 'longestWorkMs'> {
  const values = (name: keyof Burst) => bursts.map((burst) => burst[name]);
  const worst = (name: keyof Burst) => Math.max(...values(name));
  return {
    allRowsMs: percentile(values('allRowsMs'), 0.5),
    longestStallMs: percentile(values('longestStallMs'), 0.5),
    worstStallMs: worst('longestStallMs'),
    domNodes: worst('domNodes'),
    lost: worst('lost'),
    duplicates: worst('duplicates'),
  };
}

/** Measures 10,000 calls in one burst: the time until all rows are shown, and the panel's stalls. */
export async function measureBurst(page: Page, panel: Frame): Promise<Burst> {
  const before = await panel.evaluate<number>('probe.rowCount()');
  await panel.evaluate('probe.startStalls()');
  const shownAt = panel.evaluate<number>(`probe.waitForRows(${before + CALLS}, ${TIMEOUT_MS})`);
  const lastCallAt = await page.evaluate<number>(`bench.burst('burst', ${CALLS})`);
  const allRowsMs = Math.max(0, (await shownAt) - lastCallAt);
  const longestStallMs = roundTo(await panel.evaluate<number>('probe.stopStalls()'));
  const domNodes = await panel.evaluate<number>('probe.nodes()');
  const lost = CALLS - (await panel.evaluate<number>("probe.distinct('burst-')"));
  await panel.evaluate(`probe.waitForResponses(${BATCH_SIZE}, ${TIMEOUT_MS})`);
  const duplicates = await panel.evaluate<number>("probe.sentTwice('burst-')");
  return { allRowsMs, longestStallMs, domNodes, lost, duplicates };
}
