import type { CDPSession, Frame, Page } from 'playwright';
import { t } from '#tests/drivers/texts';
import { openBenchPage } from '../bench-page';
import { type Metrics, roundTo } from '../measurements';
import { fillPanel } from './fill';
import { measureDataHeap } from './heap';
import { waitUntilIdle } from './wait-until-idle';

const EVENTS_BEFORE_CLEAR = 10_000;
const LOADS = 20;
const EVENTS_PER_LOAD = 5_000;
const TIMEOUT_MS = 60_000;

export type HeapAfter = Pick<Metrics, 'heapFreshMb' | 'heapAfterClear' | 'heapAfter20Loads'>;

interface HeapScene {
  readonly tab: Page;
  readonly panel: Frame;
  readonly session: CDPSession;
  /** URL of the page with the real SDK. */
  readonly pageUrl: string;
  /** URL of a page without an SDK. */
  readonly emptyPage: string;
  readonly log: (line: string) => void;
}

/**
 * Measures the panel's heap after Clear, and after 20 page loads without "Preserve log".
 * Both are compared with a fresh panel.
 */
export async function measureHeapAfter(scene: HeapScene): Promise<HeapAfter> {
  const { tab, panel, session, pageUrl, emptyPage, log } = scene;
  await panel.getByRole('checkbox', { name: t('toolbar.preserveLog') }).uncheck();
  await openEmptyPage(emptyPage, scene);
  const heapFreshMb = await measureDataHeap(session);
  await openBenchPage(tab, pageUrl);
  await fillPanel(tab, panel, session, EVENTS_BEFORE_CLEAR, log);
  await panel.getByRole('button', { name: t('toolbar.clear'), exact: true }).click();
  await panel.getByRole('button', { name: t('common.undo') }).waitFor({ state: 'detached', timeout: TIMEOUT_MS });
  await openEmptyPage(emptyPage, scene);
  const afterClearMb = await measureDataHeap(session);
  for (let load = 0; load < LOADS; load += 1) {
    await openBenchPage(tab, pageUrl);
    await waitForEmptyList(panel);
    await fillPanel(tab, panel, session, EVENTS_PER_LOAD, log);
  }
  await openEmptyPage(emptyPage, scene);
  const after20LoadsMb = await measureDataHeap(session);
  return {
    heapFreshMb,
    heapAfterClear: roundTo(afterClearMb / heapFreshMb, 2),
    heapAfter20Loads: roundTo(after20LoadsMb / heapFreshMb, 2),
  };
}

async function openEmptyPage(emptyPage: string, { tab, panel, session }: HeapScene): Promise<void> {
  await tab.goto(emptyPage);
  await waitForEmptyList(panel);
  await waitUntilIdle(panel, session);
}

async function waitForEmptyList(panel: Frame): Promise<void> {
  await panel.waitForFunction('probe.rowCount() === 0', undefined, { timeout: TIMEOUT_MS });
}
