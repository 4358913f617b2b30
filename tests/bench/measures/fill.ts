import type { CDPSession, Frame, Page } from 'playwright';
import { BATCH_SIZE } from '#demo/site/sdk-pages';
import { waitUntilIdle } from './wait-until-idle';

const FILL_BATCH_SIZE = 10_000;
const TIMEOUT_MS = 60_000;

/**
 * Makes real calls in the page until the panel has `count` events, all accepted and stored.
 * Then no earlier work affects the next measure.
 */
export async function fillPanel(
  page: Page,
  panel: Frame,
  session: CDPSession,
  count: number,
  log: (line: string) => void,
): Promise<void> {
  for (;;) {
    const before = await panel.evaluate<number>('probe.rowCount()');
    const missing = Math.min(FILL_BATCH_SIZE, count - before);
    if (missing <= 0) return waitUntilIdle(panel, session);
    await page.evaluate(`bench.burst('fill-${before}', ${missing})`);
    await panel.evaluate(`probe.waitForRows(${before + missing}, ${TIMEOUT_MS})`);
    await panel.evaluate(`probe.waitForResponses(${BATCH_SIZE}, ${TIMEOUT_MS})`);
    const now = await panel.evaluate<number>('probe.rowCount()');
    if (now === before) throw new Error(`The panel stays at ${before} events.`);
    log(`filled: ${now} of ${count} events`);
  }
}
