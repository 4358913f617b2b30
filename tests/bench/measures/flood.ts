import type { Frame, Page } from 'playwright';
import { BATCH_SIZE } from '#demo/site/sdk-pages';
import { type Figures, percentile, roundMs } from '../measurements';

const CALLS = 10_000;
const TIMEOUT_MS = 60_000;

/** The figures of one burst. */
export type Flood = Omit<Figures['flood10k'], 'worstStallMs' | 'longestWorkMs'>;

/** Returns the median times of several bursts, and the worst of all other figures. */
export function medianOf(floods: readonly Flood[]): Omit<Figures['flood10k'], 'longestWorkMs'> {
  const values = (name: keyof Flood) => floods.map((flood) => flood[name]);
  const worst = (name: keyof Flood) => Math.max(...values(name));
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
export async function measureFlood(page: Page, panel: Frame): Promise<Flood> {
  const before = await panel.evaluate<number>('probe.rowCount()');
  await panel.evaluate('probe.startStalls()');
  const shown = panel.evaluate<number>(`probe.rowsAre(${before + CALLS}, ${TIMEOUT_MS})`);
  const lastCall = await page.evaluate<number>(`bench.burst('flood', ${CALLS})`);
  const allRowsMs = Math.max(0, (await shown) - lastCall);
  const longestStallMs = roundMs(await panel.evaluate<number>('probe.stopStalls()'));
  const domNodes = await panel.evaluate<number>('probe.nodes()');
  const lost = CALLS - (await panel.evaluate<number>("probe.distinct('flood-')"));
  await panel.evaluate(`probe.allResponded(${BATCH_SIZE}, ${TIMEOUT_MS})`);
  const duplicates = await panel.evaluate<number>("probe.sentTwice('flood-')");
  return { allRowsMs, longestStallMs, domNodes, lost, duplicates };
}
